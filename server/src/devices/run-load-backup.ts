import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import {
  comparableText,
  configurationDifference,
  exportConfig,
  loadBinaryBackup,
  removeBackupEntries,
  removeFile,
  RouterError,
  type Session,
} from '@trunkline/routeros'
import { withSystem } from '../db/system-transaction.ts'
import { openBackupFile, takeBackup } from './backup.ts'
import { deviceMessage, toDeviceError } from './faults.ts'
import { optional, readResource, readSerial } from './readings/identity.ts'
import { hasRestarted, sessionWithUptime } from './restart.ts'
import { notReached, type CommandOutcome, type Run } from './run.ts'

/** Differences that a message lists. */
const maxNotes = 10
/** A read of the whole configuration, in milliseconds. */
const exportMs = 60_000

/** What is loaded, and what the device must have afterwards. */
interface StoredBackup {
  board: string | null
  serial_number: string | null
  content: Buffer
  password: string
  /** The configuration with secrets that was stored with the binary backup. */
  text: string
}

/** The input of the command. */
interface LoadInput {
  backup_id: number
  /** The configuration that the user compared. */
  current_id: number
}

/** What is stored before the load is sent. */
interface SentState {
  /** Seconds; null if the device does not report it. */
  uptime: number | null
  /** Names of the certificates that the device had. */
  certificates: string[]
  /** The uploaded file. */
  file: string
}

const storedBackup = (run: Run): Promise<StoredBackup | undefined> =>
  withSystem(run.databases, async (tx) => {
    const { backup_id } = run.input as unknown as LoadInput
    const row = await tx
      .selectFrom('config_backup')
      .select(['board', 'serial_number'])
      .where('id', '=', backup_id)
      .where('hardware_id', '=', run.settings.id)
      .executeTakeFirst()
    const binary = await openBackupFile(tx, run.keys, backup_id, 'binary')
    const text = await openBackupFile(tx, run.keys, backup_id, 'text')
    if (row === undefined || binary === undefined || text === undefined) return undefined
    return {
      ...row,
      content: binary.content,
      password: binary.password ?? '',
      text: text.content.toString('utf8'),
    }
  })

/**
 * Loads a binary backup, the last resort: there is no rollback, because the backup replaces whatever is armed. The
 * device must be the one that saved it, with the configuration that the user compared. The panel copies the file over
 * SSH, loads it, waits for the restart, and compares the configuration with the text stored with the backup.
 */
export async function runLoadBackup(run: Run): Promise<CommandOutcome> {
  const stored = await storedBackup(run)
  if (stored === undefined)
    return { state: run.sentAt === undefined ? 'refused' : 'unknown', message: message('command.backup_missing') }
  if (run.sentAt !== undefined)
    return verifyLoad(run, stored, run.savedState as unknown as SentState, run.sentAt.getTime())
  let session: Session
  try {
    ;({ session } = await sessionWithUptime(run))
    const rejected = await otherDevice(session, stored)
    if (rejected !== undefined) return { state: 'refused', message: rejected }
    await run.progress('saving')
    const { id } = await takeBackup(run, session, 'before_restore')
    if (id !== run.input['current_id'])
      return {
        state: 'refused',
        message: message('command.configuration_changed'),
        result: { changed_meanwhile: true },
      }
  } catch (error) {
    return notSent(run, error)
  }
  return load(run, session, stored)
}

/** Nothing was sent. */
function notSent(run: Run, error: unknown): CommandOutcome {
  const problem = toDeviceError(error)
  if (problem.error === 'refused') return { state: 'refused', message: problem.reason }
  run.drop()
  return notReached(problem)
}

/** Why the backup is not loaded on this device; undefined if it saved the backup. */
async function otherDevice(session: Session, stored: StoredBackup): Promise<Message | undefined> {
  const { board } = await readResource(session)
  const serial = await readSerial(session)
  if (board !== null && board === stored.board && serial !== null && serial === stored.serial_number) return undefined
  const nameOf = (...parts: (string | null)[]) => parts.map((part) => part ?? '?').join(' ')
  return message('command.backup_of_other', {
    backup: nameOf(stored.board, stored.serial_number),
    device: nameOf(board, serial),
  })
}

const certificatesOf = async (session: Session): Promise<string[]> =>
  (await optional(session.print('certificate', { proplist: ['name'] }))).flatMap(({ name }) => name ?? [])

