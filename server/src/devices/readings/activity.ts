import { localTime, maskSecrets, type Row, type Session } from '@trunkline/routeros'
import type { OutsideChange } from '@trunkline/contract/resources/device-backup'
import { inOneLine } from '../faults.ts'
import { optional } from './identity.ts'

/** What others than the panel did on a device. Times are in UTC, ISO 8601. */
export type Activity = Pick<OutsideChange, 'changes' | 'logins'>

/** At most so many entries of each kind are stored, the latest ones. */
const maxEntries = 50

/** Ways on which the panel itself logs in. */
const ownWays = new Set(['api', 'api-ssl', 'rest-api', 'ssh', 'ftp', 'sftp'])

/** The clock of a device, in its time zone, as ISO 8601 without a zone; null if the login may not read it. */
export async function readDeviceTime(session: Session): Promise<string | null> {
  const [row] = await optional(session.print('system/clock', { proplist: ['date', 'time'] }))
  return localTime(`${row?.date ?? ''} ${row?.time ?? ''}`)
}

/**
 * The time of a log entry, in the clock of the device. Versions before 7.10 omit the date of today, and the year.
 * @param now the clock of the device
 */
export function logTime(value: string | undefined, now: string): string | null {
  const text = value?.trim() ?? ''
  if (/^\d{2}:\d{2}:\d{2}$/.test(text)) return localTime(`${now.slice(0, 10)} ${text}`)
  const short = /^([a-z]{3}\/\d{2}) (\d{2}:\d{2}:\d{2})$/i.exec(text)
  if (short === null) return localTime(text)
  const year = Number(now.slice(0, 4))
  const found = localTime(`${short[1]}/${year} ${short[2]}`)
  return found !== null && found > now ? localTime(`${short[1]}/${year - 1} ${short[2]}`) : found
}

/**
 * Who was logged in on a device, and what they changed, according to `/user/active`, `/log` and `/system/history`.
 * The values of a change are not read: they may be secrets.
 * @param own the user of the panel on the device
 * @param now the clock of the device
 * @param since only entries from this time of the clock on
 * @throws RouterError if the connection ends; menus that the login may not read are left out
 */
export async function readActivity(
  session: Session,
  { own, now, since, at = new Date() }: { own: string; now: string; since: string; at?: Date },
): Promise<Activity> {
  const utc = (local: string) => new Date(at.getTime() - (millis(now) - millis(local))).toISOString()
  const [history, log, active] = await Promise.all([
    optional(session.print('system/history', { proplist: ['action', 'by', 'time'] })),
    optional(session.print('log', { proplist: ['time', 'topics', 'message'] })),
    optional(session.print('user/active', { proplist: ['when', 'name', 'address', 'via'] })),
  ])
  const changes = history.flatMap(({ action, by, time }: Row) => {
    const local = logTime(time, now)
    if (by === undefined || by === own || local === null || local < since) return []
    return [{ by: inOneLine(by), action: maskSecrets(inOneLine(action ?? '')), at: utc(local) }]
  })
  return {
    changes: latest(changes, ({ at: time }) => time),
    logins: latest(loginsOf({ log, active, own, now, since }, utc), ({ from }) => from),
  }
}

const millis = (local: string) => Date.parse(`${local}Z`)

/** Newest first. */
const latest = <T>(all: readonly T[], timeOf: (one: T) => string): T[] =>
  all.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one))).slice(0, maxEntries)

const loginMessage = /^user (.+) logged (in|out) from (\S+) via (\S+)$/

function loginsOf(
  read: { log: readonly Row[]; active: readonly Row[]; own: string; now: string; since: string },
  utc: (local: string) => string,
): Activity['logins'] {
  const { log, active, own, now, since } = read
  const logins: Activity['logins'] = []
  const isOwn = (name: string, via: string) => name === own && ownWays.has(via)
  for (const { time, topics, message } of log) {
    const local = logTime(time, now)
    const [, name = '', verb, address = '', via = ''] = loginMessage.exec(message ?? '') ?? []
    if (local === null || !(topics ?? '').split(',').includes('account') || verb === undefined || isOwn(name, via))
      continue
    const open = logins.findLast(
      (one) => one.name === inOneLine(name) && one.address === address && one.via === via && one.until === null,
    )
    if (verb === 'in') logins.push({ name: inOneLine(name), address, via, from: utc(local), until: null })
    else if (open !== undefined) open.until = utc(local)
  }
  // The log is short, and empty after a restart: a session may be older than its first entry.
  for (const { name = '', address = '', via = '', when } of active) {
    const local = logTime(when, now)
    if (local === null || isOwn(name, via)) continue
    const known = logins.some((one) => one.name === inOneLine(name) && one.address === address && one.until === null)
    if (!known) logins.push({ name: inOneLine(name), address, via, from: utc(local), until: null })
  }
  const start = utc(since)
  return logins.filter(({ until }) => until === null || until >= start)
}
