import type { AlertRuleKey, AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { manySilent } from './parents.ts'
import { risingRejections, type RejectionCount } from './rising-rejections.ts'

/** A subject that may be in a bad state, by the widest threshold that any company has set. */
export interface Candidate {
  subject_id: number | null
  subject_key?: string
  subject_name: string
  company_id: number
  ancestor_ids: number[]
  site_id?: number | null
  hardware_id?: number | null
  value: number | null
  /** Raises the severity of the rule. */
  severity?: AlertSeverity | null
}

/** Reads the state of the panel's own tables for a rule. Each query reads an index of rows with problems or of a bounded period. */
export interface Source {
  rule: AlertRuleKey
  /** Read every 30 seconds, or every ten minutes. */
  often: boolean
  read(tx: Tx, widest: number): Promise<Candidate[]>
}

/** The company at the root of the tree, which owns what belongs to the installation. */
const root = sql`(select c.id from company c where cardinality(c.ancestor_ids) = 1 order by c.id limit 1)`
const rootIds = sql`array[${root}]`

const read = (query: ReturnType<typeof sql<Candidate>>) => (tx: Tx) => query.execute(tx).then(({ rows }) => rows)

/** Severity by the days that are left: 30, 7, 0. */
const byDays = (days: ReturnType<typeof sql>) =>
  sql`case when ${days} <= 0 then 'critical' when ${days} <= 7 then 'warning' end`

export const sources: readonly Source[] = [
  {
    rule: 'panel-network',
    often: true,
    // Half of at least ten devices, of several companies, within three minutes.
    read: read(sql<Candidate>`
      with silent as materialized (
        select company_id from hardware where deleted_at is null and is_online = false and (online_changed_at > now() - interval '3 minutes'
          or exists (select from alert a where a.cause = 'panel-network:installation:' and a.condition <> 'closed'))),
      many as (select count(*) as n, count(distinct company_id) as companies from silent)
      select null::bigint as subject_id, '' as subject_name, ${root} as company_id, ${rootIds} as ancestor_ids, n::float8 as value from many
      where n >= ${sql.lit(manySilent)} and companies > 1
        and n * 2 >= greatest(10, (select count(*) from hardware where deleted_at is null and is_online is not null))`),
  },
  {
    rule: 'site-unreachable',
    often: true,
    // One device: its own alert says it.
    read: read(sql<Candidate>`
      select s.id as subject_id, s.name as subject_name, s.company_id, s.ancestor_ids, s.id as site_id, s.known_count::float8 as value
      from site s where s.status = 'offline' and s.deleted_at is null and s.known_count > 1`),
  },
  {
    rule: 'nas-silent',
    often: true,
    // Its sessions were ended because three reports were missing.
    read: read(sql<Candidate>`
      select n.id as subject_id, n.name as subject_name, n.company_id, n.ancestor_ids,
        (extract(epoch from now() - h.acct_at) / 60)::float8 as value
      from nas_heard h join nas n on n.id = h.nas_id
      where h.lost_at > h.acct_at and h.acct_at > now() - interval '7 days' and n.is_active and n.deleted_at is null`),
  },
  {
    rule: 'radius-down',
    often: true,
    // A report comes every 15 seconds. A server that was taken away is forgotten after a week.
    read: read(sql<Candidate>`
      select null::bigint as subject_id, r.host as subject_key, r.name as subject_name, ${root} as company_id, ${rootIds} as ancestor_ids, null::float8 as value
      from radius_server r where r.checked_at > now() - interval '7 days' and r.state <> 'stopped'
        and (r.state not in ('running', 'starting') or r.checked_at < now() - interval '60 seconds')`),
  },
  {
    rule: 'accounting-buffer',
    often: true,
    read: read(sql<Candidate>`
      select null::bigint as subject_id, r.host as subject_key, r.name as subject_name, ${root} as company_id, ${rootIds} as ancestor_ids,
        (extract(epoch from now() - r.buffer_since) / 60)::float8 as value
      from radius_server r where r.buffer_since is not null`),
  },
  {
    rule: 'rollout-failed',
    often: true,
    read: read(sql<Candidate>`
      select r.id as subject_id, r.name as subject_name, r.company_id, r.ancestor_ids, null::float8 as value
      from rollout r where r.state = 'stopped' and r.finished_at is null`),
  },
  { rule: 'login-rejections', often: true, read: rejections },
  {
    rule: 'pool-full',
    often: false,
    read: read(sql<Candidate>`
      select s.id as subject_id, trim(s.net::text || ' ' || s.name) as subject_name, s.company_id, s.ancestor_ids,
        (100 * s.used / ip_size(s.net))::float8 as value, case when s.used * 100 >= ip_size(s.net) * 98 then 'critical' end as severity
      from subnet s where s.nearly_full and s.deleted_at is null`),
  },
  {
    rule: 'backup-overdue',
    often: false,
    // A device that does not answer has an alert of its own.
    read: (tx, widest) =>
      sql<Candidate>`
        select h.id as subject_id, h.name as subject_name, h.company_id, h.ancestor_ids, h.site_id, h.id as hardware_id,
          (extract(epoch from now() - coalesce(b.seen_at, h.created_at)) / 3600)::float8 as value
        from hardware_poll p join hardware h on h.id = p.hardware_id
          left join lateral (select seen_at from config_backup c where c.hardware_id = h.id order by c.id desc limit 1) b on true
        where h.deleted_at is null and h.is_online and coalesce(b.seen_at, h.created_at) < now() - make_interval(hours => ${Math.floor(widest)})`
        .execute(tx)
        .then(({ rows }) => rows),
  },
  {
    rule: 'certificate-expiring',
    often: false,
    read: (tx, widest) =>
      sql<Candidate>`
        select c.id as subject_id, c.subject as subject_name, ${root} as company_id, ${rootIds} as ancestor_ids, floor(d.days)::float8 as value,
          ${byDays(sql`floor(d.days)`)} as severity
        from radius_certificate c, lateral (select extract(epoch from c.not_after - now()) / 86400 as days) d
        where c.active and c.not_after < now() + make_interval(days => ${Math.ceil(widest) + 1})`
        .execute(tx)
        .then(({ rows }) => rows),
  },
  {
    rule: 'licence-expiring',
    often: false,
    // One that has ended stays for a month.
    read: (tx, widest) =>
      sql<Candidate>`
        select l.id as subject_id, l.key as subject_name, l.company_id, l.ancestor_ids, (l.expires_on - current_date)::float8 as value,
          ${byDays(sql`(l.expires_on - current_date)`)} as severity
        from licence l where l.expires_on between current_date - 30 and current_date + ${Math.ceil(widest)}::int
          and l.status in ('available', 'active', 'expired') and l.deleted_at is null`
        .execute(tx)
        .then(({ rows }) => rows),
  },
  {
    rule: 'warranty-expiring',
    often: false,
    read: (tx, widest) =>
      sql<Candidate>`
        select h.id as subject_id, h.name as subject_name, h.company_id, h.ancestor_ids, h.site_id, h.id as hardware_id,
          (h.warranty_expiry_at - current_date)::float8 as value, case when h.warranty_expiry_at - current_date <= 7 then 'warning' end as severity
        from hardware h where h.deleted_at is null and h.warranty_expiry_at between current_date and current_date + ${Math.ceil(widest)}::int`
        .execute(tx)
        .then(({ rows }) => rows),
  },
  {
    rule: 'new-device',
    often: false,
    // One alert for all new devices of a company: an import has thousands.
    read: read(sql<Candidate>`
      select c.id as subject_id, c.name as subject_name, c.id as company_id, c.ancestor_ids, n.devices::float8 as value
      from (select company_id, count(*) as devices from hardware where deleted_at is null and created_at > now() - interval '1 day' group by 1) n
        join company c on c.id = n.company_id where c.deleted_at is null`),
  },
]

/** Companies with many more rejected logins than usual; those in which the increase is, not the companies above them. */
async function rejections(tx: Tx): Promise<Candidate[]> {
  const { rows } = await sql<Candidate & { counts: RejectionCount[]; now: string }>`
    select c.id as subject_id, c.name as subject_name, c.id as company_id, c.ancestor_ids, now() as now,
      (select jsonb_agg(jsonb_build_object('at', l.at, 'rejected', l.rejected) order by l.at) from login_rejection l
        where l.company_id = c.id and l.at > now() - interval '25 hours') as counts
    from company c where c.deleted_at is null and c.id in (select r.company_id from login_rejection r where r.at > now() - interval '25 minutes'
      group by 1 having sum(r.rejected) >= 20)`.execute(tx)
  const rising = rows.flatMap(({ counts, now, ...company }) => {
    const found = risingRejections(counts, new Date(now))
    return found === undefined ? [] : [{ ...company, value: found.recent }]
  })
  return rising.filter(
    ({ company_id }) =>
      !rising.some((other) => other.company_id !== company_id && other.ancestor_ids.includes(company_id)),
  )
}
