import { prometheus } from '@trunkline/contract/resources/prometheus'
import type { SubjectKind } from '@trunkline/contract/telemetry'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Call, FileReply, Handlers } from '../../http/call.ts'
import { latestReadings } from '../../telemetry/latest-readings.ts'
import { visibleTo } from '../companies/subtree.ts'
import { expositionOf, type LabelledSubject } from './exposition.ts'

type ExposedKind = Exclude<SubjectKind, 'radius_server'>
type Labels = LabelledSubject['labels'] & { id: number }

/** The records of each kind in the actor's part of the tree, with the labels of their samples. */
const recordsOf: Record<ExposedKind, (actor: Actor) => RawBuilder<Labels>> = {
  device: (actor) => sql`
    select h.id, h.name, s.name as site, c.name as company from hardware h join company c on c.id = h.company_id left join site s on s.id = h.site_id
    where h.deleted_at is null and ${visibleTo(actor, 'h.ancestor_ids')} order by h.id`,
  site: (actor) => sql`
    select s.id, s.name, c.name as company from site s join company c on c.id = s.company_id
    where s.deleted_at is null and ${visibleTo(actor, 's.ancestor_ids')} order by s.id`,
  nas: (actor) => sql`
    select n.id, n.name, c.name as company from nas n join company c on c.id = n.company_id
    where n.deleted_at is null and ${visibleTo(actor, 'n.ancestor_ids')} order by n.id`,
  service: (actor) => sql`
    select s.id, s.username, c.name as company from service s join company c on c.id = s.company_id
    where s.kind = 'service' and s.deleted_at is null and ${visibleTo(actor, 's.ancestor_ids')} order by s.id`,
  pool: (actor) => sql`
    select s.id, s.net::text as net, s.name, c.name as company from subnet s join company c on c.id = s.company_id
    where s.deleted_at is null and ${visibleTo(actor, 's.ancestor_ids')} order by s.id`,
  company: (actor) => sql`
    select c.id, c.name, c.type from company c where c.deleted_at is null and ${visibleTo(actor, 'c.ancestor_ids')} order by c.id`,
}

interface Target {
  id: number
  address: string
  name: string
  site: string | null
  company: string
  model: string
  board: string | null
  routeros_version: string | null
}

/** https://prometheus.io/docs/prometheus/latest/http_sd/: labels with this prefix are dropped after relabelling. */
const metaPrefix = '__meta_trunkline_'

/** A target with its labels, all texts. An IPv6 address is in brackets, since a port may be appended. */
const targetOf = ({ address, ...labels }: Target) => ({
  targets: [isIPv6(address) ? `[${address}]` : address],
  labels: Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === null ? [] : [[metaPrefix + name, String(value)]])),
  ),
})

const targetsOf = (tx: Tx, actor: Actor) =>
  sql<Target>`
    select h.id, h.management_address as address, h.name, s.name as site, c.name as company, m.name as model, st.board, st.routeros_version
    from hardware h join company c on c.id = h.company_id join hardware_model m on m.id = h.model_id
      left join site s on s.id = h.site_id left join hardware_state st on st.hardware_id = h.id
    where h.deleted_at is null and h.management_address <> '' and ${visibleTo(actor, 'h.ancestor_ids')} order by h.id`.execute(
    tx,
  )

/** Readings and targets for Prometheus servers of tenants. */
export const prometheusHandlers = ({ databases }: Pick<Deps, 'databases'>): Handlers<typeof prometheus> => {
  const handler =
    (kind: ExposedKind) =>
    async ({ actor, request }: Pick<Call<typeof prometheus.device>, 'actor' | 'request'>): Promise<FileReply> => {
      // Ended before the readings are read, which takes a connection of its own.
      const { rows } = await withTenant(databases, tenantSettingsOf(actor, request), { write: false }, (tx) =>
        recordsOf[kind](actor).execute(tx),
      )
      const readings = await latestReadings(
        databases,
        kind,
        rows.map(({ id }) => id),
      )
      return {
        file: expositionOf(
          kind,
          rows.map((labels) => ({ id: labels.id, labels })),
          readings,
        ),
        name: `trunkline-${kind}.prom`,
        type: 'text/plain; version=0.0.4; charset=utf-8',
      }
    }
  return {
    device: handler('device'),
    site: handler('site'),
    nas: handler('nas'),
    service: handler('service'),
    pool: handler('pool'),
    company: handler('company'),
    async targets({ actor, db }) {
      const { rows } = await db((tx) => targetsOf(tx, actor))
      return {
        file: Readable.from([JSON.stringify(rows.map(targetOf))]),
        name: 'trunkline-targets.json',
        type: prometheus.targets.file as string,
      }
    },
  }
}
