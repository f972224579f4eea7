// Checks chunked.mjs against vectors of C2SP chunked encryption, Wycheproof's and ours; vectors/README.md says what is in them:
//   node tests/interop/chunked-vectors.mjs vectors/wycheproof-c2sp-chunked-aes-128-gcm.json vectors/chunked-aes-gcm-siv.json
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { chunkSize, derive, open, saltSize, seal } from './chunked.mjs';

const bytes = hex => Buffer.from(hex, 'hex');
const hash = (name, data) => createHash(name).update(data).digest('hex');
let failures = 0;

function check(holds, what) {
  if (holds) return;
  failures++;
  console.log(`failed: ${what}`);
}

/** A key of another size is refused like a message. */
function tryOpen(aead, key, context, message) {
  try {
    return open(aead, key, context, message);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { plaintext: Buffer.alloc(0), refusal: error.message };
  }
}

function checkWycheproof(aead, test) {
  const [key, context, message] = [bytes(test.key), bytes(test.ctx), inflateSync(bytes(test.ct))];
  const { plaintext, refusal } = tryOpen(aead, key, context, message);
  const what = `${test.tcId} (${test.comment})`;
  check((refusal === null) === (test.result === 'valid'), `${what}: ${refusal ?? 'accepted'}`);
  check(plaintext.length === (test.msgLength ?? 0), `${what}: ${plaintext.length} bytes of plaintext`);
  if ('msgLength' in test) check(hash('sha512', plaintext) === test.msgSha512, `${what}: the plaintext`);
  if (!('aeadKey' in test)) return;
  const salt = message.subarray(0, saltSize);
  const { messageKey, baseNonce } = derive(aead, key, salt, context);
  check(messageKey.equals(bytes(test.aeadKey)) && baseNonce.equals(bytes(test.baseNonce)), `${what}: key and base nonce`);
  if (refusal === null) check(seal(aead, key, salt, context, plaintext).equals(message), `${what}: sealed again`);
}

/** Byte i of a plaintext that has only its size is (7 * i + (i >> 8)) mod 256. */
const plaintextOf = vector => 'plaintext' in vector ? bytes(vector.plaintext) : Buffer.from(Array.from({ length: vector.plaintextBytes }, (_, i) => 7 * i + (i >> 8)));

function checkValid(vector) {
  const [key, salt, context, expected] = [bytes(vector.key), bytes(vector.salt), bytes(vector.context), plaintextOf(vector)];
  const derived = derive(vector.aead, key, salt, context);
  for (const name of ['messageKey', 'baseNonce', 'commitment']) check(derived[name].equals(bytes(vector[name])), `${vector.id}: ${name}`);
  const ciphertext = seal(vector.aead, key, salt, context, expected);
  check('ciphertext' in vector ? ciphertext.equals(bytes(vector.ciphertext)) : hash('sha256', ciphertext) === vector.ciphertextSha256, `${vector.id}: the ciphertext`);
  const { plaintext, refusal } = open(vector.aead, key, context, ciphertext);
  check(refusal === null && plaintext.equals(expected), `${vector.id}: opened again`);
  return ciphertext;
}

function checkInvalid(vector, valid, ciphertext) {
  const { pieces, flip, append } = vector.edit;
  const edited = Buffer.concat([...pieces.map(([from, to]) => ciphertext.subarray(from, to)), bytes(append)]);
  if (flip !== undefined) edited[flip] ^= 1;
  check(edited.length === vector.ciphertextBytes && hash('sha256', edited) === vector.ciphertextSha256, `${vector.id}: the edited ciphertext`);
  const { plaintext, refusal } = open(vector.aead, bytes(vector.key), bytes(vector.context), edited);
  check(refusal !== null, `${vector.id}: accepted`);
  check(plaintext.length % chunkSize === 0 || plaintext.length === plaintextOf(valid).length, `${vector.id}: no whole chunks`);
  check(plaintext.equals(plaintextOf(valid).subarray(0, vector.authenticBytes)), `${vector.id}: what is authentic of it`);
}

for (const path of process.argv.slice(2)) {
  const { testGroups, vectors } = JSON.parse(readFileSync(path));
  const failuresBefore = failures;
  let [accepted, refused] = [0, 0];
  if (testGroups) {
    for (const { aead, tests } of testGroups) {
      for (const test of tests) {
        checkWycheproof(aead, test);
        test.result === 'valid' ? accepted++ : refused++;
      }
    }
  } else {
    const known = new Map();
    for (const vector of vectors) {
      if (vector.valid) {
        known.set(vector.id, [vector, checkValid(vector)]);
        accepted++;
      } else {
        checkInvalid(vector, ...known.get(vector.edit.of));
        refused++;
      }
    }
  }
  console.log(`${accepted} valid, ${refused} refused: ${failures - failuresBefore} failures`);
}
process.exit(failures === 0 ? 0 : 1);
