import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { siteStatuses, type OnlineState, type SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import { licenceStatuses, type LicenceStatus } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { expiring } from '../licences/licence-rows.ts'

type CardFigure = DashboardCard['figures'][number]
type Card = (tx: Tx, actor: Actor, company_id: number, count: (kind: string) => number) => Promise<DashboardCard | null>

const toned = (key: string, value: number, search: string, tone: CardFigure['tone']): CardFigure => ({
  key,
  value,
  search,
  tone: value === 0 ? 'neutral' : tone,
})

const siteTones: Record<SiteStatus, CardFigure['tone']> = {
  online: 'good',
  partial: 'warning',
  offline: 'bad',
  unknown: 'neutral',
}

/** Sites of a company's part of the tree by status. */
export const sitesCard: Card = async (_tx, actor, _company_id, count) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'sites' })) return null
  return {
    key: 'sites',
    subject: 'sites',
    total: siteStatuses.reduce((sum, status) => sum + count(`site:${status}`), 0),
    figures: siteStatuses.map((status) =>
      toned(status, count(`site:${status}`), `status:${status}`, siteTones[status]),
    ),
  }
}

/** Devices at any site by the result of their last reading. */
export const hardwareCard: Card = async (_tx, actor, _company_id, count) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'hardware' })) return null
  const [online, offline, unknown] = [count('hardware:true'), count('hardware:false'), count('hardware:unknown')]
  const figure = (key: OnlineState, value: number, tone: CardFigure['tone']) =>
    toned(key, value, `online_status:${key}`, tone)
  return {
    key: 'hardware',
    subject: 'hardware',
    total: online + offline + unknown,
    figures: [
      figure('online', online, 'good'),
      figure('offline', offline, 'bad'),
      figure('unknown', unknown, 'neutral'),
    ],
  }
}

/** Licences by status, and those that end within thirty days. */
export const licencesCard: Card = async (tx, actor, company_id, count) => {
  if (!actorMay(actor, { action: 'view-index', subject: 'licences' })) return null
  // The only count that changes with the date, so no trigger maintains it.
  const { rows } = await sql<{ expiring: number }>`
    select count(*) as expiring from licence
    where ${expiring('licence')} and deleted_at is null and ${await subtreeOf(tx, company_id)}`.execute(tx)
  const of = (status: LicenceStatus) => count(`licence:${status}`)
  return {
    key: 'licences',
    subject: 'licences',
    total: licenceStatuses.reduce((sum, status) => sum + of(status), 0),
    figures: [
      toned('expiring', rows[0]?.expiring ?? 0, 'expiring:1', 'warning'),
      toned('expired', of('expired'), 'status:expired', 'bad'),
      toned('active', of('active'), 'status:active', 'good'),
      toned('available', of('available'), 'status:available', 'neutral'),
    ],
  }
}
