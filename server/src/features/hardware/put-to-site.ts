import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { describeHolders, holdersOf } from './hardware-use.ts'

interface Answer {
  id: number
  ok: boolean
  code?: string
  message?: string
}

interface Device {
  id: number
  name: string
  company_id: number
  site_id: number | null
  site_name: string | null
  /** Of the site's company or of one above it. */
  in_line: boolean
  deleted_at: string | null
}

/**
 * Puts devices to a site, one answer a device: those of the site's company or of one above it that the caller may
 * change, and that stand nowhere else. They become the site company's.
 * @param site one that the caller reaches, locked
 */
export async function putToSite(
  tx: Tx,
  actor: Actor,
  site: { id: number; company_id: number; lineage: readonly number[] },
  ids: readonly number[],
): Promise<Answer[]> {
  const { rows } = await sql<Device>`
    select h.id, h.name, h.company_id, h.site_id, s.name as site_name, h.deleted_at, h.lineage <@ ${site.lineage}::bigint[] as in_line
    from hardware h left join site s on s.id = h.site_id
    where h.id = any (${ids}::bigint[]) order by h.id for update of h`.execute(tx)
  // What is a NAS or dials in for a company of another line stays with it.
  const holders = await holdersOf(tx, ids, { beside: site.company_id })
  const coming: number[] = []
  const data = rows.map((device): Answer => {
    const { id } = device
    const refused = (code: string, message: string) => ({ id, ok: false, code, message })
    const held = holders.filter(({ hardware_id }) => hardware_id === id)
    if (!actorMayOn(actor, hardware.update.access, relationTo(actor, device.company_id)))
      return refused('forbidden', 'You may not do this to this row.')
    if (device.deleted_at !== null) return refused('conflict', 'This is in the trash.')
    if (device.site_id === site.id) return { id, ok: true }
    if (device.site_id !== null)
      return refused('conflict', `This device stands at ${device.site_name}. Take it away from there first.`)
    if (!device.in_line)
      return refused('conflict', 'This device belongs to a company that is neither the site’s nor above it.')
    if (device.company_id !== site.company_id && held.length > 0)
      return refused('conflict', `${device.name} is in use: ${describeHolders(held)}. Free it before it changes hands.`)
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
