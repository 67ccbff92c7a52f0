import { createHash, randomBytes } from 'node:crypto'
import type { BackupReason, BinaryState } from '@trunkline/contract/resources/device-enums'
import type { OutsideChange } from '@trunkline/contract/resources/device-backup'
import {
  comparableText,
  exportConfig,
  readBinaryBackup,
  removeTemporaryFiles,
  RouterError,
  type OpenSsh,
  type Session,
  type SshSession,
} from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { open, openBytes, seal, sealBytes, type Keys } from '../secrets.ts'
import { DeviceError } from './device-error.ts'
import { backupFileContext } from './password-context.ts'
import { readActivity, readDeviceTime, type Activity } from './readings/activity.ts'
import { readResource, readSerial } from './readings/identity.ts'

/** How many configurations of a device are retained. The newest one always is. */
export interface BackupRetention {
  count: number
  /** Since the device last had the configuration; 0: no limit. */
  days: number
  /** Number of binary backups, which are larger. */
  binaries: number
}

export const defaultRetention: BackupRetention = { count: 400, days: 0, binaries: 10 }

/** What a backup needs of the run of a command, or of a poll. */
export interface BackupContext {
  databases: Databases
  keys: Keys
  settings: { id: number; user: string | null }
  /** Of the command; undefined for a scheduled backup. */
  id?: number
  retention?: BackupRetention
  /** Connects over SSH, for files that the version of the device does not return over the API. */
  openSsh(session: Session): Promise<SshSession>
}

export interface TakenBackup {
  id: number
  /** False: the device has the configuration that was stored last. */
  isNew: boolean
}

/** A configuration as it was read from a device. */
interface Configuration {
  /** Comparable, with masked secrets: for display. */
  text: string
  /** As the device exports it to this login, with secrets; undefined if the login may not read them. */
  full: string | undefined
  routeros_version: string | null
  board: string | null
  architecture: string | null
  serial_number: string | null
  /** The clock of the device, see `readDeviceTime`. */
  device_time: string | null
}

interface BinaryBackup {
  state: BinaryState
  content?: Buffer
  password?: string
  recoversAccess?: boolean
}

/** Time limit of one export: a small device with a long configuration needs more than the default. */
const exportMs = 60_000

/** @throws RouterError, DeviceError */
async function readConfiguration(session: Session, ssh: OpenSsh): Promise<Configuration> {
  const { routeros_version, board, architecture } = await readResource(session)
  const serial_number = await readSerial(session)
  const device_time = await readDeviceTime(session)
  // The router itself leaves out the secrets of the text for display: it knows all their names.
  const masked = await exportConfig(session, { timeoutMs: exportMs, ssh })
  const full = await exportConfig(session, { timeoutMs: exportMs, secrets: true, ssh }).catch(ifRejected(undefined))
  return { text: comparableText(masked), full, routeros_version, board, architecture, serial_number, device_time }
}

/** Milliseconds of an export within a request, which may last 15 seconds. */
const presentMs = 12_000

/**
 * The present configuration of a device in the form of stored ones, comparable and with masked secrets. Not stored.
 * @throws RouterError, DeviceError
 */
export const readPresentText = async (session: Session): Promise<string> =>
  comparableText(await exportConfig(session, { timeoutMs: presentMs }))

/** A login that lacks a policy is rejected; a lost connection is an error of the whole backup. */
const ifRejected =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof RouterError && error.kind === 'refused') return value
    throw error
  }

async function readBinary(session: Session, ssh: OpenSsh): Promise<BinaryBackup> {
  const password = randomBytes(24).toString('base64url')
  try {
    return { state: 'stored', ...(await readBinaryBackup(session, { password, ssh })), password }
  } catch (error) {
    if (error instanceof DeviceError && session.isOpen) return { state: 'unsupported' }
    if (!(error instanceof RouterError) || !session.isOpen) throw error
    return {
      state: error.kind === 'refused' ? 'rejected' : error.kind === 'unsupported' ? 'unsupported' : 'failed',
    }
  }
}

