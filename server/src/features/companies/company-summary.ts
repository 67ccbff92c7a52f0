import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import type { companies, CompanyCounts, LastRejection } from '@trunkline/contract/resources/company'
import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import type { Reply } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import { holdingStates } from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { readCards } from '../dashboard/dashboard.ts'
import { readTallies } from '../dashboard/tallies.ts'
import { loginReasonOf } from '../radius-sessions/login-reason.ts'
import { subtreeOf } from './subtree.ts'

type Summary = Reply<typeof companies.summary>['data']
type Count = (kind: string) => number

interface SummarizedCompany {
  id: number
  type: CompanyType
  created_at: Date | string
  deleted_at: Date | string | null
}

/** `YYYY-MM` of this month and the eleven before (UTC), oldest first. */
function lastYear(): string[] {
  const now = new Date()
  return Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + index)).toISOString().slice(0, 7),
  )
}

/** Descendants, users and invitations of a company's part of the tree. The company itself is not counted. */
async function statisticsOf(tx: Tx, company: SummarizedCompany, count: Count): Promise<Summary['statistics']> {
  const { rows } = await sql<{ pending: number; expired: number }>`
    select count(*) filter (where expires_at > now()) as pending, count(*) filter (where expires_at <= now()) as expired
    from invitation where accepted_at is null and cancelled_at is null and ${await subtreeOf(tx, company.id)}`.execute(
    tx,
  )
  // The company itself is counted as well, unless it is in the trash.
  const created = company.deleted_at === null ? new Date(company.created_at).toISOString().slice(0, 7) : undefined
  const [active, inactive] = [count('user:active'), count('user:inactive')]
  return {
    companies: typesBelow(company.type).map((type) => ({
      type,
      total: count(`company:${type}`),
      inactive: count(`company:inactive:${type}`),
    })),
    users: { total: active + inactive, active, inactive, two_factor: count('user:two_factor') },
    invitations: rows[0] as { pending: number; expired: number },
    growth: lastYear().map((month) => ({
      month,
      companies: count(`company:month:${month}`) - (month === created ? 1 : 0),
      users: count(`user:month:${month}`),
    })),
  }
}

/** The totals of the cards and the tallies of the tabs that have no card. */
function countsOf(
  actor: Actor,
  { deleted_at }: SummarizedCompany,
  cards: readonly DashboardCard[],
  count: Count,
): CompanyCounts {
  const totalOf = (key: string) => cards.find((card) => card.key === key)?.total ?? null
  const mayList = actorMay(actor, subnets.index.access)
  const companies = totalOf('companies')
  return {
    // The company itself is not below it; one in the trash is not counted.
    companies: companies === null ? null : companies - (deleted_at === null ? 1 : 0),
    users: totalOf('users'),
    invitations: totalOf('invitations'),
    sites: totalOf('sites'),
    hardware: totalOf('hardware'),
    services: totalOf('services'),
    vpn_dialups: totalOf('vpn-dialups'),
    sessions: totalOf('sessions'),
    ipv4_subnets: mayList ? count('subnet:ipv4') : null,
    ipv6_subnets: mayList ? count('subnet:ipv6') : null,
    addresses: mayList ? holdingStates.reduce((sum, state) => sum + count(`address:${state}`), 0) : null,
    licences: totalOf('licences'),
  }
}

/** The latest rejected login of the company's part of the tree, by an index on rejected logins. */
async function lastRejectionOf(tx: Tx, actor: Actor, company_id: number): Promise<LastRejection | null> {
  if (!actorMay(actor, { action: 'view-list', subject: 'services' })) return null
  const { rows } = await sql<LastRejection>`
    select l.id, l.at, l.username, l.service_id, s.kind as service_kind, l.company_id, c.name as company_name, l.nas_id,
      n.name as nas_name, ${loginReasonOf('l.reason')} as reason, '{}'::jsonb as params
    from (select * from auth_log where not accepted and ${await subtreeOf(tx, company_id)} order by at desc, id desc limit 1) l
    left join service s on s.id = l.service_id left join company c on c.id = l.company_id left join nas n on n.id = l.nas_id`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * What the page of a company shows of it and those below it. The cost depends neither on the number of rows nor on the
 * length of the login log, only on the sessions that are online.
 */
export async function companySummary(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  company: SummarizedCompany,
): Promise<Omit<Summary, 'company'>> {
  const count = await readTallies(tx, company.id)
  const cards = await readCards(deps, tx, actor, company.id, count)
  return {
    statistics: await statisticsOf(tx, company, count),
    cards,
    counts: countsOf(actor, company, cards, count),
    last_rejection: await lastRejectionOf(tx, actor, company.id),
  }
}
