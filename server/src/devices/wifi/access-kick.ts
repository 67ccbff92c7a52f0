import { message, type Message } from '@trunkline/contract/errors'
import { isMissingRow, type Session } from '@trunkline/routeros'
import { inOneLine, toDeviceError } from '../faults.ts'
import type { AccessMenu } from './access-menus.ts'
import { readClientRows } from './registration-table.ts'
import type { WantedAccess } from './shapes.ts'

/** Clients that are always blocked: at all hours, without an earlier entry that accepts them at some time. */
function isAlwaysBlocked(entries: readonly WantedAccess[]): Set<string> {
  const macs = new Set<string>()
  const decided = new Set<string>()
  for (const { mac, action, schedule, is_enabled } of entries) {
    if (!is_enabled || decided.has(mac)) continue
    if (action === 'block' && schedule === null) macs.add(mac)
    if (action === 'allow' || schedule === null) decided.add(mac)
  }
  return macs
}

/**
 * Disconnects blocked clients that are still registered: a router checks its list only when a client joins.
 * @param beforeWrite awaited before the first write
 * @returns what was done or failed
 * @throws RouterError if the connection is lost
 */
export async function kickBlocked(
  session: Session,
  menus: readonly AccessMenu[],
  entries: readonly WantedAccess[],
  beforeWrite: () => Promise<void>,
): Promise<Message[]> {
  const macs = isAlwaysBlocked(entries)
  if (macs.size === 0) return []
  const notes: Message[] = []
  let sentOff = 0
  for (const { root } of menus) {
    const menu = `${root}/registration-table`
    const there = async () => {
      const rows = await readClientRows(session, root, [])
      return rows.filter((row) => macs.has((row['mac-address'] ?? '').toUpperCase()))
    }
    try {
      const found = await there()
      if (found.length > 0) await beforeWrite()
      for (const row of found)
        try {
          await session.remove(menu, row['.id'] ?? '')
        } catch (error) {
          // The client has already left.
          if (!isMissingRow(error)) throw error
        }
      const still = found.length === 0 ? [] : await there()
      sentOff += found.length - still.length
      if (still.length > 0)
        notes.push(
          message('access_list.still_registered', { macs: still.slice(0, 5).map((row) => row['mac-address'] ?? '') }),
        )
    } catch (error) {
      const problem = toDeviceError(error)
      if (problem.error !== 'refused') throw error
      notes.push(message('access_list.not_disconnected', { text: inOneLine(problem.message) }))
    }
  }
  if (sentOff > 0) notes.unshift(message('access_list.disconnected', { devices: sentOff }))
  return notes
}
