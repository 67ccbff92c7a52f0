import { message, type AnyMessage, type ErrorCode, type Message } from '@trunkline/contract/errors'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { deviceUserMessages, deviceUsersOf } from './device-users.ts'

interface Answer extends Partial<AnyMessage> {
  id: number
  ok: boolean
  code?: string
}

interface Device {
  id: number
  name: string
  company_id: number
  site_id: number | null
  site_name: string | null
  /** Whether it belongs to the site's company or an ancestor. */
  in_line: boolean
  deleted_at: string | null
}

/**
 * Assigns devices to a site, with one result per device. A device must belong to the site's company or an ancestor, be
 * editable by the caller, and be at no other site. It is transferred to the company of the site.
 * @param site a site that the caller may use, locked
 */
export async function assignToSite(
  tx: Tx,
  actor: Actor,
  site: { id: number; company_id: number; ancestor_ids: readonly number[] },
  ids: readonly number[],
): Promise<Answer[]> {
  const { rows } = await sql<Device>`
    select h.id, h.name, h.company_id, h.site_id, s.name as site_name, h.deleted_at, h.ancestor_ids <@ ${site.ancestor_ids}::bigint[] as in_line
    from hardware h left join site s on s.id = h.site_id
    where h.id = any (${ids}::bigint[]) order by h.id for update of h`.execute(tx)
  // A device used as a NAS or dial-up by a company outside the site's branch cannot move.
  const holders = await deviceUsersOf(tx, ids, { beside: site.company_id })
  const coming: number[] = []
  const data = rows.map((device): Answer => {
    const { id } = device
    const rejected = (code: ErrorCode, reason: Message) => ({ id, ok: false, code, ...reason })
    const held = holders.filter(({ hardware_id }) => hardware_id === id)
    if (!actorMayOn(actor, hardware.update.access, relationTo(actor, device.company_id)))
      return rejected('forbidden', message('row.forbidden'))
    if (device.deleted_at !== null) return rejected('conflict', message('row.trashed'))
    if (device.site_id === site.id) return { id, ok: true }
    if (device.site_id !== null)
      return rejected('conflict', message('hardware.at_other_site', { site: device.site_name ?? '' }))
    if (!device.in_line) return rejected('conflict', message('hardware.company_not_above_site'))
    if (device.company_id !== site.company_id && held.length > 0)
      return rejected('conflict', message('hardware.in_use', { name: device.name, holders: deviceUserMessages(held) }))
    coming.push(id)
    return { id, ok: true }
  })
  if (coming.length > 0)
    await tx
      .updateTable('hardware')
      .set({ site_id: site.id, company_id: site.company_id })
      .where('id', 'in', coming)
      .execute()
  return data
}
