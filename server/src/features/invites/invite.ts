import { mayGiveRole, typesBelow, userRoles } from '@trunkline/contract/abilities'
import { billingTerms } from '@trunkline/contract/resources/company'
import { invites, inviteStatuses, type InviteRow } from '@trunkline/contract/resources/invite'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler, loadRow, readRecord } from '../../http/standard-handlers.ts'
import { billingTermLabels, choicesOf, inviteStatusLabels, userRoleLabels } from '../../reference/labels.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { cancelInvitation, resendInvitation, storeInvitation } from './invite-rules.ts'

/** The status depends on the current time, so it is computed in the query. */
const status = sql<InviteRow['status']>`case
  when i.accepted_at is not null then 'accepted' when i.cancelled_at is not null then 'cancelled'
  when i.expires_at <= now() then 'expired' else 'pending' end`

const rows = (tx: Tx) =>
  tx
    .selectFrom('invitation as i')
    .leftJoin('company as c', 'c.id', 'i.company_id')
    .select([
      'i.id',
      'i.email',
      'i.role',
      'i.company_id',
      'i.new_company_name',
      'i.new_company_type',
      'i.invited_by',
      'i.created_at',
      'i.sent_at',
      'i.expires_at',
      'i.accepted_at',
      'i.ancestor_ids',
      status.as('status'),
      sql<InviteRow['billing_term']>`i.billing_term`.as('billing_term'),
    ])
    .select((row) => row.ref('c.name').$notNull().as('company_name'))

const source = { table: 'invitation', owner: 'company_id', rows, record: rows } as const

export const inviteHandlers = (deps: Deps): Handlers<typeof invites> => ({
  index: indexHandler(deps, invites.index, {
    ...source,
    ancestor_ids: 'ancestor_ids',
    softDelete: false,
    options: (_tx, { locale }) => ({
      statuses: choicesOf(inviteStatusLabels, inviteStatuses, locale),
      roles: choicesOf(userRoleLabels, userRoles, locale),
    }),
  }),

  ...bulkHandlers(invites, { ...source, ancestor_ids: 'ancestor_ids', softDelete: false }),

  store: (call) => call.db(async (tx) => ({ data: { id: await storeInvitation(deps, tx, call.actor, call.body) } })),

  resend: (call) =>
    call.db(async (tx) => {
      const row = await loadRow(tx, call.actor, source, invites.resend.access, call.params.id, { lock: true })
      await resendInvitation(deps, tx, call.actor, row)
      return { data: await readRecord(tx, source, call.params.id) }
    }),

  cancel: (call) =>
    call.db(async (tx) => {
      await cancelInvitation(
        tx,
        await loadRow(tx, call.actor, source, invites.cancel.access, call.params.id, { lock: true }),
      )
    }),

  async billingTerms({ actor }) {
    return { data: choicesOf(billingTermLabels, billingTerms, actor.locale) }
  },

  async userRoles({ actor }) {
    // The first user of a new company may be its primary admin, whatever the role of the inviter.
    const founds = typesBelow(actor.company_type).length > 0
    return {
      data: choicesOf(
        userRoleLabels,
        userRoles.filter((role) => founds || mayGiveRole(actor.role, role)),
        actor.locale,
      ),
    }
  },
})
