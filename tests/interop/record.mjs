// Records vectors/aes-gcm-siv-noble.json: messages made here, sealed by the npm package @noble/ciphers in the version that package-lock.json pins.
// In this folder:  npm ci && npm run record
import { createDecipheriv, createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gcmsiv } from '@noble/ciphers/aes.js';
import { deriveKeys, dot, open, polyval, polyvalInput, read, write } from './gcm-siv.mjs';

const { version } = JSON.parse(readFileSync(new URL('node_modules/@noble/ciphers/package.json', import.meta.url)));
const vectors = [];

/** Bytes that are the same in every run: SHA-256 of a name and a number, as often as needed. */
function bytes(size, name) {
  const parts = [];
  for (let i = 0; 32 * i < size; i++) parts.push(createHash('sha256').update(`${name} ${i}`).digest());
  return Buffer.concat(parts).subarray(0, size);
}

/** vectors/README.md's plaintext of long messages. */
const longPlaintext = size => Buffer.from(Array.from({ length: size }, (_, i) => 7 * i + (i >> 8)));

function seal(id, keySize, size, associatedDataSize, change = message => message, isLong = false) {
  const { key, nonce, associatedData, plaintext } = change({
    key: bytes(keySize, `${id} key`),
    nonce: bytes(12, `${id} nonce`),
    associatedData: bytes(associatedDataSize, `${id} associated data`),
    plaintext: isLong ? longPlaintext(size) : bytes(size, `${id} plaintext`),
  });
  const sealed = Buffer.from(gcmsiv(key, nonce, associatedData).encrypt(plaintext));
  const ciphertext = sealed.subarray(0, size);
  const tag = sealed.subarray(size);
  // A second opinion before it is recorded.
  if (!open(key, nonce, ciphertext, tag, associatedData)?.equals(plaintext)) throw new Error(`${id}: gcm-siv.mjs does not open it`);
  const hex = { id, key, nonce, associatedData, ...isLong ? {} : { plaintext, ciphertext }, tag };
  const vector = Object.fromEntries(Object.entries(hex).map(([name, value]) => [name, name === 'id' ? value : value.toString('hex')]));
  vectors.push(isLong ? { ...vector, plaintextBytes: size, ciphertextSha256: createHash('sha256').update(ciphertext).digest('hex') } : vector);
}

/** Changes the first block of the plaintext so that the counter starts at 2³² − before: solves POLYVAL for it. */
const withCounter = before => message => {
  const { authentication, encryption } = deriveKeys(message.key, message.nonce);
  let hash;
  for (let i = 0; !hash || hash[15] & 0x80; i++) {
    const tag = bytes(16, `${message.key.toString('hex')} tag ${i}`);
    tag.writeUInt32LE(2 ** 32 - before);
    hash = createDecipheriv(`aes-${8 * encryption.length}-ecb`, encryption, null).setAutoPadding(false).update(tag);
  }
  message.nonce.forEach((byte, i) => { hash[i] ^= byte; });
  message.plaintext.fill(0, 0, 16);
  const input = polyvalInput(message.plaintext, message.associatedData);
  const inverse = power(authentication, (1n << 128n) - 2n);
  let block = read(hash) ^ polyval(authentication, input);
  for (let behind = (input.length - ((message.associatedData.length + 15) & ~15)) / 16; behind > 0; behind--) block = dot(block, inverse);
  write(block).copy(message.plaintext);
  return message;
};

/** Under dot, whose one is x¹²⁸. */
function power(base, exponent) {
  let result = 1n << 127n | 1n << 126n | 1n << 121n | 1n;
  for (; exponent; exponent >>= 1n, base = dot(base, base)) if (exponent & 1n) result = dot(result, base);
  return result;
}

for (const keySize of [16, 32]) {
  const name = `noble-aes${8 * keySize}`;
  for (let size = 0; size <= 300; size++) seal(`${name}-len-${size}`, keySize, size, 7 * size % 41);
  for (const size of [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300, 1000, 4097]) seal(`${name}-ad-${size}`, keySize, 33, size);
  for (const size of [511, 512, 513, 1023, 1024, 1025, 2048, 4095, 4096, 4097]) seal(`${name}-mid-${size}`, keySize, size, 20);
  for (const size of [16384, 40001, 65537]) seal(`${name}-long-${size}`, keySize, size, 20, undefined, true);
  for (const before of [1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64]) seal(`${name}-wrap-${before}`, keySize, 16 * 70 + 5, 20, withCounter(before));
}

const file = {
  algorithm: 'AES-GCM-SIV (RFC 8452)',
  source: `sealed by @noble/ciphers ${version}: tests/interop/record.mjs`,
  vectors,
};
const lines = JSON.stringify({ ...file, vectors: [] }, null, 1).replace(/\[\]\n\}$/, `[\n${vectors.map(vector => '  ' + JSON.stringify(vector)).join(',\n')}\n ]\n}\n`);
writeFileSync(process.argv[2], lines);
console.log(`${vectors.length} vectors by @noble/ciphers ${version} in ${process.argv[2]}`);
