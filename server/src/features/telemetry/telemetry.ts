import { telemetry } from '@trunkline/contract/resources/telemetry'
import { plots, type PlotName, type SubjectKind } from '@trunkline/contract/telemetry'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { relationTo, tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { isTimeZone } from '../../reference/time-zones.ts'
import { readSeries } from '../../telemetry/read-series.ts'

interface ReadingCall {
  actor: Actor
  params: { id: number }
  query: {
    plot: PlotName
    part?: string | undefined
    from: string
    to: string
    points: number
    compare?: 'week' | undefined
    zone: string
  }
  request: CallRequest
}

/** Longest period of a graph: what days are retained for, and a leap day. */
const maxDays = 1828

/** Readings over time of each kind of subject, for those who may view the subject. */
export const telemetryHandlers = ({ databases }: Pick<Deps, 'databases'>): Handlers<typeof telemetry> => {
  const handler =
    (endpoint: Endpoint, kind: SubjectKind, table: string, owner = 'company_id') =>
    async ({ actor, params, query, request }: ReadingCall) => {
      const wanted = { ...query, from: new Date(query.from), to: new Date(query.to) }
      // Ended before the readings are read: requests that hold a connection of the provider's pool and wait for a second
      // one would block each other.
      const row = await withTenant(databases, tenantSettingsOf(actor, request), { write: false }, (tx) =>
        loadRow(tx, actor, { table, owner }, endpoint.access, params.id),
      )
      const relations = endpoint.only?.relations
      if (relations !== undefined && !relations.includes(relationTo(actor, Number(row[owner]))))
        throw new AppError('forbidden')
      // VPN dial-ups are rows of the same table with an ability of their own.
      if (kind === 'service' && row['kind'] !== 'service') throw notFound()
      const days = (wanted.to.getTime() - wanted.from.getTime()) / 86_400_000
      if (!(days > 0 && days <= maxDays)) throw invalid({ to: message('field.invalid') })
      if (!isTimeZone(query.zone)) throw invalid({ zone: message('field.time_zone') })
      return {
        data: await readSeries(
          databases,
          { kind, id: params.id },
          {
            ...wanted,
            metrics: plots[query.plot],
            weekBefore: query.compare === 'week' ? query.zone : undefined,
          },
        ),
      }
    }
  return {
    device: handler(telemetry.device, 'device', 'hardware'),
    site: handler(telemetry.site, 'site', 'site'),
    nas: handler(telemetry.nas, 'nas', 'nas'),
    service: handler(telemetry.service, 'service', 'service'),
    pool: handler(telemetry.pool, 'pool', 'subnet'),
    company: handler(telemetry.company, 'company', 'company', 'id'),
  }
}
