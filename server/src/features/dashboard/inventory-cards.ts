import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { siteStatuses, type OnlineState, type SiteStatus } from '@trunkline/contract/resources/hardware-words'
import type { LicenceStatus } from '@trunkline/contract/resources/licence-words'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { expiring } from '../licences/licence-rows.ts'

type Figure = DashboardCard['figures'][number]
type Card = (tx: Tx, actor: Actor, company_id: number) => Promise<DashboardCard | null>

const toned = (key: string, value: number, search: string, tone: Figure['tone']): Figure => ({
  key,
  value,
  search,
  tone: value === 0 ? 'neutral' : tone,
})

const siteTones: Record<SiteStatus, Figure['tone']> = {
  online: 'good',
  partial: 'warning',
  offline: 'bad',
  unknown: 'neutral',
}

/** Sites of a company's part of the tree by status. */
export const sitesCard: Card = async (tx, actor, company_id) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'sites' })) return null
  const { rows } = await sql<{ status: SiteStatus; total: number }>`
    select status, count(*) as total from site where deleted_at is null and ${await subtreeOf(tx, company_id)} group by status`.execute(
    tx,
  )
  return {
    key: 'sites',
    subject: 'sites',
    total: rows.reduce((sum, row) => sum + row.total, 0),
    figures: siteStatuses.map((status) =>
      toned(status, rows.find((row) => row.status === status)?.total ?? 0, `status:${status}`, siteTones[status]),
    ),
  }
}

/** Devices, wherever they stand, by what the last reading of them came to. */
export const hardwareCard: Card = async (tx, actor, company_id) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'hardware' })) return null
  const { rows } = await sql<{ is_online: boolean | null; total: number }>`
    select is_online, count(*) as total from hardware where deleted_at is null and ${await subtreeOf(tx, company_id)} group by is_online`.execute(
    tx,
  )
  const figure = (key: OnlineState, is_online: boolean | null, tone: Figure['tone']) =>
    toned(key, rows.find((row) => row.is_online === is_online)?.total ?? 0, `online_status:${key}`, tone)
  return {
    key: 'hardware',
    subject: 'hardware',
    total: rows.reduce((sum, row) => sum + row.total, 0),
    figures: [figure('online', true, 'good'), figure('offline', false, 'bad'), figure('unknown', null, 'neutral')],
  }
}

/** Licences by status, and those that are over within thirty days. */
export const licencesCard: Card = async (tx, actor, company_id) => {
  if (!actorMay(actor, { action: 'view-index', subject: 'licences' })) return null
  const { rows } = await sql<{ status: LicenceStatus; total: number; expiring: number }>`
    select status, count(*) as total, count(*) filter (where ${expiring('licence')}) as expiring
    from licence where deleted_at is null and ${await subtreeOf(tx, company_id)} group by status`.execute(tx)
  const of = (status: LicenceStatus) => rows.find((row) => row.status === status)?.total ?? 0
  return {
    key: 'licences',
    subject: 'licences',
    total: rows.reduce((sum, row) => sum + row.total, 0),
    figures: [
      toned(
        'expiring',
        rows.reduce((sum, row) => sum + row.expiring, 0),
        'expiring:1',
        'warning',
      ),
      toned('expired', of('expired'), 'status:expired', 'bad'),
      toned('active', of('active'), 'status:active', 'good'),
      toned('available', of('available'), 'status:available', 'neutral'),
    ],
  }
}
