// Encrypts and decrypts vectors/aez.json with aez.mjs, and sees each with a changed bit refused where the tag is long enough for that:
//   node tests/interop/aez-vectors.mjs vectors/aez.json
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decrypt, encrypt } from './aez.mjs';
import { blake2b384 } from './blake2b.mjs';

const { encrypt: encryptions, extract } = JSON.parse(readFileSync(process.argv[2]));
const bytes = hex => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = data => data && Buffer.from(data).toString('hex');
const failures = [];
let long = 0;
let refusals = 0;
for (const vector of encryptions) {
  if ('plaintextBytes' in vector) {
    long++;
    continue;
  }
  const rest = [bytes(vector.key), bytes(vector.nonce), vector.associatedData.map(bytes), vector.tagBytes];
  const ciphertext = bytes(vector.ciphertext);
  if (hex(encrypt(...rest, bytes(vector.plaintext))) !== vector.ciphertext) failures.push(`${vector.id}, encrypted`);
  if (hex(decrypt(...rest, ciphertext)) !== vector.plaintext) failures.push(vector.id);
  if (vector.tagBytes >= 4) {
    ciphertext[refusals % ciphertext.length] ^= 1 << refusals % 8;
    refusals++;
    if (decrypt(...rest, ciphertext) !== null) failures.push(`${vector.id}, changed`);
  }
}
for (const vector of extract) {
  const key = bytes(vector.key);
  if (hex(key.length === 48 ? key : blake2b384(key)) !== vector.extracted) failures.push(vector.id);
}
failures.slice(0, 8).forEach(failure => console.log(failure));
console.log(`${encryptions.length - long} encrypted and decrypted, ${refusals} changed ones tried, ${extract.length} keys: ${failures.length} failures; ${long} long ones, which have no ciphertext, left out`);
process.exit(failures.length === 0 && encryptions.length > long ? 0 : 1);
