import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createEncryptor, decrypt, isEncrypted, type Encryptor } from './cipher.ts'
import { BackupError } from './errors.ts'
import { readTar, tarEnd, tarEntry } from './tar.ts'

/** Checksum of an entry as stored in the archive. */
export interface EntrySum {
  name: string
  bytes: number
  sha256: string
}

export const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/** File name suffix while the file is being written. */
export const unfinished = '.unfinished'

/**
 * Writes an archive to a temporary name and renames it when it is complete and on disk, so that a file with the final
 * name is always a complete backup.
 */
export class ArchiveWriter {
  readonly sums: EntrySum[] = []
  bytes = 0
  readonly path: string
  readonly #file: FileHandle
  readonly #encryptor: Encryptor | undefined
  readonly #at = new Date()

  private constructor(path: string, file: FileHandle, encryptor: Encryptor | undefined) {
    this.path = path
    this.#file = file
    this.#encryptor = encryptor
  }

  /** @throws BackupError cannotCreate if the file cannot be written or already exists */
  static async create(path: string, passphrase: string | undefined): Promise<ArchiveWriter> {
    if (await exists(path)) throw new BackupError('cannotCreate', `${path} exists already; it is not overwritten.`)
    try {
      const file = await open(path + unfinished, 'w', 0o600)
      const encryptor = passphrase === undefined ? undefined : await createEncryptor(passphrase)
      const writer = new ArchiveWriter(path, file, encryptor)
      if (encryptor) await writer.#write(encryptor.head)
      return writer
    } catch (cause) {
      throw new BackupError(
        'cannotCreate',
        `The backup can't be written to ${dirname(path)}: ${(cause as Error).message}`,
        {
          cause,
        },
      )
    }
  }

  async add(name: string, data: Buffer): Promise<void> {
    for (const part of tarEntry(name, data, this.#at)) await this.#push(part)
    this.sums.push({ name, bytes: data.length, sha256: sha256(data) })
  }

  /** Ends the archive; afterwards it is on disk, still under its temporary name. */
  async end(): Promise<void> {
    await this.#push(tarEnd())
    if (this.#encryptor) await this.#write(this.#encryptor.end())
    await this.#file.sync()
    await this.#file.close()
  }

  /** Renames the finished archive to its final name. */
  async publish(): Promise<void> {
    await rename(this.path + unfinished, this.path)
    // The rename is durable once its folder is flushed.
    const folder = await open(dirname(this.path), 'r')
    await folder.sync()
    await folder.close()
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => {})
    await rm(this.path + unfinished, { force: true })
  }

  async #push(data: Buffer): Promise<void> {
    if (data.length === 0) return
    for (const part of this.#encryptor?.push(data) ?? [data]) await this.#write(part)
  }

  async #write(data: Buffer): Promise<void> {
    await this.#file.write(data)
    this.bytes += data.length
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * The entries of a backup file, decrypted if necessary.
 * @throws BackupError if the file does not exist, the passphrase is missing or wrong, or the file is truncated or
 *   damaged
 */
export async function* readArchive(
  path: string,
  passphrase: string | undefined,
): AsyncGenerator<{ name: string; data: Buffer }> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (cause) {
    throw new BackupError('noInput', `The backup ${path} can't be opened: ${(cause as Error).message}`, { cause })
  }
  const start = Buffer.alloc(16)
  await file.read(start, 0, start.length, 0)
  await file.close()
  const source = createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>
  if (!isEncrypted(start)) yield* readTar(source)
  else if (passphrase === undefined)
    throw new BackupError('passphrase', `${basename(path)} is encrypted: set TRUNKLINE_BACKUP_PASSPHRASE.`)
  else yield* readTar(decrypt(source, passphrase))
}
