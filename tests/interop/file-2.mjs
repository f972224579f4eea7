// Reads and writes encrypted files of version 2, by docs/file-format.md alone:
//   node tests/interop/file-2.mjs decrypt GS|AZ|CT SECRET FILE > PLAINTEXT
//   node tests/interop/file-2.mjs encrypt GS|AZ|CT SECRET FILE [MEMORY,PASSES,LANES] > ENCRYPTED
// SECRET is key-file=PATH (a key file or a raw one), passphrase-file=PATH or passphrase-fd=NUMBER.
// Exit code 1 and one line for what is refused; 3 where a passphrase needs Argon2id and there is none: node before 24.7 takes it from npm (npm ci here).
import * as crypto from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import * as aez from './aez.mjs';
import * as chunked from './chunked.mjs';

const { commitmentSize, saltSize, split } = chunked;
const magic = Buffer.from('AESMODES');
const version = Buffer.from([0, 2]);
const keyFileMagic = Buffer.from('AESMKEYS');
const largestAezPlaintext = 2 ** 31 - 65536;
const aezTagSize = 16;

const algorithms = {
  GS: {
    name: 'gcm-siv',
    seal: (key, header, salt, plaintext) => chunked.seal('AEAD_AES_256_GCM_SIV', key, salt, header, plaintext),
    open: (key, header, message) => chunked.open('AEAD_AES_256_GCM_SIV', key, header, message),
  },
  AZ: {
    name: 'aez',
    seal(key, header, salt, plaintext) {
      if (plaintext.length > largestAezPlaintext) refuse('the plaintext is too long for AEZ');
      const { messageKey, nonce, commitment } = derive('aez', key, 48, header, salt);
      return Buffer.concat([salt, commitment, aez.encrypt(messageKey, nonce, [], aezTagSize, plaintext)]);
    },
    open(key, header, message) {
      const { messageKey, nonce, body } = checkCommitment('aez', key, 48, header, message);
      if (body.length > largestAezPlaintext + aezTagSize) refuse('it is too long for AEZ');
      return { plaintext: aez.decrypt(messageKey, nonce, [], aezTagSize, body) ?? refuse('it is not authentic'), refusal: null };
    },
  },
  CT: {
    name: 'ctr',
    seal(key, header, salt, plaintext) {
      const { messageKey, nonce, commitment } = derive('ctr', key, 32, header, salt);
      return Buffer.concat([salt, commitment, crypto.createCipheriv('aes-256-ctr', messageKey, nonce).update(plaintext)]);
    },
    open(key, header, message) {
      const { messageKey, nonce, body } = checkCommitment('ctr', key, 32, header, message);
      return { plaintext: crypto.createDecipheriv('aes-256-ctr', messageKey, nonce).update(body), refusal: null };
    },
  },
};

/** Of AEZ and AES-CTR, whose nonce or first counter has 16 bytes. */
function derive(name, key, keySize, header, salt) {
  const info = Buffer.concat([Buffer.from(`aesmodes file 2 ${name}\0`), salt, header]);
  const [messageKey, nonce, commitment] = split(chunked.expand(key, info, keySize + 16 + commitmentSize), keySize, 16, commitmentSize);
  return { messageKey, nonce, commitment };
}

function checkCommitment(name, key, keySize, header, message) {
  const [salt, given] = split(message, saltSize, commitmentSize);
  const { messageKey, nonce, commitment } = derive(name, key, keySize, header, salt);
  if (!crypto.timingSafeEqual(given, commitment)) refuse('the commitment is not that of this secret, header and salt');
  return { messageKey, nonce, body: message.subarray(saltSize + commitmentSize) };
}

/** Where the secret comes from, and the secret itself; of a passphrase its bytes. */
function readSecret(argument) {
  const [, kind, from] = /^(key-file|passphrase-file|passphrase-fd)=(.+)$/.exec(argument ?? '') ?? refuse('name the secret: key-file=, passphrase-file= or passphrase-fd=');
  const bytes = readFileSync(kind === 'passphrase-fd' ? Number(from) : from);
  if (kind !== 'key-file') return { source: 'PW', secret: checkPassphrase(bytes) };
  if (bytes.subarray(0, 8).equals(keyFileMagic)) return { source: 'KF', secret: readKeyFile(bytes) };
  if (bytes.length < 16 || bytes.length > 1024) refuse(`a raw key file has 16 to 1,024 bytes; this one has ${bytes.length}`);
  return { source: 'RK', secret: bytes };
}

function readKeyFile(bytes) {
  if (bytes.length !== 52) refuse(`a key file has 52 bytes; this one has ${bytes.length}`);
  const [, keyFileVersion, purpose, secret, checksum] = split(bytes, 8, 2, 2, 32, 8);
  if (keyFileVersion.readUInt16BE() !== 1) refuse('the key file has an unknown version');
  if (purpose.toString('latin1') !== 'FI') refuse('the key file has another purpose');
  if (!crypto.createHash('sha256').update(bytes.subarray(0, 44)).digest().subarray(0, 8).equals(checksum)) refuse('the checksum of the key file is wrong');
  return secret;
}

