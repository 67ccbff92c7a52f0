import { message, type Message } from '@trunkline/contract/errors'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict } from '../../errors.ts'

/** A row that uses a device: a NAS, a service or a dial-up. */
export interface DeviceUser {
  hardware_id: number
  kind: 'nas' | 'service' | 'vpn-dialup'
  /** Null: it belongs to a company that the caller may not see. */
  id: number | null
  name: string | null
}

/**
 * The users of these devices in any company. Those that the caller may not see are counted, but not named.
 * @param beside only users outside the branch of this company (its ancestors and descendants)
 */
export async function deviceUsersOf(
  tx: Tx,
  ids: readonly number[],
  { beside }: { beside?: number } = {},
): Promise<DeviceUser[]> {
  const { rows } = await sql<DeviceUser>`
    select h.hardware_id, h.kind, coalesce(n.id, s.id) as id, coalesce(n.name, s.username) as name
    from hardware_users(${ids}::bigint[]) h
    left join nas n on h.kind = 'nas' and n.id = h.id
    left join service s on h.kind <> 'nas' and s.id = h.id
    ${
      beside === undefined
        ? sql``
        : sql`where not exists (select from company c where c.id = ${beside} and (h.ancestor_ids <@ c.ancestor_ids or c.ancestor_ids <@ h.ancestor_ids))`
    }
    order by h.hardware_id, h.kind, h.id`.execute(tx)
  return rows
}

/** Maximum number of users named in a message. */
const maxNamed = 5

/** The users of a device as message parameters: `NAS Tower`, `VPN dial-up r1`. */
export const deviceUserMessages = (holders: readonly DeviceUser[]): Message[] => [
  ...holders
    .slice(0, maxNamed)
    .map(({ kind, name }) =>
      name === null ? message('hardware.holder_elsewhere', { kind }) : message('hardware.holder', { kind, name }),
    ),
  ...(holders.length > maxNamed ? [message('hardware.more_holders', { count: holders.length - maxNamed })] : []),
]

/** @throws AppError conflict with `details.holders` */
export async function checkFree(tx: Tx, row: Record<string, unknown>): Promise<void> {
  const holders = await deviceUsersOf(tx, [Number(row['id'])])
  if (holders.length > 0)
    throw new AppError('conflict', {
      reason: message('hardware.in_use', { name: String(row['name']), holders: deviceUserMessages(holders) }),
      details: { holders },
    })
}

/**
 * Removes devices from their sites, all or none. They keep their company.
 * @throws AppError forbidden if the caller may not change one; conflict if one is in the trash or in use
 */
export async function removeFromSites(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<{ id: number; ok: true }[]> {
  const rows = await tx
    .selectFrom('hardware')
    .select(['id', 'name', 'company_id', 'site_id', 'deleted_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { company_id } of rows)
    if (!actorMayOn(actor, hardware.deassociation.access, relationTo(actor, company_id)))
      throw new AppError('forbidden')
  const gone = rows.find(({ deleted_at }) => deleted_at !== null)
  if (gone !== undefined) throw conflict('row.in_trash', { name: gone.name })
  const placed = rows.filter(({ site_id }) => site_id !== null).map(({ id }) => id)
  const holders = await deviceUsersOf(tx, placed)
  if (holders.length > 0) {
    const held = new Set(holders.map(({ hardware_id }) => hardware_id))
    const first = rows.find(({ id }) => held.has(id))
    const of = { name: first?.name ?? '', holders: deviceUserMessages(holders) }
    throw new AppError('conflict', {
      reason:
        held.size > 1
          ? message('hardware.several_in_use', { ...of, others: held.size - 1 })
          : message('hardware.in_use', of),
      details: { holders },
    })
  }
  if (placed.length > 0) await tx.updateTable('hardware').set({ site_id: null }).where('id', 'in', placed).execute()
  return ids.map((id) => ({ id, ok: true }))
}
