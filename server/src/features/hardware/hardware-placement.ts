import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { deviceUserMessages, deviceUsersOf } from './device-users.ts'
import type { HardwareBody, StoredHardware } from './hardware-rules.ts'

interface SitePlacement {
  company_id?: number
  site_id?: number | null
}

interface Site {
  company_id: number
  /** Ancestor ids of the site's company, from the root. */
  ancestor_ids: number[]
}

/** The site, locked until the commit: transactions that count its devices or delete it must wait. */
async function siteOf(tx: Tx, id: number): Promise<Site> {
  const { rows } = await sql<Site & { deleted_at: string | null }>`
    select company_id, ancestor_ids, deleted_at from site where id = ${id} for no key update`.execute(tx)
  if (rows[0] === undefined || rows[0].deleted_at !== null)
    throw invalid({ site_id: message('row.missing', { kind: 'site' }) })
  return rows[0]
}

/** The given company is not that of the site. */
export const elsewhere = message('hardware.site_of_other_company')

/**
 * Determines company and site of a device. A device assigned to a site is transferred to the site's company; before, it
 * must belong to that company or an ancestor, unless the same change sets the company. A device at a site keeps its
 * company.
 * @throws AppError validation_failed at `company_id` or `site_id`, forbidden, conflict with the other users of the
 * device
 */
export async function placeOf(
  tx: Tx,
  actor: Actor,
  body: HardwareBody,
  before: StoredHardware | undefined,
): Promise<SitePlacement> {
  const place = before === undefined ? await firstPlacement(tx, actor, body) : await newPlacement(tx, body, before)
  if (place.company_id !== undefined && place.company_id !== before?.company_id) {
    const action = before === undefined ? 'create' : 'update'
    if (!actorMayOn(actor, { action, subject: 'hardware' }, relationTo(actor, place.company_id)))
      throw new AppError('forbidden')
    if (before !== undefined) await checkBranch(tx, before, place.company_id)
  }
  return place
}

async function firstPlacement(tx: Tx, actor: Actor, body: HardwareBody): Promise<SitePlacement> {
  if (body.site_id == null) return { company_id: body.company_id ?? actor.company_id }
  const site = await siteOf(tx, body.site_id)
  if (body.company_id !== undefined && body.company_id !== site.company_id) throw invalid({ company_id: elsewhere })
  return { company_id: site.company_id, site_id: body.site_id }
}

async function newPlacement(tx: Tx, body: HardwareBody, before: StoredHardware): Promise<SitePlacement> {
  const moves = body.company_id !== undefined && body.company_id !== before.company_id
  if (body.site_id === undefined || body.site_id === before.site_id) {
    if (moves && before.site_id !== null) throw invalid({ company_id: message('hardware.at_site') })
    return moves ? { company_id: body.company_id } : {}
  }
  if (body.site_id === null) return { site_id: null, company_id: body.company_id }
  const site = await siteOf(tx, body.site_id)
  if (moves && body.company_id !== site.company_id) throw invalid({ company_id: elsewhere })
  if (!moves && !site.ancestor_ids.includes(before.company_id))
    throw invalid({ site_id: message('hardware.company_not_above_site') })
  return { site_id: body.site_id, company_id: site.company_id }
}

/**
 * A NAS or dial-up and its device must be in the same branch of the company tree, so a device that leaves the branch
 * must not be used by one.
 * @throws AppError conflict with `details.holders`
 */
async function checkBranch(tx: Tx, { id, name }: StoredHardware, company_id: number): Promise<void> {
  const holders = await deviceUsersOf(tx, [id], { beside: company_id })
  if (holders.length === 0) return
  throw new AppError('conflict', {
    reason: message('hardware.in_use', { name, holders: deviceUserMessages(holders) }),
    details: { holders },
  })
}