/** One line end after it is not a part of it. */
function checkPassphrase(bytes) {
  const feed = bytes.indexOf(0x0a);
  const end = feed < 0 ? bytes.length : bytes[feed - 1] === 0x0d ? feed - 1 : feed;
  const passphrase = bytes.subarray(0, end);
  if (passphrase.length === 0 || passphrase.length > 1024) refuse('a passphrase has 1 to 1,024 bytes');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(passphrase);
  } catch {
    refuse('the passphrase is not UTF-8');
  }
  return passphrase;
}

function checkParameters({ memory, passes, lanes }) {
  if (!(lanes >= 1 && lanes <= 16)) refuse('Argon2id takes 1 to 16 lanes here');
  if (!(passes >= 1 && passes <= 16)) refuse('Argon2id takes 1 to 16 passes here');
  if (!(memory >= 8 * lanes && memory <= 1048576)) refuse('Argon2id takes 8 KiB of memory for each lane to 1,048,576 KiB here');
}

/** RFC 9106, version 0x13. */
async function argon2id(passphrase, salt, { memory, passes, lanes }) {
  if (crypto.argon2Sync) return crypto.argon2Sync('argon2id', { message: passphrase, nonce: salt, parallelism: lanes, tagLength: 32, memory, passes });
  try {
    const noble = await import('@noble/hashes/argon2.js');
    return Buffer.from(noble.argon2id(passphrase, salt, { t: passes, m: memory, p: lanes, dkLen: 32, version: 0x13 }));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return stop(3, 'There is no Argon2id: this node has none, and @noble/hashes is not installed (npm ci in tests/interop).');
  }
}

/** The key of the algorithm; the header's last 28 bytes are the parameters where it comes from a passphrase. */
async function deriveKey(code, { source, secret }, header) {
  const expanded = source === 'PW' ? await argon2id(secret, header.subarray(14, 30), readParameters(header))
    : source === 'RK' ? crypto.createHmac('sha512', 'aesmodes file 2 raw key').update(secret).digest()
    : secret;
  return chunked.expand(expanded, Buffer.from(`aesmodes file 2 ${algorithms[code].name}`), 32);
}

function readParameters(header) {
  return { memory: header.readUInt32BE(30), passes: header.readUInt32BE(34), lanes: header.readUInt32BE(38) };
}

/** The header's size, of a file whose header is to be used. */
function checkHeader(file, code, source) {
  if (!file.subarray(0, 8).equals(magic)) refuse('it does not begin with AESMODES');
  if (!file.subarray(8, 10).equals(version)) refuse('its version is not 2');
  const [fileCode, fileSource] = [file.toString('latin1', 10, 12), file.toString('latin1', 12, 14)];
  if (!Object.hasOwn(algorithms, fileCode)) refuse('its algorithm is unknown');
  if (fileCode !== code) refuse(`its algorithm is ${fileCode}`);
  if (!['KF', 'RK', 'PW'].includes(fileSource)) refuse('where its secret comes from is unknown');
  if (fileSource !== source) refuse(`its secret comes from ${fileSource}, and not from ${source}`);
  const size = source === 'PW' ? 42 : 14;
  if (file.length < size + saltSize + commitmentSize) refuse('it ends before its body begins');
  if (source === 'PW') checkParameters(readParameters(file));
  return size;
}

async function decrypt(code, secret, file) {
  const size = checkHeader(file, code, secret.source);
  const header = file.subarray(0, size);
  return algorithms[code].open(await deriveKey(code, secret, header), header, file.subarray(size));
}

async function encrypt(code, secret, plaintext, parameters) {
  const parts = [magic, version, Buffer.from(code), Buffer.from(secret.source)];
  if (secret.source === 'PW') {
    checkParameters(parameters);
    const numbers = Buffer.alloc(12);
    [parameters.memory, parameters.passes, parameters.lanes].forEach((number, i) => numbers.writeUInt32BE(number, 4 * i));
    parts.push(crypto.randomBytes(16), numbers);
  }
  const header = Buffer.concat(parts);
  const message = algorithms[code].seal(await deriveKey(code, secret, header), header, crypto.randomBytes(saltSize), plaintext);
  return { plaintext: Buffer.concat([header, message]), refusal: null };
}

function stop(exitCode, line) {
  writeSync(2, line + '\n');
  process.exit(exitCode);
}

function refuse(why) {
  stop(1, `refused: ${why}`);
}

const [verb, code, secretArgument, path, numbers = '65536,3,4'] = process.argv.slice(2);
if (!['decrypt', 'encrypt'].includes(verb) || !Object.hasOwn(algorithms, code ?? '') || path === undefined) refuse('name decrypt or encrypt, then GS, AZ or CT, the secret, and the file');
const secret = readSecret(secretArgument);
const file = readFileSync(path);
const [memory, passes, lanes] = numbers.split(',').map(Number);
const { plaintext: output, refusal } = verb === 'decrypt' ? await decrypt(code, secret, file) : await encrypt(code, secret, file, { memory, passes, lanes });
for (let at = 0; at < output.length;) at += writeSync(1, output, at);
if (refusal !== null) refuse(refusal);
