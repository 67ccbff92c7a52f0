import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { listedRows } from '../ipam/subnet-rows.ts'

/** IPv4 networks and pools that are almost full, including shared ones, as in the list. */
export async function subnetsCard(tx: Tx, actor: Actor, company_id: number): Promise<DashboardCard | null> {
  if (!actorMay(actor, { action: 'view-list', subject: 'subnets' })) return null
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${listedRows(tx)}) r where nearly_full and net < '::/0'::cidr and ${await subtreeOf(tx, company_id)}`.execute(
    tx,
  )
  const total = rows[0]?.total ?? 0
  return {
    key: 'subnets',
    subject: 'subnets',
    total,
    figures: [
      {
        key: 'nearly_full',
        value: total,
        search: 'nearly_full:1;ip_version:ipv4',
        tone: total === 0 ? 'neutral' : 'warning',
      },
    ],
  }
}
