// BLAKE2b with a digest of 48 bytes and no key (RFC 7693), which node:crypto does not have: AEZ makes its keys with it.
const mask = (1n << 64n) - 1n;
const initial = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n, 0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const order = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d', '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a',
  '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
].map(row => Array.from(row, digit => parseInt(digit, 16)));
const columnsThenDiagonals = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

export function blake2b384(message) {
  const state = [...initial];
  state[0] ^= 0x01010000n ^ 48n;
  const last = Math.max(Math.ceil(message.length / 128) - 1, 0);
  for (let index = 0; index <= last; index++) {
    const block = Buffer.alloc(128);
    Buffer.from(message.subarray(128 * index, 128 * index + 128)).copy(block);
    const words = Array.from({ length: 16 }, (_, i) => block.readBigUInt64LE(8 * i));
    const v = [...state, ...initial];
    v[12] ^= BigInt(Math.min(message.length, 128 * index + 128));
    if (index === last) v[14] ^= mask;
    for (let round = 0; round < 12; round++) {
      columnsThenDiagonals.forEach((quarter, i) => mix(v, quarter, words[order[round % 10][2 * i]], words[order[round % 10][2 * i + 1]]));
    }
    state.forEach((word, i) => { state[i] = word ^ v[i] ^ v[i + 8]; });
  }
  const digest = Buffer.alloc(64);
  state.forEach((word, i) => digest.writeBigUInt64LE(word, 8 * i));
  return Uint8Array.from(digest.subarray(0, 48));
}

function mix(v, [a, b, c, d], x, y) {
  const turn = (word, bits) => word >> bits | word << 64n - bits & mask;
  for (const [input, first, second] of [[x, 32n, 24n], [y, 16n, 63n]]) {
    v[a] = v[a] + v[b] + input & mask;
    v[d] = turn(v[d] ^ v[a], first);
    v[c] = v[c] + v[d] & mask;
    v[b] = turn(v[b] ^ v[c], second);
  }
}
