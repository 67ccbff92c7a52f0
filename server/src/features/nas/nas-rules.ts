import { message } from '@trunkline/contract/errors'
import type { NasPurpose } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'

type StoredNas = Record<string, unknown>

/**
 * Sets the ordered pools from which sessions at the NAS get their address.
 * @throws AppError validation_failed at `pool_ids.N`
 */
export async function setPools(tx: Tx, id: number, pool_ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; fits: boolean }>`
    select id, type = 'pool' and hosts and family(net) = 4 as fits from subnet where id = any (${pool_ids}::bigint[]) and deleted_at is null`.execute(
    tx,
  )
  const fits = new Map(rows.map((row) => [row.id, row.fits]))
  const errors = Object.fromEntries(
    pool_ids.flatMap((pool, i) =>
      fits.get(pool) === true ? [] : [[`pool_ids.${i}`, message('pool.required', { family: 4 })]],
    ),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await tx.deleteFrom('nas_pool').where('nas_id', '=', id).execute()
  if (pool_ids.length > 0)
    await tx
      .insertInto('nas_pool')
      .values(pool_ids.map((subnet_id, position) => ({ nas_id: id, subnet_id, position })))
      .execute()
}

/**
 * A NAS can be deleted only if no service is bound to it.
 * @throws AppError conflict with their number
 */
export async function checkUnbound(row: StoredNas, _call: unknown, tx: Tx): Promise<void> {
  const { rows } = await sql<{ services: number }>`
    select count(*) as services from service where nas_id = ${Number(row['id'])} and deleted_at is null`.execute(tx)
  const services = rows[0]?.services ?? 0
  if (services > 0)
    throw new AppError('conflict', {
      reason: message('nas.in_use', { services }),
      details: { services },
    })
}

/**
 * The device of a NAS or dial-up must belong to the same company, an ancestor or a descendant.
 * @throws AppError validation_failed at `hardware_id`
 */
export async function checkDeviceOf(tx: Tx, hardware_id: number, company_id: number): Promise<void> {
  const { rows } = await sql<{ in_line: boolean }>`
    select h.ancestor_ids <@ c.ancestor_ids or c.ancestor_ids <@ h.ancestor_ids as in_line
    from hardware h, company c where h.id = ${hardware_id} and h.deleted_at is null and c.id = ${company_id} for share of h`.execute(
    tx,
  )
  if (rows[0] === undefined) throw invalid({ hardware_id: message('row.missing', { kind: 'hardware' }) })
  if (!rows[0].in_line) throw invalid({ hardware_id: message('reference.unrelated_company') })
}

/**
 * Whether the NAS serves the company: a NAS serves its own company and all descendants (decision 6).
 * @throws AppError validation_failed at `nas_id`
 */
export async function checkNasFor(
  tx: Tx,
  nas_id: number,
  company_id: number,
  { purpose }: { purpose?: 'vpn' | 'ipoe' | undefined } = {},
): Promise<void> {
  const { rows } = await sql<{ serves: boolean; fits: boolean }>`
    select n.ancestor_ids <@ c.ancestor_ids as serves, ${purpose ?? null}::text is null or ${purpose ?? null}::text = any (n.purposes) as fits
    from nas n, company c where n.id = ${nas_id} and n.deleted_at is null and c.id = ${company_id}`.execute(tx)
  if (rows[0]?.serves !== true) throw invalid({ nas_id: message('nas.not_serving') })
  if (purpose !== undefined && !rows[0].fits) throw invalid({ nas_id: message('nas.wrong_purpose', { purpose }) })
}

/**
 * Whether an IPv4 pool is available for a service without a subnet: at the NAS that it is bound to, otherwise at any
 * active NAS with the purpose that serves its company.
 */
export async function hasPools(
  tx: Tx,
  of: { nas_id: number | null; company_id: number; purpose?: NasPurpose | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from nas_pool p join nas n on n.id = p.nas_id, company c
      where n.deleted_at is null and c.id = ${of.company_id} and n.ancestor_ids <@ c.ancestor_ids
        and case when ${of.nas_id}::bigint is not null then n.id = ${of.nas_id}
          else n.is_active and (${of.purpose ?? null}::text is null or ${of.purpose ?? null}::text = any (n.purposes)) end) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}
