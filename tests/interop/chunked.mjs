// C2SP chunked encryption (c2sp.org/chunked-encryption, v1) with HKDF-Expand of SHA-512. Whole messages in memory, and not in constant time.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import * as gcmSiv from './gcm-siv.mjs';

export const chunkSize = 16384;
export const saltSize = 24;
export const commitmentSize = 32;
const tagSize = 16;
const nothing = Buffer.alloc(0);

const gcm = {
  seal(key, nonce, plaintext) {
    const cipher = createCipheriv(`aes-${8 * key.length}-gcm`, key, nonce);
    return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  },
  open(key, nonce, chunk) {
    const decipher = createDecipheriv(`aes-${8 * key.length}-gcm`, key, nonce, { authTagLength: tagSize }).setAuthTag(chunk.subarray(-tagSize));
    const plaintext = decipher.update(chunk.subarray(0, -tagSize));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return plaintext;
  },
};

const siv = {
  seal(key, nonce, plaintext) {
    const { ciphertext, tag } = gcmSiv.seal(key, nonce, plaintext, nothing);
    return Buffer.concat([ciphertext, tag]);
  },
  open: (key, nonce, chunk) => gcmSiv.open(key, nonce, chunk.subarray(0, -tagSize), chunk.subarray(-tagSize), nothing),
};

const aeads = {
  AEAD_AES_128_GCM: { keySize: 16, ...gcm },
  AEAD_AES_256_GCM: { keySize: 32, ...gcm },
  AEAD_AES_128_GCM_SIV: { keySize: 16, ...siv },
  AEAD_AES_256_GCM_SIV: { keySize: 32, ...siv },
};

/** RFC 5869, 2.3, with SHA-512. */
export function expand(prk, info, size) {
  const blocks = [nothing];
  for (let i = 1; 64 * (i - 1) < size; i++) blocks.push(createHmac('sha512', prk).update(blocks.at(-1)).update(info).update(Buffer.from([i])).digest());
  return Buffer.concat(blocks).subarray(0, size);
}

/** Parts of these sizes, one after the other. */
export function split(bytes, ...sizes) {
  let at = 0;
  return sizes.map(size => bytes.subarray(at, at += size));
}

/** The message's own key, base nonce and commitment. */
export function derive(aead, key, salt, context) {
  const { keySize } = aeads[aead];
  if (key.length !== keySize) throw new RangeError(`${aead} takes a key of ${keySize} bytes; ${key.length} were given.`);
  const info = Buffer.concat([Buffer.from(`c2sp.org/chunked-encryption@v1+${aead}\0`), salt, context]);
  const [messageKey, baseNonce, commitment] = split(expand(key, info, keySize + 12 + commitmentSize), keySize, 12, commitmentSize);
  return { messageKey, baseNonce, commitment };
}

/** The base nonce XOR the chunk's number, big-endian; the numbers here have at most 32 bits. */
function chunkNonce(baseNonce, index) {
  const nonce = Buffer.from(baseNonce);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ index) >>> 0, 8);
  return nonce;
}

/** Salt, commitment and chunks. The last chunk is always shorter than the others, and may be empty. */
export function seal(aead, key, salt, context, plaintext) {
  const { messageKey, baseNonce, commitment } = derive(aead, key, salt, context);
  const chunks = [];
  for (let at = 0; at <= plaintext.length; at += chunkSize) {
    chunks.push(aeads[aead].seal(messageKey, chunkNonce(baseNonce, at / chunkSize), plaintext.subarray(at, at + chunkSize)));
  }
  return Buffer.concat([salt, commitment, ...chunks]);
}

/** The chunks that are authentic, up to the first that is not, and the reason for a refusal: null where the message is whole. */
export function open(aead, key, context, message) {
  const bodyOffset = saltSize + commitmentSize;
  if (message.length < bodyOffset) return { plaintext: nothing, refusal: 'it ends before its chunks begin' };
  const [salt, given] = split(message, saltSize, commitmentSize);
  const { messageKey, baseNonce, commitment } = derive(aead, key, salt, context);
  if (!timingSafeEqual(given, commitment)) return { plaintext: nothing, refusal: 'the commitment is not that of this key, salt and context' };
  const chunks = [];
  const refuse = refusal => ({ plaintext: Buffer.concat(chunks), refusal });
  for (let at = bodyOffset; ; at += chunkSize + tagSize) {
    const chunk = message.subarray(at, at + chunkSize + tagSize);
    if (chunk.length === 0) return refuse('it is truncated: there is no last chunk');
    if (chunk.length < tagSize) return refuse(`it is truncated: chunk ${chunks.length} ends inside its tag`);
    const plaintext = aeads[aead].open(messageKey, chunkNonce(baseNonce, chunks.length), chunk);
    if (plaintext === null) return refuse(`chunk ${chunks.length} is not authentic`);
    chunks.push(plaintext);
    if (plaintext.length < chunkSize) return refuse(null);
  }
}
