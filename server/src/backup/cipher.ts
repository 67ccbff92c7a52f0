import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { BackupError } from './errors.ts'

/**
 * Encrypts a backup with a passphrase: scrypt (RFC 7914) derives a key from it and a random salt, AES-256-GCM (NIST SP
 * 800-38D) encrypts chunks of 1 MiB. The nonce of a chunk consists of its number and whether it is the last one, so
 * that missing, repeated, reordered and truncated chunks are detected; each chunk authenticates the header too.
 *
 * `magic (16) | log2 N (1) | r (1) | p (1) | salt (16) | check (16)`, then chunks of `ciphertext | tag (16)`.
 */
const magic = Buffer.from('TRUNKLINE-ENC-1\n')
const cost = { log2N: 15, r: 8, p: 1 }
const saltBytes = 16
const checkBytes = 16
const headBytes = magic.length + 3 + saltBytes + checkBytes
const chunkBytes = 1024 * 1024
const tagBytes = 16

interface ChunkKey {
  key: Buffer
  /** Distinguishes a wrong passphrase from a damaged file. */
  check: Buffer
}

function deriveKey(passphrase: string, salt: Buffer, { log2N, r, p }: typeof cost): Promise<ChunkKey> {
  const N = 2 ** log2N
  return new Promise((done, fail) =>
    scrypt(passphrase.normalize('NFKC'), salt, 64, { N, r, p, maxmem: 256 * N * r }, (error, derived) => {
      if (error) return fail(error)
      const check = createHash('sha256').update(derived.subarray(32)).digest().subarray(0, checkBytes)
      done({ key: derived.subarray(0, 32), check })
    }),
  )
}

/** 12 bytes: the chunk's number and whether it is the last one. */
function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce.writeUInt8(last ? 1 : 0, 11)
  return nonce
}

/** Whether a file with this beginning is encrypted. */
export const isEncrypted = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic)

/** Encrypts the pushed data; the caller writes the returned buffers in order. */
export interface Encryptor {
  head: Buffer
  push(data: Buffer): Buffer[]
  end(): Buffer
}

export async function createEncryptor(passphrase: string): Promise<Encryptor> {
  const salt = randomBytes(saltBytes)
  const { key, check } = await deriveKey(passphrase, salt, cost)
  const head = Buffer.concat([magic, Buffer.from([cost.log2N, cost.r, cost.p]), salt, check])
  let chunk = 0
  let waiting = Buffer.alloc(0)
  const encrypt = (data: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunk++, last))
    cipher.setAAD(head)
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])
  }
  return {
    head,
    push(data) {
      waiting = Buffer.concat([waiting, data])
      const encrypted: Buffer[] = []
      // Only the end shows which chunk is the last: a full one waits for more data.
      while (waiting.length > chunkBytes) {
        encrypted.push(encrypt(waiting.subarray(0, chunkBytes), false))
        waiting = waiting.subarray(chunkBytes)
      }
      return encrypted
    },
    end: () => encrypt(waiting, true),
  }
}

/**
 * Decrypts an encrypted file.
 * @throws BackupError passphrase if it is wrong; data if the file is truncated or modified
 */
export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0)
  let open: ((data: Buffer, last: boolean) => Buffer) | undefined
  let chunk = 0
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data])
    if (open === undefined && waiting.length >= headBytes) {
      open = await openerOf(Buffer.from(waiting.subarray(0, headBytes)), passphrase, () => chunk++)
      waiting = waiting.subarray(headBytes)
    }
    while (open !== undefined && waiting.length > chunkBytes + tagBytes) {
      yield open(waiting.subarray(0, chunkBytes + tagBytes), false)
      waiting = waiting.subarray(chunkBytes + tagBytes)
    }
  }
  if (open === undefined || waiting.length < tagBytes)
    throw new BackupError('data', 'The backup is cut off: the file ends too early.')
  yield open(waiting, true)
}

async function openerOf(
  head: Buffer,
  passphrase: string,
  nextChunk: () => number,
): Promise<(data: Buffer, last: boolean) => Buffer> {
  const at = magic.length
  const given = { log2N: head[at]!, r: head[at + 1]!, p: head[at + 2]! }
  // Limits the memory that a modified header can allocate.
  if (given.log2N > 18 || given.r > 8 || given.p > 4)
    throw new BackupError('data', 'The backup is damaged: its head is not valid.')
  const { key, check } = await deriveKey(passphrase, head.subarray(at + 3, at + 3 + saltBytes), given)
  if (!timingSafeEqual(check, head.subarray(-checkBytes)))
    throw new BackupError('passphrase', 'The passphrase in TRUNKLINE_BACKUP_PASSPHRASE is not the one of this backup.')
  return (data, last) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nextChunk(), last), { authTagLength: tagBytes })
    decipher.setAAD(head)
    decipher.setAuthTag(data.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()])
    } catch (cause) {
      throw new BackupError(
        'data',
        last ? 'The backup is cut off or damaged at its end.' : 'The backup is damaged: a part of it was changed.',
        { cause },
      )
    }
  }
}
