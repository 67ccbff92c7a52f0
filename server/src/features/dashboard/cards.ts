import { companyTypes, typesBelow } from '@trunkline/contract/abilities'
import type { DashboardCard } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'

type CardFigure = DashboardCard['figures'][number]

/** A card of a company's part of the tree; null if the actor may not open the corresponding list. */
type Card = (tx: Tx, actor: Actor, company_id: number, count: (kind: string) => number) => Promise<DashboardCard | null>

/** The tone of a figure that needs attention unless it is 0. */
const toneUnlessZero = (value: number, tone: CardFigure['tone']): CardFigure['tone'] => (value === 0 ? 'neutral' : tone)

export const companiesCard: Card = async (tx, actor, company_id, count) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'companies' })) return null
  const inactive = count('company:inactive')
  const own = (await tx.selectFrom('company').select('type').where('id', '=', company_id).executeTakeFirstOrThrow())
    .type
  return {
    key: 'companies',
    subject: 'companies',
    total: companyTypes.reduce((sum, type) => sum + count(`company:${type}`), 0),
    figures: [
      ...typesBelow(own).map((type): CardFigure => ({
        key: type,
        value: count(`company:${type}`),
        search: `type:${type}`,
        tone: 'neutral',
      })),
      { key: 'inactive', value: inactive, search: 'is_active:0', tone: toneUnlessZero(inactive, 'warning') },
    ],
  }
}

export const usersCard: Card = async (_tx, actor, _company_id, count) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'users' })) return null
  const [active, inactive] = [count('user:active'), count('user:inactive')]
  return {
    key: 'users',
    subject: 'users',
    total: active + inactive,
    figures: [
      { key: 'active', value: active, search: 'is_active:1', tone: 'good' },
      { key: 'inactive', value: inactive, search: 'is_active:0', tone: toneUnlessZero(inactive, 'warning') },
      { key: 'two_factor', value: count('user:two_factor'), search: 'two_factor:1', tone: 'neutral' },
    ],
  }
}

/** Open invitations only: the number of closed ones only grows. */
export const invitationsCard: Card = async (tx, actor, company_id) => {
  if (!actorMay(actor, { action: 'view-list', subject: 'user-invites' })) return null
  const { rows } = await sql<{ pending: number; expired: number }>`
    select count(*) filter (where expires_at > now()) as pending, count(*) filter (where expires_at <= now()) as expired
    from invitation where accepted_at is null and cancelled_at is null and ${await subtreeOf(tx, company_id)}`.execute(
    tx,
  )
  const { pending, expired } = rows[0] as { pending: number; expired: number }
  return {
    key: 'invitations',
    subject: 'user-invites',
    total: pending + expired,
    figures: [
      { key: 'pending', value: pending, search: 'status:pending', tone: 'neutral' },
      { key: 'expired', value: expired, search: 'status:expired', tone: toneUnlessZero(expired, 'warning') },
    ],
  }
}

/** Mail of the installation, for users who may read its outbox. */
export const mailCard: Card = async (tx, actor, company_id) => {
  if (company_id !== actor.company_id || !actorMay(actor, { action: 'view-list', subject: 'outbox' })) return null
  const { rows } = await sql<{ failed: number; queued: number }>`
    select (select count(*) from mail where state = 'failed') as failed, (select count(*) from mail where state = 'queued') as queued`.execute(
    tx,
  )
  const { failed, queued } = rows[0] as { failed: number; queued: number }
  return {
    key: 'mail',
    subject: 'outbox',
    total: failed + queued,
    figures: [
      { key: 'failed', value: failed, search: 'state:failed', tone: toneUnlessZero(failed, 'bad') },
      { key: 'queued', value: queued, search: 'state:queued', tone: 'neutral' },
    ],
  }
}