interface StoredRow {
  id: number
  text: string
  routeros_version: string | null
  binary_state: BinaryState | null
  device_time: string | null
}

async function lastOf(tx: Tx, hardware_id: number): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select id, text, routeros_version, binary_state, device_time from config_backup where hardware_id = ${hardware_id}
      order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** Whether the device has the configuration of `row`; secrets are compared where both are known. */
async function isSame(tx: Tx, keys: Keys, row: StoredRow, { text, full }: Configuration): Promise<boolean> {
  if (comparableText(row.text) !== text) return false
  const known = full === undefined ? undefined : await openBackupFile(tx, keys, row.id, 'text')
  return (
    known === undefined || full === undefined || comparableText(known.content.toString('utf8')) === comparableText(full)
  )
}

/** Whether to read the binary backup of a configuration whose text is stored already. */
const isBinaryDue = (row: StoredRow, { routeros_version }: Configuration) =>
  row.binary_state === null || row.binary_state === 'failed' || row.routeros_version !== routeros_version

/**
 * Reads the configuration of a device, as text and where the version can return it as a binary backup, and stores it. A
 * configuration equal to the one stored last is not stored again. Only configurations that were read completely are
 * stored. Files that an earlier backup left on the device
 * are removed.
 * @param session an open session with the device
 * @throws RouterError, DeviceError if the device cannot export, or the connection was lost
 */
export async function takeBackup(context: BackupContext, session: Session, reason: BackupReason): Promise<TakenBackup> {
  let connection: Promise<SshSession> | undefined
  const ssh = () => (connection ??= context.openSsh(session))
  try {
    return await readAndStore(context, session, reason, ssh)
  } finally {
    await (await connection?.catch(() => undefined))?.close()
  }
}

async function readAndStore(
  context: BackupContext,
  session: Session,
  reason: BackupReason,
  ssh: OpenSsh,
): Promise<TakenBackup> {
  const { databases, keys, settings } = context
  await removeTemporaryFiles(session)
  const configuration = await readConfiguration(session, ssh)
  const { last, isKnown } = await withSystem(databases, async (tx) => {
    const last = await lastOf(tx, settings.id)
    return { last, isKnown: last !== undefined && (await isSame(tx, keys, last, configuration)) }
  })
  const wantsBinary = last === undefined || !isKnown || isBinaryDue(last, configuration)
  const binary = wantsBinary ? await readBinary(session, ssh) : undefined
  const activity =
    last === undefined || isKnown ? undefined : await activitySince(session, context, configuration, last.device_time)
  const read = { configuration, binary, activity }
  return withSystem(databases, (tx) => store(tx, context, reason, read), { actor_name: 'system' })
}

/** What others did on the device since a time of its clock; without one, in the last 24 hours. */
async function activitySince(
  session: Session,
  { settings }: BackupContext,
  { device_time: now }: Configuration,
  since: string | null,
): Promise<Activity | undefined> {
  if (now === null) return undefined
  const dayBefore = new Date(Date.parse(`${now}Z`) - 86_400_000).toISOString().slice(0, 19)
  return readActivity(session, { own: settings.user ?? '', now, since: since ?? dayBefore })
}

/**
 * Whether two readings of the history list the same change. The clock of a device has whole seconds: a change in the
 * second of a backup is listed with the next one again, at a time that differs by less than two seconds.
 */
const isSameChange = (one: OutsideChange['changes'][number], other: OutsideChange['changes'][number]): boolean =>
  one.by === other.by && one.action === other.action && Math.abs(Date.parse(one.at) - Date.parse(other.at)) < 2000

/**
 * Whether a configuration that differs from the one before was changed by others than the panel: it wrote nothing
 * meanwhile, or the history of the device names other users. A command counts from its first write on, whatever its end.
 */
