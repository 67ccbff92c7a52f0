import { problemItems, type ProblemGroup, type ProblemKind } from '@trunkline/contract/resources/dashboard'
import type { Ability } from '@trunkline/contract/abilities'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { failedRecently } from '../hardware/command-rows.ts'
import { listedRows } from '../ipam/subnet-rows.ts'
import { expiring } from '../licences/licence-rows.ts'
import { isSilent } from '../nas/nas-health.ts'
import { offlineGroups } from './offline-problems.ts'
import { rejectionProblems } from './rejection-problems.ts'
import { readTallies } from './tallies.ts'
import { toProblem, type ProblemColumns } from './to-problem.ts'

/** Problems with the number of all of them, which the query repeats in each row. */
type Counted = ProblemColumns & { total: number }

const group = (
  kind: ProblemKind,
  severity: ProblemGroup['severity'],
  search: string,
  rows: readonly Counted[],
): ProblemGroup => ({
  kind,
  severity,
  search,
  search_fields: kind === 'warranty-ending' ? 'warranty_expiry_at:between' : '',
  total: rows[0]?.total ?? 0,
  items: rows.map(toProblem),
})

const limit = sql.lit(problemItems)

/** NAS devices whose sessions were ended because the reports had stopped, and that have sent nothing since. */
async function silentNas(tx: Tx, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const { rows } = await sql<Counted>`
    with n as (select id, name, company_id from nas where is_active and deleted_at is null and ${scope}),
      silent as (
        select n.*, h.acct_at from n join nas_heard h on h.nas_id = n.id
        where ${isSilent('h')})
    select s.id, s.name, s.acct_at as since, (select c.name from company c where c.id = s.company_id) as company_name,
      count(*) over () as total
    from silent s order by s.acct_at desc limit ${limit}`.execute(tx)
  return group('nas-silent', 'critical', 'silent:1', rows)
}

/** Commands of the last day that failed, without those that succeeded in a later attempt. */
async function failedCommands(tx: Tx, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const { rows } = await sql<Counted>`
    with failed as (
      select r.*, count(*) over () as total from device_command r
      where ${failedRecently('r')} and ${scope} and not exists (
        select from device_command d where d.hardware_id = r.hardware_id and d.id > r.id and d.state = 'done'
          and (d.kind, d.target, d.verb, d.label) = (r.kind, r.target, r.verb, r.label))
      order by r.id desc limit ${limit})
    select f.id, h.name, s.name as site_name, c.name as company_name, f.finished_at as since, f.detail as cause, f.total,
      jsonb_build_object('kind', f.kind, 'target', f.target, 'verb', f.verb, 'label', f.label, 'others', f.others,
        'notes', f.notes, 'hardware_name', h.name, 'state', f.state) as command
    from failed f join hardware h on h.id = f.hardware_id left join site s on s.id = h.site_id
      join company c on c.id = f.company_id order by f.id desc`.execute(tx)
  return group('command-failed', 'warning', 'failed_lately:1', rows)
}

/** IPv4 networks and pools with less than a tenth available. */
async function fullSubnets(tx: Tx, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const { rows } = await sql<Counted>`
    select r.id, trim(r.net::text || ' ' || r.name) as name, r.company_name, count(*) over () as total,
      floor(100 * s.used / ip_size(s.net))::int as used_percent
    from (select * from (${listedRows(tx)}) n where nearly_full and net < '::/0'::cidr and ${scope}) r join subnet s on s.id = r.id
    order by 5 desc, r.net limit ${limit}`.execute(tx)
  return group('subnet-full', 'warning', 'nearly_full:1;ip_version:ipv4', rows)
}

/** Licences that end within thirty days. */
async function endingLicences(tx: Tx, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const { rows } = await sql<Counted>`
    select l.id, l.key as name, l.expires_on as until, (select c.name from company c where c.id = l.company_id) as company_name,
      count(*) over () as total
    from licence l where ${expiring('l')} and deleted_at is null and ${scope}
    order by l.expires_on, l.id limit ${limit}`.execute(tx)
  return group('licence-ending', 'warning', 'expiring:1', rows)
}

/** Days before the end of a warranty at which it is reported. */
const warrantyDays = 30

/** Devices whose warranty ends within thirty days. */
async function endingWarranties(tx: Tx, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const { rows } = await sql<Counted & { today: string; last: string }>`
    with h as (
      select *, count(*) over () as total from hardware
      where deleted_at is null and warranty_expiry_at between current_date and current_date + ${sql.lit(warrantyDays)} and ${scope}
      order by warranty_expiry_at, id limit ${limit})
    select h.id, h.name, h.warranty_expiry_at as until, s.name as site_name, c.name as company_name, h.total,
      current_date as today, current_date + ${sql.lit(warrantyDays)} as last
    from h left join site s on s.id = h.site_id join company c on c.id = h.company_id order by h.warranty_expiry_at, h.id`.execute(
    tx,
  )
  const [first] = rows
  return group(
    'warranty-ending',
    'warning',
    first === undefined ? '' : `warranty_expiry_at:${first.today},${first.last}`,
    rows,
  )
}

/** Mails that could not be delivered. */
async function failedMail(tx: Tx): Promise<ProblemGroup> {
  const { rows } = await sql<{ total: number; since: string | null }>`
    select count(*) as total, min(created_at) as since from mail where state = 'failed'`.execute(tx)
  const { total, since } = rows[0] as { total: number; since: string | null }
  return {
    ...group('mail-failed', 'warning', 'state:failed', []),
    total,
    items: total === 0 ? [] : [toProblem({ name: '', count: total, since })],
  }
}

/**
 * What needs attention in a company and its descendants, by the abilities of the actor: the most urgent kind first,
 * kinds without a problem left out. Every query reads an index of rows with problems or of a bounded period, so the cost
 * does not depend on the number of rows or on the length of the history.
 */
export async function problemsOf(tx: Tx, actor: Actor, company_id: number): Promise<{ groups: ProblemGroup[] }> {
  const scope = await subtreeOf(tx, company_id)
  const may = (action: Ability['action'], subject: Ability['subject']) => actorMay(actor, { action, subject })
  const groups: ProblemGroup[] = []
  if (may('view-list', 'hardware'))
    groups.push(...(await offlineGroups(tx, actor, company_id, await readTallies(tx, company_id))))
  if (may('view-list', 'nas')) groups.push(await silentNas(tx, scope))
  if (may('view-list', 'services')) groups.push(await rejectionProblems(tx, company_id, scope))
  if (may('view-list', 'hardware')) groups.push(await failedCommands(tx, scope))
  if (may('view-list', 'subnets')) groups.push(await fullSubnets(tx, scope))
  if (may('view-index', 'licences')) groups.push(await endingLicences(tx, scope))
  if (may('view-list', 'hardware')) groups.push(await endingWarranties(tx, scope))
  if (company_id === actor.company_id && may('view-list', 'outbox')) groups.push(await failedMail(tx))
  return { groups: groups.filter(({ total, items }) => total > 0 && items.length > 0) }
}
