import { message } from '@trunkline/contract/errors'
import type { Vendor } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { loginReason, type LoginReason } from '../radius-sessions/login-reason.ts'
import type { StoredService } from './service-rules.ts'

interface Preview {
  nas_id: number
  nas_name: string
  vendor: Vendor
  accepted: boolean
  reason: LoginReason | null
  params: {}
  pools: string[]
  attributes: { attribute: string; op: string; value: string }[]
}

/**
 * What FreeRADIUS would reply for the service at a NAS, given the correct password. Uses the same SQL functions as
 * FreeRADIUS, in a transaction without effect.
 * @throws AppError validation_failed at `nas_id` if the request and the service name no NAS
 */
export async function previewOf(
  tx: Tx,
  service: StoredService,
  query: { nas_id?: number | undefined; calling?: string | undefined },
): Promise<Preview> {
  const nas_id = query.nas_id ?? service.nas_id
  if (nas_id === null) throw invalid({ nas_id: message('field.required') })
  const { rows: devices } = await sql<{ name: string; vendor: Vendor }>`
    select name, vendor from nas where id = ${nas_id} and deleted_at is null`.execute(tx)
  const nas = devices[0]
  if (nas === undefined) throw invalid({ nas_id: message('row.missing', { kind: 'nas' }) })
  const { rows } = await sql<{ reason: string | null; pools: string[]; items: Preview['attributes'] | null }>`
    select p.reason, coalesce(p.items, '[]') as items,
      -- A pool of somebody above that is not shared is drawn from, and not named.
      array(select s.net::text from unnest(p.pools) with ordinality as pool(id, place) join subnet s on s.id = pool.id order by pool.place) as pools
    from panel.radius_preview(${service.id}, ${nas_id}, coalesce(${query.calling ?? null}::text, (
      -- Whoever is online would dial in again from where it is.
      select l.calling from session_live l where l.service_id = ${service.id} order by l.started_at desc limit 1), '')) p`.execute(
    tx,
  )
  const answer = rows[0]
  const reason = answer?.reason ?? 'unknown-user'
  return {
    nas_id,
    nas_name: nas.name,
    vendor: nas.vendor,
    accepted: reason === '',
    reason: reason === '' ? null : loginReason(reason),
    params: {},
    pools: answer?.pools ?? [],
    attributes: (answer?.items ?? []).map(({ attribute, op, value }) => ({ attribute, op, value: String(value) })),
  }
}
