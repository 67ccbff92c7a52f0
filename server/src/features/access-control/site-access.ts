import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { evaluateEntries } from './entry-state.ts'

/** Number of entries of a site, and of those that are different or missing on a device by the last readings. */
export async function siteAccess(tx: Tx, site: number): Promise<{ entries: number; differing: number }> {
  const rows = await queryPrepared(
    tx,
    sql<{ id: number; site_id: number; mac: string }>`
      select id, site_id, mac::text as mac from access_control where site_id = ${site}`,
  )
  const evaluated = await evaluateEntries(tx, rows)
  const differing = [...evaluated.values()].filter(({ state }) => state === 'differs' || state === 'missing')
  return { entries: rows.length, differing: differing.length }
}
