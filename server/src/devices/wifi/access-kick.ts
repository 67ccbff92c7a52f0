import { message, type Message } from '@trunkline/contract/errors'
import { isMissingMenu, isMissingRow, RouterError, type Session } from '@trunkline/routeros'
import { inOneLine } from '../faults.ts'
import type { AccessMenu } from './access-menus.ts'
import type { WantedAccess } from './shapes.ts'

/** Those who may never join: blocked at all hours, with no entry before it that lets them in at some. */
function shutOut(entries: readonly WantedAccess[]): Set<string> {
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
 * Sends off those who are blocked and still registered: a list is asked when somebody joins, and not again.
 * @param beforeWrite is waited for before anything is sent that changes something
 * @returns what was done or could not be
 * @throws RouterError where the connection is lost
 */
export async function kickBlocked(
  session: Session,
  menus: readonly AccessMenu[],
  entries: readonly WantedAccess[],
  beforeWrite: () => Promise<void>,
): Promise<Message[]> {
  const macs = shutOut(entries)
  if (macs.size === 0) return []
  const notes: Message[] = []
  let sentOff = 0
  for (const { root } of menus) {
    const menu = `${root}/registration-table`
    const there = async () => {
      const rows = await session.print(menu, { proplist: ['mac-address'] })
      return rows.filter((row) => macs.has((row['mac-address'] ?? '').toUpperCase()))
    }
    try {
      const found = await there()
      if (found.length > 0) await beforeWrite()
      for (const row of found)
        try {
          await session.remove(menu, row['.id'] ?? '')
        } catch (error) {
          // Gone by itself.
          if (!isMissingRow(error)) throw error
        }
      const still = found.length === 0 ? [] : await there()
      sentOff += found.length - still.length
      if (still.length > 0)
        notes.push(
          message('access_list.still_registered', { macs: still.slice(0, 5).map((row) => row['mac-address'] ?? '') }),
        )
    } catch (error) {
      if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
      if (!isMissingMenu(error)) notes.push(message('access_list.not_disconnected', { text: inOneLine(error.message) }))
    }
  }
  if (sentOff > 0) notes.unshift(message('access_list.disconnected', { devices: sentOff }))
  return notes
}
