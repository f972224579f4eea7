// Holds our AES-GCM-SIV vectors against the OpenSSL that is built into Node.js, where that is 3.2 or later (Node.js 24 has it):
//   gcc -shared -fPIC -o /tmp/openssl-gcm-siv.node tests/interop/openssl-gcm-siv.c
//   node tests/interop/openssl.mjs /tmp/openssl-gcm-siv.node vectors/aes-gcm-siv.json vectors/aes-gcm-siv-noble.json
// Each is sealed and compared, opened and compared, and refused with a bit of its tag, its text and its associated data changed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [addon, ...files] = process.argv.slice(2);
const crypt = createRequire(import.meta.url)(addon);
const room = hex => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(1)]);
const flipped = (buffer, i) => { const copy = Buffer.from(buffer); copy[i % (copy.length - 1)] ^= 1 << i % 8; return copy; };
const failures = [];
let count = 0;
let refusals = 0;

console.log(`OpenSSL ${process.versions.openssl}, in Node.js ${process.versions.node}`);
for (const file of files) {
  for (const vector of JSON.parse(readFileSync(file)).vectors) {
    count++;
    const check = (holds, what) => { if (!holds) failures.push(`${vector.id}: ${what}`); };
    const isLong = 'plaintextBytes' in vector;
    const plaintext = isLong ? Buffer.from(Array.from({ length: vector.plaintextBytes + 1 }, (_, i) => 7 * i + (i >> 8))) : room(vector.plaintext);
    const [key, nonce, data] = [vector.key, vector.nonce, vector.associatedData].map(room);
    const text = Buffer.alloc(plaintext.length);
    const tag = Buffer.alloc(17);
    crypt(true, key, nonce, data, plaintext, text, tag);
    const actual = text.subarray(0, -1);
    check(isLong ? createHash('sha256').update(actual).digest('hex') === vector.ciphertextSha256 : actual.toString('hex') === vector.ciphertext, 'ciphertext');
    check(tag.subarray(0, -1).toString('hex') === vector.tag, 'tag');

    const back = Buffer.alloc(plaintext.length);
    const expected = room(vector.tag);
    check(crypt(false, key, nonce, data, text, back, expected) && back.subarray(0, -1).equals(plaintext.subarray(0, -1)), 'refused, or opened to something else');
    const refused = (...parts) => { refusals++; check(!crypt(false, key, nonce, ...parts), 'opened although it was changed'); };
    refused(data, text, back, flipped(expected, count));
    if (text.length > 1) refused(data, flipped(text, count), back, expected);
    if (data.length > 1) refused(flipped(data, count), text, back, expected);
  }
}

failures.slice(0, 8).forEach(failure => console.log(failure));
console.log(`${count} vectors sealed and opened, ${refusals} changed ones tried: ${failures.length} failures`);
process.exit(failures.length === 0 && count > 0 ? 0 : 1);
