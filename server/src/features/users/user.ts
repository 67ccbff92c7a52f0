import { message } from '@trunkline/contract/errors'
import { userRoles, mayGiveRole } from '@trunkline/contract/abilities'
import { users, userStatuses, type userUpdate } from '@trunkline/contract/resources/user'
import type * as z from 'zod/mini'
import { tenantSettingsOf } from '../../access/actor.ts'
import { sendVerification } from '../../access/email.ts'
import { sendPasswordLink } from '../../access/passwords.ts'
import { rejectWhileImpersonating, requireRecentPassword } from '../../access/guards.ts'
import { endSessions } from '../../access/sessions.ts'
import { resetTwoFactor } from '../../access/two-factor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { updateRow, type StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { byName } from '../../http/list/source.ts'
import {
  destroyRecord,
  indexHandler,
  loadRow,
  readRecord,
  showHandler,
  updateRecord,
  type RowWrite,
  type WriteCall,
} from '../../http/standard-handlers.ts'
import { countryChoices } from '../../reference/countries.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { choicesOf, localeChoices, userRoleLabels, userStatusLabels } from '../../reference/labels.ts'
import { timeZoneChoices } from '../../reference/time-zones.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { pathOf } from '../companies/company-path.ts'
import { lookUpUsers } from './user-lookup.ts'
import {
  checkDestroy,
  checkRecover,
  checkMayManageUser,
  checkUserUpdate,
  hasOtherPrimary,
  makePrimary,
} from './user-rules.ts'
import { changeUserStatus } from './user-status.ts'
import { userSummary } from './user-summary.ts'

/** A row of the list. A left join, although each user has a company: a count can then omit the company table. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.name',
      'u.email',
      'u.telephone',
      'u.role',
      'u.company_id',
      'u.is_active',
      'u.two_factor',
      'u.last_seen_at',
      'u.created_at',
      'u.updated_at',
      'u.deleted_at',
      'u.search_text',
      'u.ancestor_ids',
    ])
    .select((row) => [row.ref('c.name').$notNull().as('company_name'), row.ref('c.type').$notNull().as('company_type')])

/** Columns of the user itself, by which pages are found without a join. */
const lean = {
  columns: ['id', 'name', 'email', 'role', 'is_active', 'last_seen_at', 'created_at', 'updated_at'],
  rows: (tx: Tx) =>
    tx
      .selectFrom('app_user as u')
      .select([
        'u.id',
        'u.name',
        'u.email',
        'u.role',
        'u.is_active',
        'u.last_seen_at',
        'u.created_at',
        'u.updated_at',
        'u.company_id',
        'u.deleted_at',
        'u.ancestor_ids',
      ]) as never,
}

const record = (tx: Tx) =>
  rows(tx).select([
    'u.phone_country_code',
    'u.phone_number',
    'u.locale',
    'u.time_zone',
    'u.email_verified_at',
    'u.version',
    pathOf('c.ancestor_ids').as('path'),
  ])

type Input = Omit<z.infer<typeof userUpdate>, 'version'>

const validate = (_tx: Tx, { body, actor, before }: RowWrite<Input>): void =>
  checkUserUpdate(actor, before as StoredRow, body)

const columns = ({ body, before }: RowWrite<Input>): StoredRow => {
  const { telephone, time_zone, email, ...same } = body
  const address = email?.toLowerCase()
  return {
    ...same,
    ...referenceColumns({ telephone, time_zone }),
    // The new address is unverified until its owner opens the link sent to it.
    ...(address !== undefined && address !== before?.['email'] && { email: address, email_verified_at: null }),
  }
}

/** Ends the sessions of a user whose role changes, or who is deactivated. */
async function signOutChanged(tx: Tx, before: StoredRow, { role, is_active }: Input): Promise<void> {
  const user_id = before['id'] as number
  if (role !== undefined && role !== before['role']) await endSessions(tx, { user_id }, 'role-changed')
  if (is_active === false && before['is_active'] === true) await endSessions(tx, { user_id }, 'deactivated')
}

export const userSource = {
  table: 'app_user',
  owner: 'company_id',
  rows,
  lean,
  sortBy: { company_name: ['company_name', 'company_id'] },
  grouped: byName('company', 'company_name', 'company_id'),
  scoped: ['name id'],
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
  labels: 'user',
  tallied: ['user:active', 'user:inactive'],
} as const
const source = userSource
const list = { ...source, softDelete: true }

/** Updates a user in the caller's transaction, and ends its sessions if it may no longer use them. */
export async function changeUser(tx: Tx, call: WriteCall & { body: Input }): Promise<void> {
  const before = await updateRecord(tx, call, users.update, source)
  await signOutChanged(tx, before, call.body)
}

