import { sites } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { reachRow } from '../../http/standard-handlers.ts'

interface Answer {
  id: number
  ok: boolean
  code?: string
  message?: string
}

interface Device {
  id: number
  company_id: number
  site_id: number | null
  site_name: string | null
  /** Of the site's company or of one above it. */
  in_line: boolean
  deleted_at: string | null
}

/**
 * Puts devices to a site, one answer a device: those of the site's company or of one above it that the caller may
 * change. They become the site company's.
 * @throws AppError not_found, forbidden; conflict for a site in the trash
 */
export async function addHardware(
  tx: Tx,
  actor: Actor,
  { siteId, hardwareIds }: { siteId: number; hardwareIds: readonly number[] },
): Promise<{ data: Answer[] }> {
  const { access } = sites.addHardware
  const site = await reachRow(tx, actor, { table: 'site', owner: 'company_id' }, access, siteId, { lock: true })
  if (site['deleted_at'] !== null)
    throw new AppError('conflict', { message: 'This is in the trash. Take it back out first.' })
  const company_id = Number(site['company_id'])
  const { rows } = await sql<Device>`
    select h.id, h.company_id, h.site_id, s.name as site_name, h.deleted_at, h.lineage <@ ${site['lineage']}::bigint[] as in_line
    from hardware h left join site s on s.id = h.site_id
    where h.id = any (${hardwareIds}::bigint[]) order by h.id for update of h`.execute(tx)
  const coming: number[] = []
  const data = rows.map((device): Answer => {
    const { id } = device
    const refused = (code: string, message: string) => ({ id, ok: false, code, message })
    if (!actorMayOn(actor, access, relationTo(actor, device.company_id)))
      return refused('forbidden', 'You may not do this to this row.')
    if (device.deleted_at !== null) return refused('conflict', 'This is in the trash.')
    if (device.site_id === siteId) return { id, ok: true }
    if (device.site_id !== null)
      return refused('conflict', `This device stands at ${device.site_name}. Take it away from there first.`)
    if (!device.in_line)
      return refused('conflict', 'This device belongs to a company that is neither the site’s nor above it.')
    coming.push(id)
    return { id, ok: true }
  })
  if (coming.length > 0)
    await sql`update hardware set site_id = ${siteId}, company_id = ${company_id} where id = any (${coming}::bigint[])`.execute(
      tx,
    )
  return { data }
}