async function outsideChange(
  tx: Tx,
  hardware_id: number,
  last_id: number,
  activity: Activity | undefined,
): Promise<OutsideChange | null> {
  const { rows } = await sql<{ has_written: boolean; outside: OutsideChange | null }>`
    select b.outside, exists (select from device_command c where c.hardware_id = b.hardware_id and c.sent_at is not null
        and (c.finished_at is null or c.finished_at >= b.seen_at)) as has_written
      from config_backup b where b.id = ${last_id} and b.hardware_id = ${hardware_id}`.execute(tx)
  const certain = rows[0]?.has_written === false
  const before = rows[0]?.outside?.changes ?? []
  const changes = (activity?.changes ?? []).filter((one) => !before.some((other) => isSameChange(one, other)))
  const logins = activity?.logins ?? []
  return certain || changes.length > 0 ? { certain, changes, logins } : null
}

async function store(
  tx: Tx,
  context: BackupContext,
  reason: BackupReason,
  {
    configuration,
    binary,
    activity,
  }: { configuration: Configuration; binary: BinaryBackup | undefined; activity: Activity | undefined },
): Promise<TakenBackup> {
  const { keys, settings, id: command_id } = context
  const { text, full, routeros_version, board, architecture, serial_number, device_time } = configuration
  // A poll and a command may back up a device at the same time.
  await sql`select pg_advisory_xact_lock(hashtext('device backups'), ${settings.id % 2_147_483_647})`.execute(tx)
  const last = await lastOf(tx, settings.id)
  const isKnown = last !== undefined && (await isSame(tx, keys, last, configuration))
  let id: number
  if (isKnown) {
    id = last.id
    await sql`update config_backup set seen_at = now(), routeros_version = ${routeros_version}, board = ${board},
      architecture = ${architecture}, serial_number = ${serial_number},
      device_time = coalesce(${device_time}, device_time) where id = ${id}`.execute(tx)
  } else {
    const { added, removed } = countDifference(comparableText(last?.text ?? ''), text)
    const outside = last === undefined ? null : await outsideChange(tx, settings.id, last.id, activity)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const { rows } = await sql<{ id: number }>`
      insert into config_backup (company_id, hardware_id, routeros_version, text, sha256, lines, lines_added, lines_removed,
        reason, command_id, requested_by, board, architecture, serial_number, device_time, outside)
      select h.company_id, h.id, ${routeros_version}, ${text}, ${sha256}, ${linesOf(text).length}, ${last === undefined ? 0 : added}, ${removed},
        ${reason}, c.id, c.requested_by, ${board}, ${architecture}, ${serial_number},
        ${device_time}, ${outside === null ? null : JSON.stringify(outside)}::jsonb
        from hardware h left join device_command c on c.id = ${command_id ?? null}::bigint
        where h.id = ${settings.id} and h.deleted_at is null returning id`.execute(tx)
    // Deleted while it was read.
    if (rows[0] === undefined) return { id: 0, isNew: false }
    id = rows[0].id
    if (outside !== null) await auditOutside(tx, settings.id, outside)
  }
  if (full !== undefined && !(isKnown && (await hasFile(tx, id, 'text'))))
    await storeFile(tx, keys, id, 'text', Buffer.from(full))
  if (binary !== undefined) {
    if (binary.content !== undefined) await storeFile(tx, keys, id, 'binary', binary.content, binary.password)
    await sql`update config_backup set binary_state = ${binary.state}, recovers_access = ${binary.recoversAccess ?? false}
      where id = ${id}`.execute(tx)
  }
  await prune(tx, settings.id, context.retention ?? defaultRetention)
  return { id, isNew: !isKnown }
}

/** An entry in the activity of the device, with the users whom the device names. */
const auditOutside = (tx: Tx, hardware_id: number, { changes, logins }: OutsideChange) =>
  sql`select audit_event('update', 'hardware', h.id, h.name, h.company_id, null,
      jsonb_build_object('changed_outside_panel', ${[...new Set([...changes.map(({ by }) => by), ...logins.map(({ name }) => name)])].join(', ') || '?'}::text))
    from hardware h where h.id = ${hardware_id}`.execute(tx)

