import type { Licence, LicenceRow } from '@trunkline/contract/resources/licence'
import { expiringDays, licenceStatuses } from '@trunkline/contract/resources/licence-enums'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { byName } from '../../http/list/source.ts'
import type { Condition } from '../../http/list/parse.ts'

/** Maximum number of mails in a record. */
const maxReminders = 100

/** The expression of the indexes licence_state. Descending, as the ids: the latest of a state comes first. */
const statusRank = sql<number>`case l.status when 'expired' then 4 when 'suspended' then 3 when 'active' then 2 when 'available' then 1 else 0 end`

const rows = (tx: Tx) =>
  tx
    .selectFrom('licence as l')
    .innerJoin('company as c', 'c.id', 'l.company_id')
    .select([
      'l.id',
      'l.key',
      'l.company_id',
      'c.name as company_name',
      'l.level',
      'l.category',
      'l.type',
      'l.quantity',
      'l.starts_on',
      'l.expires_on',
      'l.status',
      'l.created_at',
      'l.updated_at',
      'l.deleted_at',
      'l.search_text',
      'l.ancestor_ids',
    ])
    .select([
      statusRank.as('status_rank'),
      sql<LicenceRow['permissions']>`l.permissions`.as('permissions'),
      sql<number | null>`l.expires_on - current_date`.as('days_left'),
    ])

/** Columns of the licence itself, by which pages are found without a join. */
const lean = {
  columns: [
    'id',
    'key',
    'level',
    'category',
    'type',
    'quantity',
    'starts_on',
    'expires_on',
    'status_rank',
    'created_at',
    'updated_at',
  ],
  rows: (tx: Tx) =>
    tx
      .selectFrom('licence as l')
      .select([
        'l.id',
        'l.key',
        'l.level',
        'l.category',
        'l.type',
        'l.quantity',
        'l.starts_on',
        'l.expires_on',
        'l.created_at',
        'l.updated_at',
        'l.company_id',
        'l.deleted_at',
        'l.ancestor_ids',
        statusRank.as('status_rank'),
      ]) as never,
}

const record = (tx: Tx) =>
  rows(tx)
    .select(['l.notes', 'l.version'])
    .select(
      sql<Licence['reminders']>`coalesce((
        select json_agg(json_build_object('id', m.id, 'days', m.days, 'sent_to', m.sent_to, 'sent_by', m.sent_by,
          'sent_at', to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.sent_at desc, m.id desc)
        from (select * from licence_reminder r where r.licence_id = l.id order by r.sent_at desc, r.id desc limit ${sql.lit(maxReminders)}) m), '[]')`.as(
        'reminders',
      ),
    )

/** Live licences that end within `expiringDays`; `at` is the alias of the rows. */
export const expiring = (at: string) =>
  sql<SqlBool>`(${sql.ref(`${at}.status`)} in ('available', 'active') and ${sql.ref(`${at}.expires_on`)} between current_date and current_date + ${sql.lit(expiringDays)})`

const condition = ({ field, values }: Condition): Expression<SqlBool> | undefined =>
  field !== 'expiring' ? undefined : values[0] === true ? expiring('r') : sql<SqlBool>`${expiring('r')} is not true`

export const licenceSource = {
  table: 'licence',
  owner: 'company_id',
  rows,
  lean,
  grouped: byName('company', 'company_name', 'company_id'),
  scoped: ['id', 'status_rank id', 'expires_on id'],
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  condition,
  sortBy: { status: 'status_rank', company_name: ['company_name', 'company_id'] },
  tallied: licenceStatuses.map((status) => `licence:${status}`),
} as const
