import { createHash } from 'node:crypto'
import { exportConfig, type Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { readResource } from './readings/identity.ts'

/** The output of `/export` without its header line and with secrets masked. */
export interface Configuration {
  hardware_id: number
  text: string
  routeros_version: string | null
}

/** @throws RouterError */
export async function readConfiguration(session: Session, hardware_id: number): Promise<Configuration> {
  const { routeros_version } = await readResource(session)
  const text = await exportConfig(session, { timeoutMs: 60_000 })
  return { hardware_id, text, routeros_version }
}

/** Number of backups retained per device; older ones are deleted. */
const maxEntries = 400

/**
 * Stores a configuration backup. If the text equals the last one, only updates the time at which it was last seen.
 * @returns whether it is a new backup
 */
export async function storeConfiguration(
  tx: Tx,
  { hardware_id, text, routeros_version }: Configuration,
): Promise<boolean> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const { rows } = await sql<{ id: number; text: string; sha256: string }>`
    select b.id, b.text, b.sha256 from hardware h join config_backup b on b.hardware_id = h.id
      where h.id = ${hardware_id} order by b.id desc limit 1`.execute(tx)
  const last = rows[0]
  if (last?.sha256 === sha256) {
    await sql`update config_backup set seen_at = now(), routeros_version = ${routeros_version} where id = ${last.id}`.execute(
      tx,
    )
    return false
  }
  const { added, removed } = countDifference(last?.text ?? '', text)
  await sql`
    insert into config_backup (company_id, hardware_id, routeros_version, text, sha256, lines, lines_added, lines_removed)
    select company_id, id, ${routeros_version}, ${text}, ${sha256}, ${linesOf(text).length}, ${last === undefined ? 0 : added}, ${removed}
      from hardware where id = ${hardware_id} and deleted_at is null`.execute(tx)
  await sql`
    delete from config_backup where hardware_id = ${hardware_id} and id <= (
      select id from config_backup where hardware_id = ${hardware_id} order by id desc offset ${maxEntries} limit 1)`.execute(
    tx,
  )
  return true
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** Lines that only one of the texts contains, with their counts; moved lines are ignored. */
export function countDifference(before: string, after: string): { added: number; removed: number } {
  const balance = new Map<string, number>()
  for (const line of linesOf(after)) balance.set(line, (balance.get(line) ?? 0) + 1)
  for (const line of linesOf(before)) balance.set(line, (balance.get(line) ?? 0) - 1)
  let [added, removed] = [0, 0]
  for (const count of balance.values())
    if (count > 0) added += count
    else removed -= count
  return { added, removed }
}
