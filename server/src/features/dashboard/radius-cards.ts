import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { serviceStatuses, type ServiceKind, type ServiceStatus } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'

type CardFigure = DashboardCard['figures'][number]

const tones: Record<ServiceStatus, CardFigure['tone']> = {
  pending: 'neutral',
  active: 'good',
  suspended: 'warning',
  terminated: 'neutral',
}

/** Live sessions of a company's part of the tree, and by kind the services that have one. */
export interface Online {
  sessions: number
  /** Services with at least one session. */
  services: Record<ServiceKind, { all: number; active: number }>
}

/** Counts of live sessions, in one scan of those of the company's part of the tree. */
export async function readOnline(tx: Tx, company_id: number): Promise<Online> {
  const { rows } = await sql<{ kind: ServiceKind | null; sessions: number; online: number; active: number }>`
    select s.kind, sum(l.sessions)::bigint as sessions, count(s.id) as online, count(s.id) filter (where s.status = 'active') as active
    from (select service_id, count(*) as sessions from session_live where ${await subtreeOf(tx, company_id)} group by service_id) l
    left join service s on s.id = l.service_id and s.deleted_at is null group by s.kind`.execute(tx)
  const of = (kind: ServiceKind) => {
    const row = rows.find((one) => one.kind === kind)
    return { all: row?.online ?? 0, active: row?.active ?? 0 }
  }
  return {
    sessions: rows.reduce((sum, { sessions }) => sum + sessions, 0),
    services: { service: of('service'), 'vpn-dialup': of('vpn-dialup') },
  }
}

/**
 * Services or dial-ups of a company's part of the tree by status, those that are online, and active ones that are not;
 * null if the actor may not open the list.
 */
const cardOf =
  (kind: ServiceKind, subject: 'services' | 'vpn-dialups') =>
  (actor: Actor, count: (kind: string) => number, { services }: Online): DashboardCard | null => {
    if (!actorMay(actor, { action: 'view-list', subject })) return null
    const countOf = (status: ServiceStatus) => count(`${kind}:${status}`)
    const figure = (key: string, value: number, search: string, tone: CardFigure['tone']): CardFigure => ({
      key,
      value,
      search,
      tone: value === 0 ? 'neutral' : tone,
    })
    const online = services[kind]
    return {
      key: subject,
      subject,
      total: serviceStatuses.reduce((sum, status) => sum + countOf(status), 0),
      figures: [
        ...serviceStatuses.map((status) => figure(status, countOf(status), `status:${status}`, tones[status])),
        figure('online', online.all, 'online:1', 'good'),
        figure('offline', countOf('active') - online.active, 'status:active;online:0', 'warning'),
      ],
    }
  }

export const servicesCard = cardOf('service', 'services')
export const dialupsCard = cardOf('vpn-dialup', 'vpn-dialups')

/** Accounting records that could not be stored; null if there are none. */
export async function deadLettersCard(tx: Tx, actor: Actor, company_id: number): Promise<DashboardCard | null> {
  if (company_id !== actor.company_id || !actorMay(actor, { action: 'view-list', subject: 'installation' })) return null
  const { rows } = await sql<{ total: number }>`select count(*) as total from acct_dead_letter`.execute(tx)
  const total = rows[0]?.total ?? 0
  return total === 0 ? null : { key: 'dead-letters', subject: 'installation', total, figures: [] }
}

/** Online sessions of services and dial-ups. */
export function sessionsCard(actor: Actor, { sessions }: Online): DashboardCard | null {
  if (!actorMay(actor, { action: 'view-list', subject: 'services' })) return null
  return { key: 'sessions', subject: 'services', total: sessions, figures: [] }
}
