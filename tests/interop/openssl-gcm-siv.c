// AES-GCM-SIV of the OpenSSL that is built into Node.js, for openssl.mjs: the calls of tests/AesModes.Tests/Interop/LibCrypto.cs, from C.
// gcc -shared -fPIC -o openssl-gcm-siv.node openssl-gcm-siv.c
// Node.js exports its OpenSSL and Node-API; what is needed of both is declared here, so that no header has to be installed.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef void *value;
extern int napi_create_function(void *env, const char *name, size_t size, value (*function)(void *, void *), void *data, value *result);
extern int napi_get_boolean(void *env, bool boolean, value *result);
extern int napi_get_buffer_info(void *env, value buffer, void **data, size_t *size);
extern int napi_get_cb_info(void *env, void *info, size_t *count, value *arguments, value *receiver, void **data);
extern int napi_get_value_bool(void *env, value boolean, bool *result);
extern int napi_throw_error(void *env, const char *code, const char *message);

extern void *EVP_CIPHER_CTX_new(void);
extern void EVP_CIPHER_CTX_free(void *context);
extern void *EVP_CIPHER_fetch(void *library, const char *name, const char *properties);
extern void EVP_CIPHER_free(void *cipher);
extern int EVP_CIPHER_CTX_ctrl(void *context, int type, int size, void *data);
extern int EVP_CipherInit_ex2(void *context, void *cipher, const void *key, const void *iv, int encrypt, const void *parameters);
extern int EVP_CipherUpdate(void *context, void *out, int *written, const void *in, int size);
extern int EVP_CipherFinal_ex(void *context, void *out, int *written);

enum { GET_TAG = 0x10, SET_TAG = 0x11 };

struct bytes {
    void *at;
    size_t size;
};

// crypt(encrypt, key, nonce, associatedData, input, output, tag): whether the tag was the message's. Every buffer has a byte more than it says, so
// that an empty one has an address.
static value crypt(void *env, void *info) {
    value arguments[7], result = NULL;
    size_t count = 7;
    bool encrypt = false;
    struct bytes key, nonce, data, in, out, tag, *all[] = {&key, &nonce, &data, &in, &out, &tag};
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_get_value_bool(env, arguments[0], &encrypt);
    for (int i = 0; i < 6; i++) {
        if (napi_get_buffer_info(env, arguments[i + 1], &all[i]->at, &all[i]->size) != 0) {
            napi_throw_error(env, NULL, "Six buffers are wanted.");
            return NULL;
        }
        all[i]->size--;
    }

    char name[32];
    snprintf(name, sizeof name, "AES-%d-GCM-SIV", (int)(8 * key.size));
    void *cipher = EVP_CIPHER_fetch(NULL, name, NULL), *context = EVP_CIPHER_CTX_new();
    int written = 0;
    bool works = cipher != NULL
        && EVP_CipherInit_ex2(context, cipher, key.at, nonce.at, encrypt, NULL) == 1
        && (encrypt || EVP_CIPHER_CTX_ctrl(context, SET_TAG, 16, tag.at) == 1)
        && (data.size == 0 || EVP_CipherUpdate(context, NULL, &written, data.at, (int)data.size) == 1);
    bool authentic = works && EVP_CipherUpdate(context, out.at, &written, in.at, (int)in.size) == 1;
    authentic &= works && EVP_CipherFinal_ex(context, (char *)out.at + in.size, &written) == 1;
    works = works && (!encrypt || EVP_CIPHER_CTX_ctrl(context, GET_TAG, 16, tag.at) == 1);
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
    if (!works) {
        napi_throw_error(env, NULL, cipher == NULL ? "This OpenSSL has no AES-GCM-SIV: 3.2 and later have." : "OpenSSL's AES-GCM-SIV failed.");
        return NULL;
    }
    napi_get_boolean(env, authentic, &result);
    return result;
}

value napi_register_module_v1(void *env, value exports) {
    (void)exports;
    value function = NULL;
    napi_create_function(env, "crypt", 5, crypt, NULL, &function);
    return function;
}
