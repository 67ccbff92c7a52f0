import { RouterError } from '../errors.ts'
import type { CallOptions, Session } from '../session.ts'
import { isSince } from '../values/version.ts'
import { chunkSize, findFile, removeFile, temporaryName, type OpenSsh } from './export.ts'
import type { SshSession } from '../ssh/session.ts'
import { addAccessEntry, removeAccessEntry } from './access-entry.ts'
import { versionOf } from './identity.ts'
import { unlessRejected } from './missing.ts'

/** Larger backups are not read. */
const maxBackupBytes = 16 * 1024 * 1024

const codePage = 'windows-1252'
/** The character of each byte in the code page with which a session decodes values that are not UTF-8. */
const byteOf = new Map(
  Array.from(new TextDecoder(codePage).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)), (letter, byte) => [
    letter,
    byte,
  ]),
)

/**
 * The bytes of a value that a session has decoded as text: as UTF-8 if they were valid UTF-8, else in the code page.
 * @param length number of bytes; decides where both readings are possible
 * @returns undefined if the bytes cannot be determined
 */
export function bytesOfText(text: string, length: number): Buffer | undefined {
  const utf8 = Buffer.from(text, 'utf8')
  if (utf8.length === length) return utf8
  if (text.length !== length) return undefined
  const bytes = Array.from(text, (letter) => byteOf.get(letter))
  return bytes.includes(undefined) ? undefined : Buffer.from(bytes as number[])
}

/** A binary backup that was read from a router. */
export interface BinaryBackup {
  content: Buffer
  /**
   * Whether a lost certificate leaves the panel a way in: over api-ssl the backup contains an entry that creates another
   * one. Without TLS none is needed, and REST has no such entry.
   */
  recoversAccess: boolean
}

/**
 * Saves a binary backup encrypted with `password`, reads it, and removes the file. It is read over the API in chunks;
 * with `ssh` also over SFTP, where the API does not return it: over REST, and before 7.13 (no `/file/read`).
 * https://help.mikrotik.com/docs/display/ROS/Backup
 * @throws RouterError unsupported without `ssh` where the API does not return it, or if the contents cannot be read
 *   byte by byte; refused if the login may not save a backup (policies ftp, read, write, policy, sensitive); what `ssh`
 *   throws
 */
export async function readBinaryBackup(
  session: Session,
  { password, ssh, ...options }: CallOptions & { password: string; ssh?: OpenSsh },
): Promise<BinaryBackup> {
  const isReadable = session.transport !== 'rest' && isSince(await versionOf(session, options), '7.13')
  if (!isReadable && ssh === undefined)
    throw new RouterError('unsupported', 'RouterOS does not return binary files over REST, or before version 7.13.')
  // Before the backup is saved: without a connection it would be saved in vain.
  const over = isReadable ? undefined : await ssh?.()
  const plain = temporaryName('backup')
  const name = `${plain}.backup`
  try {
    const recoversAccess = session.transport === 'api' || (await hasAccessEntry(session, plain, options))
    await session.run('system/backup/save', { name, password }, { timeoutMs: 60_000, ...options })
    const { size } = await findFile(session, name, options)
    if (session.transport === 'api-ssl') await removeAccessEntry(session, plain, options)
    const content =
      over === undefined
        ? await readOverApi(session, name, size, options)
        : await over.readFile(name, { maxBytes: maxBackupBytes, ...options })
    // The size of a file may be listed late: one that has grown was not read to its end.
    if ((await findFile(session, name, options)).size !== size)
      throw new RouterError('unsupported', 'The backup changed while it was read.', { sent: true })
    return { content, recoversAccess }
  } finally {
    // Where a call has failed; without a connection, the next backup removes it.
    if (session.transport === 'api-ssl') await unlessRejected(removeAccessEntry(session, plain)).catch(() => undefined)
    await removeFile(session, name)
  }
}

/** Adds the entry that creates a certificate; a login or device-mode may forbid it. */
const hasAccessEntry = async (session: Session, plain: string, options: CallOptions): Promise<boolean> =>
  (await unlessRejected(addAccessEntry(session, plain, options))) === true

/**
 * Loads a binary backup: the router replaces its whole configuration, and restarts. Most routers close the connection
 * instead of replying; the uptime and the configuration show afterwards whether it was loaded.
 * https://help.mikrotik.com/docs/display/ROS/Backup
 * @param ssh an open connection over SSH: the API does not take binary files
 * @returns after the command was sent
 * @throws RouterError not sent: the file could not be stored, and nothing has changed; refused: wrong password, not a
 *   backup, or the login may not load it (policies ftp, read, write, policy, sensitive, reboot)
 */
export async function loadBinaryBackup(
  session: Session,
  ssh: SshSession,
  {
    content,
    password,
    onUploaded,
  }: {
    content: Uint8Array
    password: string
    /** Called before the load is sent, with the name of the file, which a router may retain. */
    onUploaded: (name: string) => Promise<void>
  },
): Promise<void> {
  const name = `${temporaryName('backup')}.backup`
  try {
    await ssh.writeFile(name, content)
    const { size } = await findFile(session, name)
    if (size !== content.length)
      throw new RouterError('refused', 'The router did not store the whole file: its storage may be full.')
  } catch (error) {
    await removeFile(session, name)
    throw error
  }
  await onUploaded(name)
  try {
    await session.run('system/backup/load', { name, password }, { timeoutMs: 60_000 })
  } catch (error) {
    const isGone = error instanceof RouterError && (error.kind === 'closed' || error.kind === 'timeout') && error.sent
    if (isGone) return
    await removeFile(session, name)
    throw error
  }
}

async function readOverApi(session: Session, name: string, size: number | null, options: CallOptions): Promise<Buffer> {
  if (size === null || size > maxBackupBytes)
    throw new RouterError('unsupported', 'The backup has no known size, or exceeds the limit.')
  const parts: Buffer[] = []
  for (let offset = 0; offset < size; offset += chunkSize) {
    const { rows, ret } = await session.run('file/read', { file: name, 'chunk-size': chunkSize, offset }, options)
    const bytes = bytesOfText(rows[0]?.data ?? ret ?? '', Math.min(chunkSize, size - offset))
    if (bytes === undefined)
      throw new RouterError('unsupported', 'The router did not return the backup byte by byte.', { sent: true })
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}