/** Copies the file to the device and loads it. */
async function load(run: Run, session: Session, stored: StoredBackup): Promise<CommandOutcome> {
  let sent: SentState | undefined
  let sentAt = 0
  let ssh
  try {
    ssh = await run.openSsh(session)
    const certificates = await certificatesOf(session)
    await loadBinaryBackup(session, ssh, {
      content: stored.content,
      password: stored.password,
      onUploaded: async (file) => {
        const { uptime_seconds: uptime } = await readResource(session)
        const state = { uptime, certificates, file }
        await run.markSent(state)
        sentAt = Date.now()
        sent = state
      },
    })
  } catch (error) {
    const problem = toDeviceError(error)
    if (sent === undefined) {
      if (problem.error !== 'refused') return notSent(run, error)
      return { state: 'refused', message: message('command.backup_not_uploaded', { cause: problem.reason }) }
    }
    if (problem.error === 'refused')
      return { state: 'refused', message: message('command.backup_not_loaded', { cause: problem.reason }) }
    if (!(error instanceof RouterError) || !error.sent) return notSent(run, error)
  } finally {
    await ssh?.close().catch(() => undefined)
  }
  return verifyLoad(run, stored, sent as unknown as SentState, sentAt)
}

/** Waits for the restart, and reads what the device has now. Never loads again. */
async function verifyLoad(run: Run, stored: StoredBackup, sent: SentState, sentAt: number): Promise<CommandOutcome> {
  run.drop()
  await run.progress('reading')
  // A later worker looks at the device as well, however long ago the load was sent.
  const until = Math.max(sentAt + run.timeouts.restartMs, Date.now() + run.timeouts.lookMs)
  let cause: Message = message('command.not_back')
  while (Date.now() < until) {
    await sleep(run.timeouts.pauseMs)
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      const elapsed = (Date.now() - sentAt) / 1000
      const { uptime_seconds: now } = await readResource(session)
      if (now !== null && hasRestarted(sent.uptime, now, elapsed)) return await compared(run, session, stored, sent)
      // A router takes some seconds to shut down.
      if (now !== null && Date.now() > sentAt + run.timeouts.restartMs / 4) {
        await removeFile(session, sent.file)
        return { state: 'refused', message: message('command.not_restarted') }
      }
      cause = message('command.restart_unproven')
    } catch (error) {
      cause = toDeviceError(error).reason
    } finally {
      void session?.close().catch(() => {})
    }
  }
  return { state: 'unknown', unchecked: true, message: message('command.load_unread', { cause }) }
}

/** Compares the configuration of the device, which has restarted, with the text that was stored with the backup. */
async function compared(run: Run, session: Session, stored: StoredBackup, sent: SentState): Promise<CommandOutcome> {
  // The panel is connected: it needs no other certificate.
  await removeBackupEntries(session, Number.MAX_SAFE_INTEGER)
  await removeFile(session, sent.file)
  const text = await exportConfig(session, { timeoutMs: exportMs, secrets: true })
  const names = await certificatesOf(session)
  const missing = sent.certificates.filter((name) => !names.includes(name))
  const notes: Message[] = missing.length === 0 ? [] : [message('command.certificates_missing', { names: missing })]
  const differences = differencesOf(text, stored.text)
  // The next scheduled backup stores it otherwise.
  await takeBackup(run, session, 'manual').catch(toDeviceError)
  const result = { differences: differences.length, certificates_missing: missing }
  if (differences.length > 0)
    return {
      state: 'differs',
      message: message('command.load_differs', {
        notes: [...differences.slice(0, maxNotes).map(deviceMessage), ...notes],
      }),
      result,
    }
  return { state: 'done', message: notes.length === 0 ? null : message('command.loaded', { notes }), result }
}

/** What a configuration lacks of a stored one, apart from certificates, which a backup may not contain. */
function differencesOf(text: string, stored: string): string[] {
  if (comparableText(text) === comparableText(stored)) return []
  const { operations, skipped } = configurationDifference(text, stored, { isOtherDevice: true })
  return [
    ...operations.map((one) => one.text),
    ...skipped.filter(({ reason }) => reason !== 'certificate' && reason !== 'menu').map((one) => one.text),
  ]
}
