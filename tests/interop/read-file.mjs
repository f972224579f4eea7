// Reads an encrypted file by docs/file-format.md alone:  node tests/interop/read-file.mjs GS|AZ|CT KEY-FILE FILE > PLAINTEXT
// The algorithm has to be named, as the file must not choose it. Exit code 1 and one line for what is refused.
import { readFileSync, writeSync } from 'node:fs';
import { decrypt } from './aez.mjs';
import { aes, open, read, write, xor } from './gcm-siv.mjs';

const algorithms = {
  GS: { allows: size => size === 16 || size === 32, nonce: 12, tag: 16, read: openGcmSiv },
  AZ: { allows: size => size >= 16 && size <= 1024, nonce: 16, tag: 0, read: (key, file) => decrypt(key, file.subarray(12, 28), [file.subarray(0, 28)], 16, file.subarray(28)) },
  CT: { allows: size => size === 16 || size === 24 || size === 32, nonce: 16, tag: 0, read: decryptCtr },
};

function openGcmSiv(key, file) {
  return open(key, file.subarray(12, 24), file.subarray(40), file.subarray(24, 40), file.subarray(0, 24));
}

/** SP 800-38A, 6.5: the counter is all sixteen bytes, as a big-endian number. */
function decryptCtr(key, file) {
  const ciphertext = file.subarray(28);
  const first = read(Buffer.from(file.subarray(12, 28)).reverse());
  const counters = Buffer.concat(Array.from({ length: Math.ceil(ciphertext.length / 16) }, (_, i) => write((first + BigInt(i)) % (1n << 128n)).reverse()));
  return xor(ciphertext, aes(key, counters));
}

function refuse(why) {
  writeSync(2, `refused: ${why}\n`);
  process.exit(1);
}

const [code, keyPath, path] = process.argv.slice(2);
const algorithm = algorithms[code] ?? refuse('name GS, AZ or CT, then the key file, then the file');
const key = readFileSync(keyPath);
const file = readFileSync(path);
if (!algorithm.allows(key.length)) refuse(`${code} has no keys of ${key.length} bytes`);
if (!file.subarray(0, 12).equals(Buffer.concat([Buffer.from('AESMODES'), Buffer.from([0, 1]), Buffer.from(code)]))) refuse(`no file of version 1 under ${code}`);
if (file.length < 12 + algorithm.nonce + algorithm.tag) refuse('it ends before its ciphertext begins');
const plaintext = algorithm.read(key, file) ?? refuse('it is not authentic');
for (let at = 0; at < plaintext.length;) at += writeSync(1, plaintext, at);