export const userHandlers = (deps: Deps): Handlers<typeof users> => {
  const update = async (tx: Tx, call: Call<typeof users.update>) => {
    if (call.body.role !== undefined) {
      const row = await loadRow(tx, call.actor, source, users.update.access, call.params.id)
      if (call.body.role !== row['role']) {
        checkUserUpdate(call.actor, row, call.body)
        await requireRecentPassword(tx, call.actor)
      }
    }
    await changeUser(tx, call)
    return { data: await readRecord(tx, source, call.params.id) }
  }
  return {
    index: indexHandler(deps, users.index, {
      ...list,
      options: (_tx, { locale }) => ({
        roles: choicesOf(userRoleLabels, userRoles, locale),
        statuses: choicesOf(userStatusLabels, userStatuses, locale),
        countries: countryChoices[locale],
      }),
    }),
    ...bulkHandlers(users, list),

    show: showHandler(users.show, source),

    async update(call) {
      if (call.body.email === undefined) return call.db((tx) => update(tx, call))
      // The link is created in a system transaction, which sees the new address only after this one has committed.
      const reply = await withTenant(
        deps.databases,
        tenantSettingsOf(call.actor, call.request),
        { write: true },
        (tx) => update(tx, call),
      )
      await sendVerification(deps, call.actor, call.params.id, call.request)
      return reply
    },

    destroy: (call) =>
      call.db(async (tx) => {
        const row = await destroyRecord(tx, call, users.destroy, source, checkDestroy)
        if (row !== undefined) await endSessions(tx, { user_id: call.params.id }, 'deleted')
      }),

    recover: (call) =>
      call.db(async (tx) => {
        const { id } = call.params
        const row = await loadRow(tx, call.actor, source, users.recover.access, id, { lock: true })
        if (row['deleted_at'] === null) return { data: await readRecord(tx, source, id) }
        await checkRecover(tx, call.actor, row)
        // If the company has another primary admin now, the restored user becomes an admin.
        const hasPrimary = await hasOtherPrimary(tx, row)
        await updateRow(tx, 'app_user', id, { deleted_at: null, ...(hasPrimary && { role: 'admin' }) })
        const data = await readRecord(tx, source, id)
        return hasPrimary ? { data, not_restored: [message('restore.role')] } : { data }
      }),

    changeStatus: (call) => call.db((tx) => changeUserStatus(tx, call.actor, list, call.body)),

    makePrimary: (call) =>
      call.db(async (tx) => {
        const row = await loadRow(tx, call.actor, source, users.makePrimary.access, call.params.id)
        rejectWhileImpersonating(call.actor)
        await requireRecentPassword(tx, call.actor)
        await makePrimary(tx, call.actor, row)
        return { data: await readRecord(tx, source, call.params.id) }
      }),

    // The next two calls use transactions of the module `access`, so this one must not lock the row.
    async resetPassword(call) {
      const row = await call.db((tx) => loadRow(tx, call.actor, source, users.resetPassword.access, call.params.id))
      checkMayManageUser(call.actor, row)
      return { data: await sendPasswordLink(deps, call.actor, call.params.id, call.request) }
    },

    async resetTwoFactor(call) {
      await call.db(async (tx) => {
        const row = await loadRow(tx, call.actor, source, users.resetTwoFactor.access, call.params.id)
        checkMayManageUser(call.actor, row)
        rejectWhileImpersonating(call.actor)
        await requireRecentPassword(tx, call.actor)
      })
      await resetTwoFactor(deps, call.actor, call.params.id, call.request)
      return { data: await call.db((tx) => readRecord(tx, source, call.params.id)) }
    },

    summary: (call) =>
      call.db(async (tx) => {
        await loadRow(tx, call.actor, source, users.summary.access, call.params.id)
        return {
          data: { user: await readRecord(tx, source, call.params.id), ...(await userSummary(tx, call.params.id)) },
        }
      }),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpUsers(tx, call.actor, call.query) })),

    async options({ actor }) {
      // The role of primary admin is transferred, not selected.
      const roles = userRoles.filter((role) => role !== 'primary-admin' && mayGiveRole(actor.role, role))
      return {
        data: {
          roles: choicesOf(userRoleLabels, roles, actor.locale),
          statuses: choicesOf(userStatusLabels, userStatuses, actor.locale),
          countries: countryChoices[actor.locale],
          locales: localeChoices,
          time_zones: timeZoneChoices,
        },
      }
    },
  }
}
