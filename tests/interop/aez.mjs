// AEZ v5, written from its specification with nothing but arithmetic on bytes. Slow, and not in constant time.
import { blake2b384 } from './blake2b.mjs';

const powers = [];
for (let i = 0, power = 1; i < 255; i++, power = power ^ twice(power)) powers[i] = power;
const sBox = Uint8Array.from({ length: 256 }, (_, x) => {
  const inverse = x === 0 ? 0 : powers[(255 - powers.indexOf(x)) % 255];
  return [0, 1, 2, 3, 4].reduce((sum, turn) => sum ^ inverse << turn ^ inverse >> 8 - turn, 0x63) & 0xff;
});

/** In AES's field, whose three generates it. */
function twice(x) {
  return (x << 1 ^ (x & 0x80 ? 0x1b : 0)) & 0xff;
}

/** SubBytes, ShiftRows, MixColumns, AddRoundKey. */
function round(block, key) {
  const result = new Uint8Array(16);
  for (let column = 0; column < 16; column += 4) {
    const s = [0, 1, 2, 3].map(row => sBox[block[(column + 4 * row) % 16 + row]]);
    for (let row = 0; row < 4; row++) {
      const [a, b, c, d] = [0, 1, 2, 3].map(step => s[(row + step) % 4]);
      result[column + row] = twice(a) ^ twice(b) ^ b ^ c ^ d ^ key[column + row];
    }
  }
  return result;
}

/** As long as the shortest. */
const xor = (...parts) => Uint8Array.from({ length: Math.min(...parts.map(part => part.length)) }, (_, i) => parts.reduce((sum, part) => sum ^ part[i], 0));
const join = (...parts) => Uint8Array.from(parts.flatMap(part => [...part]));
const zero = new Uint8Array(16);
const pad = part => join(part, [0x80], zero).subarray(0, 16);
const doubled = block => Uint8Array.from(block, (byte, i) => (byte << 1 | (i < 15 ? block[i + 1] >> 7 : 0)) ^ (i === 15 && block[0] & 0x80 ? 0x87 : 0));
const toNumber = bytes => bytes.length === 0 ? 0n : BigInt('0x' + Buffer.from(bytes).toString('hex'));
const toBytes = (number, size) => Uint8Array.from(Buffer.from(number.toString(16).padStart(2 * size, '0'), 'hex'));

/** The tweakable cipher under a key: E(j, i, block); j is −1 for ten rounds. */
function makeCipher(key) {
  const subkeys = key.length === 48 ? key : blake2b384(key);
  const [I, J, L] = [0, 16, 32].map(at => subkeys.subarray(at, at + 16));
  const doublesOfI = [I];
  const times = (n, block) => n === 0 ? zero : xor(n & 1 ? block : zero, doubled(times(n >> 1, block)));
  return (j, i, block) => {
    if (j < 0) return [I, J, L, I, J, L, I, J, L, I].reduce(round, xor(block, times(i, L)));
    while (doublesOfI.length <= Math.ceil(i / 8)) doublesOfI.push(doubled(doublesOfI.at(-1)));
    return [J, I, L, zero].reduce(round, xor(block, times(j, J), doublesOfI[Math.ceil(i / 8)], times(i % 8, L)));
  };
}

/** AEZ-hash of the tag's size, the nonce and the strings of associated data. */
function hash(E, tagSize, strings) {
  let sum = E(3, 1, toBytes(BigInt(8 * tagSize), 16));
  strings.forEach((string, k) => {
    for (let at = 0; at === 0 || at < string.length; at += 16) {
      const block = string.subarray(at, at + 16);
      sum = xor(sum, block.length === 16 ? E(4 + k, at / 16 + 1, block) : E(4 + k, 0, pad(block)));
    }
  });
  return sum;
}

