import { createHash } from 'node:crypto'
import { message, type Message } from '@trunkline/contract/errors'
import { detectWifi, RouterError, type Session } from '@trunkline/routeros'
import { withSystem } from '../../db/system-transaction.ts'
import { DeviceError } from '../devices.ts'
import { toDeviceError } from '../faults.ts'
import { untilReached, type CommandOutcome, type Run } from '../run.ts'
import { kickBlocked } from './access-kick.ts'
import {
  accessCan,
  differencesOfLine,
  hasDaysApart,
  leftOut,
  rowsOfEntry,
  rowsOfHours,
  type DesiredAccess,
  type WantedRow,
} from './access-lines.ts'
import { loadAccess, type DesiredAccessList } from './access-load.ts'
import { accessMenus, printAccess, seenRows, type AccessMenu } from './access-menus.ts'
import { isPlanEmpty, planAccess, seenLine, type AccessPlan } from './access-plan.ts'
import { nameOf, writePlan, type WriteResult } from './access-write.ts'
import { distinct, noted } from './converge.ts'
import { passphraseDigest } from './digest.ts'
import { wifiMenus, type SeenAccessRow } from './shapes.ts'

/** How often a list is written again if it changes concurrently. */
const maxRounds = 3

/** One list of a device: its current and its wanted rows. */
interface ListResult {
  menu: AccessMenu
  seen: SeenAccessRow[]
  wanted: WantedRow[]
  plan: AccessPlan
}

interface ListComparison {
  lists: ListResult[]
  daysApart: boolean
}

/**
 * Makes the access lists of a device those of its site, whatever their content: reads the wanted lists when it runs,
 * writes only differences, and is done when a subsequent read shows none. An interrupted run is repeated: rows are
 * recognised by their marks, so that none is added twice. A run that ended unchecked, and is checked when the device is
 * reached again, only reads.
 */
export async function runAccess(run: Run): Promise<CommandOutcome> {
  const desiredList = await withSystem(run.databases, (tx) => loadAccess(tx, run.settings.id, run.keys))
  if (desiredList.unopened.length > 0)
    return {
      state: 'refused',
      message: message('access_list.passphrases_lost', { names: desiredList.unopened.slice(0, 5) }),
    }
  const passphrases = new Map(
    desiredList.entries.flatMap(({ id, passphrase }) => (passphrase === null ? [] : [[id, passphrase] as const])),
  )
  let sent = run.sentAt !== undefined
  const isCheck = run.savedState?.['unchecked'] === true
  let first = run.savedState?.['first'] as string | undefined
  let lost: Message | undefined
  let last: { look: ListComparison; written: WriteResult } | undefined
  const markSent = async () => {
    if (!sent) await run.markSent({ first })
    sent = true
  }
  for (let round = 0; ; round++) {
    try {
      const until = Date.now() + (sent ? run.timeouts.lookMs : run.timeouts.connectMs)
      const session = await untilReached(run, until, run.session)
      await run.progress(round === 0 ? 'checking' : 'reading')
      const look = await compareLists(run, session, desiredList)
      if (look.lists.every(({ plan }) => isPlanEmpty(plan)))
        return await done(run, session, look, desiredList, isCheck ? undefined : markSent)
      const now = createHash('sha256')
        .update(JSON.stringify(look.lists.map(({ plan }) => plan)))
        .digest('hex')
      first ??= now
      if (
        isCheck ||
        round === maxRounds ||
        (last !== undefined && last.written.rejections.length > 0 && !last.written.missed)
      )
        return notDone(run, look, last?.written, now === first, lost)
      await markSent()
      const written: WriteResult = { missed: false, rejections: [] }
      last = { look, written }
      for (const { menu, plan } of look.lists) {
        if (isPlanEmpty(plan)) continue
        const one = await writePlan(session, menu, plan, { daysApart: look.daysApart, passphrases })
        written.missed ||= one.missed
        written.rejections.push(...one.rejections)
      }
    } catch (error) {
      if (error instanceof DeviceError) return unreachable(error, sent, last?.look)
      if (!(error instanceof RouterError)) throw error
      run.drop()
      const problem = toDeviceError(error)
      if (problem.error === 'refused' && !sent) return { state: 'refused', message: problem.reason }
      lost = problem.reason
      last = undefined
      if (round === maxRounds) return unreachable(problem, sent, undefined)
    }
  }
}

/**
 * Reads all lists of the device and computes the writes.
 * @throws RouterError
 */
async function compareLists(run: Run, session: Session, desiredList: DesiredAccessList): Promise<ListComparison> {
  const menus = accessMenus(await detectWifi(session))
  const isNew = menus.some(({ kind }) => kind === 'wifi')
  const version = isNew ? (await session.print('system/resource', { proplist: ['version'] }))[0]?.['version'] : null
  const lists: ListResult[] = []
  for (const one of menus) {
    const { menu, rows } = await printAccess(session, one)
    const seen = seenRows(menu, rows, run.keys)
    const wanted = await wantedRows(run, session, menu, desiredList)
    lists.push({ menu, seen, wanted, plan: planAccess(seen.map(seenLine), wanted) })
  }
  return { lists, daysApart: hasDaysApart(version) }
}

const kinds = {
  'caps-man': 'caps-man',
  'wifi-capsman': 'wifi',
  'local-wifi': 'wifi',
  'local-wireless': 'wireless',
} as const