export type BackupFileKind = 'text' | 'binary'

const hasFile = async (tx: Tx, backup_id: number, kind: BackupFileKind) =>
  (await sql`select 1 from config_backup_file where backup_id = ${backup_id} and kind = ${kind}`.execute(tx)).rows
    .length > 0

async function storeFile(
  tx: Tx,
  keys: Keys,
  backup_id: number,
  kind: BackupFileKind,
  content: Buffer,
  password?: string,
): Promise<void> {
  const key = randomBytes(32)
  await sql`delete from config_backup_file where backup_id = ${backup_id} and kind = ${kind}`.execute(tx)
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('config_backup_file', 'id')) as id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const secret = seal(keys, JSON.stringify({ key: key.toString('base64'), password }), backupFileContext(id))
  await sql`insert into config_backup_file (id, backup_id, kind, bytes, secret, content)
    values (${id}, ${backup_id}, ${kind}, ${content.length}, ${secret}, ${sealBytes(key, content, backupFileContext(id))})`.execute(
    tx,
  )
  if (kind === 'text') await sql`update config_backup set has_secrets = true where id = ${backup_id}`.execute(tx)
}

/**
 * The content of a backup: the text with secrets, or the binary backup with its password.
 * @param tx sees all rows; the caller has checked that the backup may be read
 * @returns undefined if it is not stored
 */
export async function openBackupFile(
  tx: Tx,
  keys: Keys,
  backup_id: number,
  kind: BackupFileKind,
): Promise<{ content: Buffer; password: string | undefined } | undefined> {
  const { rows } = await sql<{ id: number; secret: Buffer; content: Buffer }>`
    select id, secret, content from config_backup_file where backup_id = ${backup_id} and kind = ${kind}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return undefined
  const { key, password } = JSON.parse(open(keys, row.secret, backupFileContext(row.id))) as {
    key: string
    password?: string
  }
  return { content: openBytes(Buffer.from(key, 'base64'), row.content, backupFileContext(row.id)), password }
}

/** As `openBackupFile`, in a transaction of its own: the caller has checked that the backup may be read. */
export const readBackupFile = (
  { databases, keys }: Pick<BackupContext, 'databases' | 'keys'>,
  backup_id: number,
  kind: BackupFileKind,
) => withSystem(databases, (tx) => openBackupFile(tx, keys, backup_id, kind))

/** Deletes what exceeds the retention; the newest configuration with its files always stays. */
async function prune(tx: Tx, hardware_id: number, { count, days, binaries }: BackupRetention): Promise<void> {
  await sql`
    with ranked as (select id, seen_at, row_number() over (order by id desc) as place from config_backup where hardware_id = ${hardware_id})
    delete from config_backup b using ranked r where r.id = b.id and r.place > 1
      and (r.place > ${count} or ${days} > 0 and r.seen_at < now() - make_interval(days => ${days}))`.execute(tx)
  await sql`
    with old as (
      select id from config_backup where hardware_id = ${hardware_id} and binary_state = 'stored' order by id desc offset greatest(${binaries}::int, 1)),
    gone as (delete from config_backup_file f using old where f.backup_id = old.id and f.kind = 'binary')
    update config_backup b set binary_state = 'deleted' from old where b.id = old.id`.execute(tx)
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** Lines that only one of the texts contains, with their counts; moved lines are ignored. */
export function countDifference(before: string, after: string): { added: number; removed: number } {
  const balance = new Map<string, number>()
  for (const line of linesOf(after)) balance.set(line, (balance.get(line) ?? 0) + 1)
  for (const line of linesOf(before)) balance.set(line, (balance.get(line) ?? 0) - 1)
  let [added, removed] = [0, 0]
  for (const count of balance.values())
    if (count > 0) added += count
    else removed -= count
  return { added, removed }
}
