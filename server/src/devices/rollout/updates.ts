import { setTimeout as sleep } from 'node:timers/promises'
import { RouterError, type Row, type Session } from '@trunkline/routeros'

/** The end of a check for updates or of a download, with the text of RouterOS. */
export interface UpdateStatus {
  end: 'available' | 'current' | 'downloaded' | 'failed' | 'timeout'
  text: string
  /** Version that the device is offered. */
  offered: string | null
}

/** Texts while RouterOS works. Any other text that is not a known end is a failure. */
const progress = /^(finding out latest version|getting changelog|calculating download size|downloading|\d+%)/i

function endOf(row: Row | undefined): UpdateStatus | undefined {
  const text = row?.['status'] ?? ''
  if (text === '' || progress.test(text)) return undefined
  const offered = row?.['latest-version'] ?? null
  if (/^new version is available/i.test(text)) return { end: 'available', text, offered }
  if (/^system is already up to date/i.test(text)) return { end: 'current', text, offered }
  if (/^downloaded, please reboot/i.test(text)) return { end: 'downloaded', text, offered }
  return { end: 'failed', text, offered }
}

const menu = 'system/package/update'

/**
 * Runs a command of the update menu and waits for its end, because RouterOS works in the background: often for more than
 * five seconds (MikroTik manual, Upgrading and installation).
 * @throws RouterError
 */
export async function runUpdate(
  session: Session,
  command: 'check-for-updates' | 'download',
  { timeoutMs, pauseMs }: { timeoutMs: number; pauseMs: number },
): Promise<UpdateStatus> {
  const until = Date.now() + timeoutMs
  let row: Row | undefined
  try {
    row = (await session.run(`${menu}/${command}`, {}, { timeoutMs })).rows.at(-1)
  } catch (error) {
    if (!(error instanceof RouterError && error.kind === 'timeout')) throw error
  }
  for (;;) {
    const end = endOf(row)
    // The download replies while the check before it is still the status.
    if (end !== undefined && !(command === 'download' && end.end === 'available')) return end
    if (Date.now() + pauseMs > until) return { end: 'timeout', text: row?.['status'] ?? '', offered: null }
    await sleep(pauseMs)
    row = (await session.print(menu))[0]
  }
}

/** Sets the update channel, if it differs. @throws RouterError */
export async function setChannel(session: Session, channel: string): Promise<void> {
  const [row] = await session.print(menu)
  if (row?.['channel'] !== channel) await session.set(menu, null, { channel })
}
