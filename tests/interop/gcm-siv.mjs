// AES-GCM-SIV, written from RFC 8452: AES of single blocks is node:crypto's, everything else is plain arithmetic. Slow, and not in constant time.
import { createCipheriv, timingSafeEqual } from 'node:crypto';

/** AES of each 16-byte block by itself. */
export const aes = (key, blocks) => createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false).update(blocks);
export const xor = (left, right) => Buffer.from(left.map((byte, i) => byte ^ right[i]));

/** Section 3: the lowest coefficient is the lowest bit of the first byte. */
const polynomial = 1n << 128n | 1n << 127n | 1n << 126n | 1n << 121n | 1n;
export const read = block => BigInt('0x' + Buffer.from(block).reverse().toString('hex'));
export const write = value => Buffer.from(value.toString(16).padStart(32, '0'), 'hex').reverse();

/** a · b · x⁻¹²⁸. */
export function dot(a, b) {
  let result = 0n;
  for (let i = 0n; i < 128n; i++) {
    if (b >> i & 1n) result ^= a;
    if (result & 1n) result ^= polynomial;
    result >>= 1n;
  }
  return result;
}

/** Associated data and text, each with zeros to whole blocks, then their lengths in bits. */
export function polyvalInput(text, associatedData) {
  const lengths = Buffer.alloc(16);
  lengths.writeBigUInt64LE(8n * BigInt(associatedData.length), 0);
  lengths.writeBigUInt64LE(8n * BigInt(text.length), 8);
  const padding = part => Buffer.alloc(-part.length & 15);
  return Buffer.concat([associatedData, padding(associatedData), text, padding(text), lengths]);
}

export function polyval(key, input) {
  let sum = 0n;
  for (let at = 0; at < input.length; at += 16) sum = dot(sum ^ read(input.subarray(at, at + 16)), key);
  return sum;
}

/** Section 4: the message's own keys. */
export function deriveKeys(key, nonce) {
  const half = i => aes(key, Buffer.concat([Buffer.from([i, 0, 0, 0]), nonce])).subarray(0, 8);
  return { authentication: read(Buffer.concat([half(0), half(1)])), encryption: Buffer.concat([2, 3, 4, 5].slice(0, key.length / 8).map(half)) };
}

/** Section 5: the tag is also the first counter, with its highest bit set; only the first four bytes count. */
function xorKeyStream(encryption, tag, text) {
  const counters = Buffer.alloc((text.length + 15) & ~15);
  for (let at = 0; at < counters.length; at += 16) {
    tag.copy(counters, at);
    counters[at + 15] |= 0x80;
    counters.writeUInt32LE((tag.readUInt32LE(0) + at / 16) % 2 ** 32, at);
  }
  return xor(text, aes(encryption, counters));
}

function computeTag({ authentication, encryption }, nonce, plaintext, associatedData) {
  const hash = write(polyval(authentication, polyvalInput(plaintext, associatedData)));
  nonce.forEach((byte, i) => { hash[i] ^= byte; });
  hash[15] &= 0x7f;
  return aes(encryption, hash);
}

export function seal(key, nonce, plaintext, associatedData) {
  const keys = deriveKeys(key, nonce);
  const tag = computeTag(keys, nonce, plaintext, associatedData);
  return { ciphertext: xorKeyStream(keys.encryption, tag, plaintext), tag };
}

/** The plaintext, or null where the tag is another. */
export function open(key, nonce, ciphertext, tag, associatedData) {
  const keys = deriveKeys(key, nonce);
  const plaintext = xorKeyStream(keys.encryption, tag, ciphertext);
  return timingSafeEqual(computeTag(keys, nonce, plaintext, associatedData), tag) ? plaintext : null;
}
