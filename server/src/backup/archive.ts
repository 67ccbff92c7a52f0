import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createEncryptor, decrypt, isEncrypted, type Encryptor } from './cipher.ts'
import { BackupError } from './errors.ts'
import { readTar, tarEnd, tarEntry } from './tar.ts'

/** Checksum of an entry as it stands in the archive. */
export interface EntrySum {
  name: string
  bytes: number
  sha256: string
}

export const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/** Ending of a file that is being written. */
export const unfinished = '.unfinished'

/**
 * Writes an archive aside and gives it its name once it is complete and on disk, so that a file with that name is always a
 * whole backup.
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

  /** @throws BackupError cannotCreate where the file can't be written or is there already */
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

  /** Ends the archive; it is on disk afterwards, under the name of one that is being written. */
  async end(): Promise<void> {
    await this.#push(tarEnd())
    if (this.#encryptor) await this.#write(this.#encryptor.end())
    await this.#file.sync()
    await this.#file.close()
  }

  /** Gives the ended archive its name. */
  async publish(): Promise<void> {
    await rename(this.path + unfinished, this.path)
    // The name is on disk when its folder is.
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
 * The entries of a backup file, decrypted where it is encrypted.
 * @throws BackupError where there is no such file, the passphrase is missing or wrong, or the file is cut off or damaged
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
