import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { exportFailure } from '../configuration/comparable.ts'
import { RouterError } from '../errors.ts'
import type { CallOptions, Row, Session, Values } from '../session.ts'
import type { SshSession } from '../ssh/session.ts'
import { size } from '../values/units.ts'
import { isSince } from '../values/version.ts'
import { textReader } from '../wire/text.ts'
import { removeBackupEntries } from './access-entry.ts'
import { versionOf } from './identity.ts'
import { unlessRejected } from './missing.ts'

/** Maximum bytes in one reply of `/file/read`. */
export const chunkSize = 32_768
/** Larger exports are not stored. */
const maxExportBytes = 16 * 1024 * 1024

const secretNames =
  'password|passphrase|secret|(?:private|pre-?shared|auth|authentication|encryption|md5|management-protection|api)-key' +
  '|tcp-md5-key|static-(?:transmit-)?key(?:-\\d)?|static-sta-private-key|pin|token'

/** A value: quoted, quoted inside the quotes of a script, or bare. */
const secrets = new RegExp(
  String.raw`((?:^|[\s";{])(?:[a-z0-9.-]+-|[a-z0-9]+\.)?(?:${secretNames})=)("(?:[^"\\]|\\.)*"|\\"(?:[^"\\]|\\[^"])*\\"|(?:[^\s"\\]|\\.)+)`,
  'gm',
)

const secretName = new RegExp(`^(?:[a-z0-9.-]+[-.])?(?:${secretNames}|key|psk|contents)$`)

/** Whether the value of a property is a secret, or can contain any: passwords, keys, the contents of a file. */
export const isSecretProperty = (name: string): boolean => secretName.test(name)

/** Replaces each secret by three stars. Empty secrets stay empty. */
export const maskSecrets = (text: string): string =>
  text.replaceAll(secrets, (integer, name: string, value: string) => (value === '""' ? integer : `${name}***`))

/**
 * Normalises an export for comparison: removes the line with the date, which would differ each time, and joins lines
 * that RouterOS breaks at the width of a terminal.
 */
