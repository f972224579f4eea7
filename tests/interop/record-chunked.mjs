// Writes vectors/chunked-aes-gcm-siv.json with chunked.mjs; the same bytes each time, and it needs nothing but node:
//   node tests/interop/record-chunked.mjs vectors/chunked-aes-gcm-siv.json
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chunkSize, commitmentSize, derive, open, saltSize, seal } from './chunked.mjs';

const sizes = [0, 1, 15, 16, 17, 100, 16383, 16384, 16385, 32767, 32768, 32769, 40000, 200000];
const contextSizes = [0, 1, 100];
const largestInHex = 100;
const bodyOffset = saltSize + commitmentSize;
const wholeChunk = chunkSize + 16;
const vectors = [];
const hex = bytes => bytes.toString('hex');
const sha256 = bytes => createHash('sha256').update(bytes).digest();

/** Bytes that are the same in every run: SHA-256 of a name and a number, as often as needed. */
function bytes(size, name) {
  return Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, (_, i) => sha256(`${name} ${i}`))).subarray(0, size);
}

/** vectors/README.md's plaintext of long messages. */
const longPlaintext = size => Buffer.from(Array.from({ length: size }, (_, i) => 7 * i + (i >> 8)));

for (const keyBits of [128, 256]) {
  const aead = `AEAD_AES_${keyBits}_GCM_SIV`;
  const key = bytes(keyBits / 8, `${aead} key`);

  function recordValid(size, contextSize) {
    const id = `aes${keyBits}-context-${contextSize}-len-${size}`;
    const isLong = size > largestInHex;
    const [salt, context, plaintext] = [bytes(saltSize, `${id} salt`), bytes(contextSize, `${id} context`), isLong ? longPlaintext(size) : bytes(size, `${id} plaintext`)];
    const { messageKey, baseNonce, commitment } = derive(aead, key, salt, context);
    const ciphertext = seal(aead, key, salt, context, plaintext);
    vectors.push({
      id, aead, valid: true, key: hex(key), salt: hex(salt), context: hex(context), ...isLong ? { plaintextBytes: size } : { plaintext: hex(plaintext) },
      messageKey: hex(messageKey), baseNonce: hex(baseNonce), commitment: hex(commitment), ...isLong ? { ciphertextSha256: hex(sha256(ciphertext)) } : { ciphertext: hex(ciphertext) },
    });
    return { id, context, ciphertext };
  }

  /** What vectors/README.md says under "edit". */
  function recordInvalid(name, comment, valid, { pieces = [[0, valid.ciphertext.length]], flip, append = '', key: otherKey = key, context = valid.context }) {
    const edited = Buffer.concat([...pieces.map(([from, to]) => valid.ciphertext.subarray(from, to)), Buffer.from(append, 'hex')]);
    if (flip !== undefined) edited[flip] ^= 1;
    const { plaintext, refusal } = open(aead, otherKey, context, edited);
    if (refusal === null) throw new Error(`${name}: it is valid`);
    const edit = { of: valid.id, pieces, ...flip === undefined ? {} : { flip }, append };
    vectors.push({
      id: `aes${keyBits}-invalid-${name}`, aead, valid: false, comment, key: hex(otherKey), context: hex(context), edit,
      ciphertextBytes: edited.length, ciphertextSha256: hex(sha256(edited)), authenticBytes: plaintext.length,
    });
  }

  const valid = Object.fromEntries(contextSizes.flatMap(contextSize => sizes.map(size => [`${contextSize}/${size}`, recordValid(size, contextSize)])));

  const short = valid['1/17'];
  recordInvalid('key', 'another key', short, { key: bytes(keyBits / 8, `${aead} another key`) });
  recordInvalid('context', 'another context', short, { context: Buffer.from([short.context[0] ^ 1]) });
  recordInvalid('no-context', 'no context', short, { context: Buffer.alloc(0) });
  recordInvalid('salt', 'the salt is changed', short, { flip: 0 });
  recordInvalid('commitment', 'the commitment is changed', short, { flip: saltSize });
  recordInvalid('commitment-end', 'the last byte of the commitment is changed', short, { flip: bodyOffset - 1 });
  recordInvalid('chunk', 'the only chunk is changed', short, { flip: bodyOffset });
  recordInvalid('tag', 'the tag of the only chunk is changed', short, { flip: short.ciphertext.length - 1 });
  for (const size of [0, saltSize - 1, saltSize, bodyOffset - 1]) recordInvalid(`header-${size}`, 'truncated inside salt and commitment', short, { pieces: [[0, size]] });
  recordInvalid('no-chunk', 'truncated before the only chunk', short, { pieces: [[0, bodyOffset]] });
  recordInvalid('short-tag', 'truncated inside the tag of an empty chunk', valid['0/0'], { pieces: [[0, bodyOffset + 15]] });
  recordInvalid('short-end', 'truncated: the last byte is missing', short, { pieces: [[0, short.ciphertext.length - 1]] });
  recordInvalid('short-extra', 'an extra byte', short, { append: '00' });

  const whole = valid['100/16384'];
  recordInvalid('empty-last-dropped', 'the last chunk, which is empty, is dropped', whole, { pieces: [[0, bodyOffset + wholeChunk]] });
  recordInvalid('empty-last-changed', 'the last chunk, which is empty, is changed', whole, { flip: whole.ciphertext.length - 1 });

  const long = valid['100/40000'];
  const end = long.ciphertext.length;
  const header = [0, bodyOffset];
  const [first, second, last] = [0, 1, 2].map(i => [bodyOffset + i * wholeChunk, Math.min(bodyOffset + (i + 1) * wholeChunk, end)]);
  recordInvalid('first-changed', 'the first of three chunks is changed', long, { flip: first[0] });
  recordInvalid('second-changed', 'the second of three chunks is changed', long, { flip: second[0] + 8000 });
  recordInvalid('second-tag-changed', 'the tag of the second of three chunks is changed', long, { flip: second[1] - 1 });
  recordInvalid('last-changed', 'the last of three chunks is changed', long, { flip: end - 17 });
  recordInvalid('swapped', 'the first two of three chunks are swapped', long, { pieces: [header, second, first, last] });
  recordInvalid('repeated', 'the first of three chunks is there twice, the second is not', long, { pieces: [header, first, first, last] });
  recordInvalid('first-dropped', 'the first of three chunks is dropped', long, { pieces: [header, second, last] });
  recordInvalid('second-dropped', 'the second of three chunks is dropped', long, { pieces: [header, first, last] });
  recordInvalid('last-dropped', 'the last of three chunks is dropped: truncated where two chunks meet', long, { pieces: [header, first, second] });
  recordInvalid('last-two-dropped', 'the last two of three chunks are dropped', long, { pieces: [header, first] });
  recordInvalid('inside-second', 'truncated inside the second of three chunks', long, { pieces: [[0, second[0] + 100]] });
  recordInvalid('inside-second-tag', 'truncated by the last byte of the second of three chunks', long, { pieces: [[0, second[1] - 1]] });
  recordInvalid('15-of-last', 'truncated: only 15 bytes of the last of three chunks are left', long, { pieces: [[0, last[0] + 15]] });
  recordInvalid('last-twice', 'the last of three chunks is there twice', long, { pieces: [[0, end], last] });
  recordInvalid('extra', 'an extra byte', long, { append: '00' });
}

const file = {
  algorithm: 'C2SP chunked encryption (c2sp.org/chunked-encryption@v1) with SHA-512 and AES-GCM-SIV (RFC 8452)',
  source: 'written by tests/interop/record-chunked.mjs',
  vectors: [],
};
writeFileSync(process.argv[2], JSON.stringify(file, null, 1).replace(/\[\]\n\}$/, `[\n${vectors.map(vector => '  ' + JSON.stringify(vector)).join(',\n')}\n ]\n}\n`));
console.log(`${vectors.filter(vector => vector.valid).length} valid and ${vectors.filter(vector => !vector.valid).length} invalid vectors in ${process.argv[2]}`);
