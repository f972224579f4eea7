// Runs a .NET program inside Node.js, so that the program can call the OpenSSL in Node.js. benchmarks/in-node passes everything in the environment:
// DOTNET_HOME and DOTNET_HOST (.NET and its command), DOTNET_HOSTFXR, DOTNET_DLL (the program), DOTNET_ARGUMENTS (its arguments, one a line, 62 at most).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int run_function(int count, const char **arguments, const char *host, const char *root, const char *program);

static void *load(const char *name, int flags) {
    void *library = dlopen(name, RTLD_NOW | flags);
    if (library == NULL) {
        fprintf(stderr, "in-node: %s\n", dlerror());
        exit(1);
    }
    return library;
}

void *napi_register_module_v1(void *env, void *exports) {
    (void)env;
    (void)exports;
    const char *arguments[64] = {"dotnet"};
    int count = 1;
    for (char *argument = strtok(getenv("DOTNET_ARGUMENTS"), "\n"); argument != NULL && count < 63; argument = strtok(NULL, "\n")) {
        arguments[count++] = argument;
    }

    // .NET's own cryptography takes the system's OpenSSL. Deep binding keeps Node.js's functions of the same names out of that.
    load("libssl.so.3", RTLD_DEEPBIND);
    run_function *run = (run_function *)dlsym(load(getenv("DOTNET_HOSTFXR"), 0), "hostfxr_main_startupinfo");

    // The program has ended, and Node.js with it.
    fflush(stdout);
    _Exit(run(count, arguments, getenv("DOTNET_HOST"), getenv("DOTNET_HOME"), getenv("DOTNET_DLL")));
}