export const tidyExport = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\\\n[ \t]*/g, '')
    .replace(/^# [^\n]* by RouterOS [^\n]*\n/m, '')

/**
 * The configuration as text with masked secrets, or with `secrets: true` as the router shows them to this login. The router writes it to a file, which is read and removed; since 7.13
 * in chunks, in earlier versions from the contents that a print includes for small files, or over SSH.
 * https://help.mikrotik.com/docs/display/ROS/Configuration+Management
 * @param of name of the file without its ending; by default that of a temporary file, see `removeTemporaryFiles`;
 *   `ssh` opens a connection over SSH for a file that this version cannot return over the API
 * @throws RouterError unsupported for a file that this version cannot return over the API, without `ssh`; refused if
 *   the login lacks a policy, or if the router could not export a menu: an incomplete export is never returned; what
 *   `ssh` throws
 */
export async function exportConfig(
  session: Session,
  {
    name = temporaryName('export'),
    secrets: isFull = false,
    ssh,
    ...options
  }: CallOptions & { name?: string; secrets?: boolean; ssh?: OpenSsh } = {},
): Promise<string> {
  const version = await versionOf(session, options)
  // RouterOS 7 omits secrets unless a flag asks for them; RouterOS 6 omits them only with a flag.
  const isNew = isSince(version, '7')
  const flags: Values = isFull === isNew ? { [isNew ? 'show-sensitive' : 'hide-sensitive']: '' } : {}
  try {
    // A small device with a long configuration needs more time.
    await session.run('export', { file: name, ...flags }, { timeoutMs: 60_000, ...options })
    const file = await findFile(session, `${name}.rsc`, options)
    const text = isSince(version, '7.13')
      ? await readFile(session, file, options)
      : await readEarlier(session, file, ssh, options)
    const failed = exportFailure(text)
    if (failed !== undefined) throw new RouterError('refused', `The export is incomplete: ${failed}`, { sent: true })
    return isFull ? tidyExport(text) : maskSecrets(tidyExport(text))
  } finally {
    await removeFile(session, `${name}.rsc`)
  }
}

/** Name of a file that the panel removes within minutes: it has the time, in seconds since 1970 to the base 36. */
export const temporaryName = (kind: 'export' | 'backup'): string =>
  `trunkline-${kind}-${Math.floor(Date.now() / 1000).toString(36)}-${randomBytes(6).toString('hex')}`

/** Minutes after which no process uses a temporary file any more. */
const maxTemporaryMinutes = 10

/**
 * Removes exports and backups, and the entries of backups, that could not be removed because the connection was lost.
 * @throws RouterError if the files or entries cannot be listed
 */
export async function removeTemporaryFiles(session: Session, now = Date.now()): Promise<void> {
  await removeBackupEntries(session, now / 1000 - maxTemporaryMinutes * 60)
  for (const { name } of await session.print('file', { proplist: ['name'] })) {
    const seconds = /^trunkline-(?:export|backup)-([0-9a-z]+)-[0-9a-f]{12}\.(?:rsc|backup)$/.exec(name ?? '')?.[1]
    if (seconds !== undefined && Number.parseInt(seconds, 36) * 1000 < now - maxTemporaryMinutes * 60_000)
      await removeFile(session, name as string)
  }
}

interface FoundFile {
  name: string
  size: number | null
}

/** Finds a file that was just written: it may take a moment until it is listed, or has a size. */
export async function findFile(session: Session, name: string, options: CallOptions = {}): Promise<FoundFile> {
  for (let tries = 0; ; tries++) {
    const rows = await session.print('file', { ...options, proplist: ['name', 'size'], where: { name } })
    const row = rows[0]
    const bytes = size(row?.size)
    if (row !== undefined && bytes !== 0) return { name, size: bytes }
    if (tries === 10) throw new RouterError('refused', 'The router did not write the file.', { sent: true })
    await wait(100 + tries * 50)
  }
}

async function readFile(session: Session, file: FoundFile, options: CallOptions): Promise<string> {
  const parts: string[] = []
  for (let offset = 0; offset < (file.size ?? maxExportBytes); offset += chunkSize) {
    const args = { file: file.name, 'chunk-size': chunkSize, offset }
    const { rows, ret } = await session.run('file/read', args, options)
    const data = rows[0]?.data ?? ret ?? ''
    parts.push(data)
    if (data.length < chunkSize) break
    if (offset > maxExportBytes) throw new RouterError('unsupported', 'The configuration exceeds the size limit.')
  }
  return parts.join('')
}

/** Opens a connection over SSH to the router of a session, or returns the open one. */
export type OpenSsh = () => Promise<SshSession>

const decode = textReader('windows-1252')

/** Before 7.13: a print includes the contents of small files only. */
async function readEarlier(
  session: Session,
  { name }: FoundFile,
  ssh: OpenSsh | undefined,
  options: CallOptions,
): Promise<string> {
  const rows = await session.print('file', { ...options, proplist: ['contents'], where: { name } })
  const contents = rows[0]?.contents ?? ''
  if (contents !== '') return contents
  if (ssh === undefined)
    throw new RouterError('unsupported', 'This version of RouterOS cannot return a file of this size over the API.')
  const bytes = await (await ssh()).readFile(name, { maxBytes: maxExportBytes, ...options })
  return decode(bytes, 0, bytes.length)
}

/** Removes a file if it exists and the connection is open. */
export async function removeFile(session: Session, name: string): Promise<void> {
  try {
    const rows = await unlessRejected(session.print('file', { proplist: ['name'], where: { name }, timeoutMs: 10_000 }))
    const ids = (rows ?? []).flatMap((row: Row) => row['.id'] ?? [])
    if (ids.length > 0) await unlessRejected(session.remove('file', ids, { timeoutMs: 10_000 }))
  } catch {
    // The caller needs the error that closed the connection; a leftover file does no harm.
  }
}