/** An entry with the digest of its passphrase instead of the passphrase. */
const desiredOf = (run: Run, { passphrase, ...entry }: DesiredAccessList['entries'][number]): DesiredAccess => ({
  ...entry,
  passphrase_digest: passphrase === null ? null : passphraseDigest(run.keys, passphrase),
})

/**
 * All wanted rows of a list, in order.
 * @throws RouterError
 */
async function wantedRows(
  run: Run,
  session: Session,
  menu: AccessMenu,
  desiredList: DesiredAccessList,
): Promise<WantedRow[]> {
  const can = accessCan(menu.stack)
  const rows = desiredList.entries.flatMap((entry) => rowsOfEntry(desiredOf(run, entry), can))
  const hours = desiredList.hours.filter(({ stack }) => kinds[stack] === menu.kind)
  if (hours.length === 0) return rows
  const radios = menu.kind === 'wireless' ? await session.print(menu.root, { proplist: ['name', 'ssid'] }) : undefined
  const sending = (ssid: string) =>
    radios?.flatMap((row) => (row['ssid'] === ssid && row['name'] !== undefined ? [row['name']] : []))
  return [...rows, ...hours.flatMap((one) => rowsOfHours(one, can, sending(one.ssid)))]
}

/** Readings of the lists that were read, for the screens. */
const outcomeOf = (run: Run, { lists }: ListComparison): NonNullable<CommandOutcome['outcome']> => ({
  hardware_id: run.settings.id,
  at: new Date(),
  error: null,
  menus: { [wifiMenus.accessList]: lists.flatMap(({ seen }) => seen) },
})

async function done(
  run: Run,
  session: Session,
  look: ListComparison,
  desiredList: DesiredAccessList,
  /** Undefined: nothing may be written, also no client disconnected. */
  beforeWrite: (() => Promise<void>) | undefined,
): Promise<CommandOutcome> {
  const outcome = outcomeOf(run, look)
  if (look.lists.length === 0)
    return desiredList.entries.length + desiredList.hours.length === 0
      ? { state: 'done', message: null, outcome }
      : { state: 'refused', message: message('wifi.disabled'), outcome }
  const menus = look.lists.map(({ menu }) => menu)
  const notes = [
    ...leftOutNotes(run, menus, desiredList),
    ...(beforeWrite === undefined ? [] : await kickBlocked(session, menus, desiredList.entries, beforeWrite)),
  ]
  return { state: 'done', message: noted(notes), outcome }
}

/** Maximum number of messages about single rows; for more, only their number is reported. */
const maxRows = 5

const firstOf = (notes: readonly Message[]): Message[] =>
  notes.length <= maxRows
    ? [...notes]
    : [...notes.slice(0, maxRows), message('access_list.more', { rows: notes.length - maxRows })]

/** Wanted features that the device's systems do not support. */
function leftOutNotes(run: Run, menus: readonly AccessMenu[], desiredList: DesiredAccessList): Message[] {
  const found: Message[] = []
  for (const { stack } of menus)
    for (const entry of desiredList.entries) {
      const fields = leftOut(stack, accessCan(stack), desiredOf(run, entry))
      if (fields.length > 0) found.push(message('access_list.fields_left_out', { name: entry.name, fields }))
    }
  return firstOf(found)
}

/** The remaining differences. */
function remaining({ lists }: ListComparison): Message {
  const found: Message[] = []
  let wantedCount = 0
  for (const { wanted, plan, seen } of lists) {
    wantedCount += wanted.length
    const moved = new Set(plan.place.flatMap((one) => (one.kind === 'move' ? one.ids : [])))
    for (const [at, row] of wanted.entries()) {
      const match = plan.matches[at]
      if (match === undefined) found.push(message('access_list.row_missing', { name: nameOf(row) }))
      else {
        const fields = differencesOfLine(row.line, match.line).map(({ field }) => field)
        if (moved.has(match.id)) fields.push('position')
        if (fields.length > 0) found.push(message('access_list.row_differs', { name: nameOf(row), fields }))
      }
    }
    for (const id of plan.remove)
      found.push(
        message('access_list.row_not_removed', {
          name: seen.find((row) => row.id === id)?.comment?.replace(/^\S+ ?/, '') || id,
        }),
      )
  }
  return message('access_list.differs', { rows: wantedCount, notes: firstOf(found) })
}

function notDone(
  run: Run,
  look: ListComparison,
  written: WriteResult | undefined,
  unchanged: boolean,
  lost: Message | undefined,
): CommandOutcome {
  const outcome = outcomeOf(run, look)
  const rejected = distinct(written?.rejections ?? []).slice(0, 3)
  const left = remaining(look)
  if (rejected.length > 0)
    return { state: 'refused', message: message('access_list.rejected', { notes: [...rejected, left] }), outcome }
  if (lost !== undefined)
    return { state: 'differs', message: message('wifi.connection_lost', { cause: lost, notes: [left] }), outcome }
  return unchanged
    ? { state: 'refused', message: message('command.not_applied', { notes: [left] }), outcome }
    : { state: 'differs', message: left, outcome }
}

function unreachable(problem: DeviceError, sent: boolean, look: ListComparison | undefined): CommandOutcome {
  if (!sent) return { state: 'unreachable', message: problem.reason }
  const notes = look === undefined ? [] : [message('wifi.last_seen', { notes: [remaining(look)] })]
  return {
    state: 'unknown',
    unchecked: true,
    message: message('wifi.connection_lost', { cause: problem.reason, notes }),
  }
}