/** AEZ-tiny, or its inverse: up to 31 bytes, as numbers of half of their bits. Below 16 bytes one bit of the ciphertext is changed besides. */
function tiny(E, delta, input, inverse) {
  const size = input.length;
  const half = BigInt(4 * size);
  const tweak = size < 16 ? 7 : 6;
  const rounds = size === 1 ? 24 : size === 2 ? 16 : size < 16 ? 10 : 8;
  const text = Uint8Array.from(input);
  const correct = bytes => { if (size < 16) bytes[0] ^= E(0, 3, xor(delta, join([bytes[0] | 0x80], bytes.subarray(1), zero).subarray(0, 16)))[0] & 0x80; };
  if (inverse) correct(text);
  let left = toNumber(text) >> half;
  let right = toNumber(text) & (1n << half) - 1n;
  for (let i = 0; i < rounds; i++) {
    const j = inverse ? rounds - 1 - i : i;
    const padded = toBytes(right << 128n - half | 1n << 127n - half, 16);
    padded[15] ^= j;
    [left, right] = [right, left ^ toNumber(E(0, tweak, xor(delta, padded))) >> 128n - half];
  }
  const result = toBytes(right << half | left, size);
  if (!inverse) correct(result);
  return result;
}

/** AEZ-core, or its inverse, in which two tweaks are exchanged: pairs of blocks, a fragment of less than a pair, the last pair. */
function core(E, delta, text, inverse) {
  const [before, after] = inverse ? [2, 1] : [1, 2];
  const pairs = Math.floor(text.length / 32) - 1;
  const block = at => text.subarray(at, at + 16);
  const end = text.length - 32;
  const fragment = text.subarray(32 * pairs, end);
  const [u, v] = [fragment.subarray(0, 16), fragment.length < 16 ? null : fragment.subarray(16)];
  const ofFragment = (first, second) => xor(
    first.length === 16 ? E(0, 4, first) : first.length > 0 ? E(0, 4, pad(first)) : zero,
    second === null ? zero : E(0, 5, pad(second)));

  const W = [];
  const X = [];
  for (let i = 1; i <= pairs; i++) {
    W[i] = xor(block(32 * i - 32), E(1, i, block(32 * i - 16)));
    X[i] = xor(block(32 * i - 16), E(0, 0, W[i]));
  }
  const sumX = X.reduce((sum, x) => xor(sum, x), ofFragment(u, v));
  const Sx = xor(block(end), delta, sumX, E(0, before, block(end + 16)));
  const Sy = xor(block(end + 16), E(-1, before, Sx));
  const S = xor(Sx, Sy);

  const result = [];
  let Y = zero;
  for (let i = 1; i <= pairs; i++) {
    const mask = E(2, i, S);
    const [y, z] = [xor(W[i], mask), xor(X[i], mask)];
    const second = xor(y, E(0, 0, z));
    result.push(xor(z, E(1, i, second)), second);
    Y = xor(Y, y);
  }
  const [newU, newV] = [xor(u, E(-1, 4, S)), v && xor(v, E(-1, 5, S))];
  Y = xor(Y, ofFragment(newU, newV));
  const y = xor(Sx, E(-1, after, Sy));
  const x = xor(Sy, delta, Y, E(0, after, y));
  return join(...result, newU, newV ?? [], x, y);
}

const encipher = (E, delta, text, inverse) => text.length < 32 ? tiny(E, delta, text, inverse) : core(E, delta, text, inverse);

/** AEZ-prf: the ciphertext of no plaintext. */
function prf(E, delta, tagSize) {
  const blocks = Array.from({ length: Math.ceil(tagSize / 16) }, (_, i) => E(-1, 3, xor(delta, toBytes(BigInt(i), 16))));
  return join(...blocks).subarray(0, tagSize);
}

/** As long as the plaintext and the tag. */
export function encrypt(key, nonce, strings, tagSize, plaintext) {
  const E = makeCipher(key);
  const delta = hash(E, tagSize, [nonce, ...strings]);
  return plaintext.length === 0 ? prf(E, delta, tagSize) : encipher(E, delta, join(plaintext, new Uint8Array(tagSize)), false);
}

/** The plaintext, or null where it is not authentic. */
export function decrypt(key, nonce, strings, tagSize, ciphertext) {
  if (ciphertext.length < tagSize) return null;
  const E = makeCipher(key);
  const delta = hash(E, tagSize, [nonce, ...strings]);
  if (ciphertext.length === tagSize) return xor(prf(E, delta, tagSize), ciphertext).every(byte => byte === 0) ? new Uint8Array() : null;
  const text = encipher(E, delta, ciphertext, true);
  const size = ciphertext.length - tagSize;
  return text.subarray(size).every(byte => byte === 0) ? text.subarray(0, size) : null;
}
