import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { evaluateEntries } from './entry-state.ts'

/** Entries of a site's list, and how many of them a device has otherwise, or not at all, as of the last readings. */
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
