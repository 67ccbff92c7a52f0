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

/** Services or dial-ups of a company's part of the tree by status; null if the actor may not open the list. */
const cardOf =
  (kind: ServiceKind, subject: 'services' | 'vpn-dialups') =>
  async (
    _tx: Tx,
    actor: Actor,
    _company_id: number,
    count: (kind: string) => number,
  ): Promise<DashboardCard | null> => {
    if (!actorMay(actor, { action: 'view-list', subject })) return null
    const countOf = (status: ServiceStatus) => count(`${kind}:${status}`)
    return {
      key: subject,
      subject,
      total: serviceStatuses.reduce((sum, status) => sum + countOf(status), 0),
      figures: serviceStatuses.map((status) => ({
        key: status,
        value: countOf(status),
        search: `status:${status}`,
        tone: countOf(status) === 0 ? 'neutral' : tones[status],
      })),
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
export async function sessionsCard(tx: Tx, actor: Actor, company_id: number): Promise<DashboardCard | null> {
  if (!actorMay(actor, { action: 'view-list', subject: 'services' })) return null
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from session_live where ${await subtreeOf(tx, company_id)}`.execute(tx)
  return { key: 'sessions', subject: 'services', total: rows[0]?.total ?? 0, figures: [] }
}
