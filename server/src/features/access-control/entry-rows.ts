import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'
import { parseMac, typedMac } from '../hardware/mac.ts'

/** Fields computed from the last readings, which are not columns. */
export type ComputedField = 'position' | 'state' | 'applied' | 'is_registered' | 'vendor'

/** Entries as listed, without computed fields. `rank` replaces the position, which is counted for a page. */
export const entryRows = (tx: Tx) =>
  tx
    .selectFrom('access_control as a')
    .select([
      'a.id',
      'a.site_id',
      'a.company_id',
      'a.name',
      'a.rate_down_kbps',
      'a.rate_up_kbps',
      'a.vlan_id',
      'a.note',
      'a.is_enabled',
      'a.created_at',
      'a.updated_at',
      'a.version',
      'a.search_text',
      'a.ancestor_ids',
      'a.mac as mac_address',
      'a.rank as position',
    ])
    .select([
      sql<AccessEntry['action']>`a.action`.as('action'),
      sql<AccessEntry['schedule']>`a.schedule`.as('schedule'),
      sql<string>`upper(a.mac::text)`.as('mac'),
      sql<boolean>`a.passphrase is not null`.as('has_passphrase'),
      // Never null: a caller who may see the entry may see its site and company.
      sql<string>`(select n.name from site n where n.id = a.site_id)`.as('site_name'),
      sql<string>`(select n.name from company n where n.id = a.company_id)`.as('company_name'),
    ])

const ofRow = (name: string) => sql.ref(`r.${name}`)
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const holding = (text: string) => `%${escaped(text.toLowerCase())}%`

/** Condition for a part of a MAC address in any notation; undefined if the text is not one. */
function macHolds(text: string): Expression<SqlBool> | undefined {
  const whole = parseMac(text)
  if ('mac' in whole)
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(whole.mac)} and ${ofRow('mac_address')} = ${whole.mac}::macaddr)`
  const part = (typedMac(text) ?? text).toLowerCase()
  if (/^([0-9a-f]{2}:)+[0-9a-f]{0,2}$/.test(part))
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(part)} and ${ofRow('mac_address')}::text like ${holding(part)})`
  if (/^[0-9a-f]{4,12}$/.test(part))
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(part)} and replace(${ofRow('mac_address')}::text, ':', '') like ${holding(part)})`
  return undefined
}

/** Sites by part of their name. */
const sitesNamed = (text: string): Expression<SqlBool> =>
  sql<SqlBool>`${ofRow('site_id')} in (select n.id from site n where n.name ilike ${`%${escaped(text)}%`})`

/** Search condition of one word: name, note, site, or a MAC address in any notation. */
export function entryWord(word: string): Expression<SqlBool> {
  const parts = [sql<SqlBool>`${ofRow('search_text')} like ${holding(word)}`, sitesNamed(word), macHolds(word)]
  return sql<SqlBool>`(${sql.join(
    parts.filter((part) => part !== undefined),
    sql` or `,
  )})`
}

/** Conditions rewritten for an index, where a comparison of the displayed column would read all rows. */
export function entryCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const text = String(values[0])
  const like = operator === 'like' || operator === 'ilike'
  if (field === 'mac' && (like || operator === '=')) return macHolds(text) ?? sql<SqlBool>`false`
  if (like && (field === 'name' || field === 'note'))
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(text)} and ${ofRow(field)} ilike ${`%${escaped(text)}%`})`
  if (like && field === 'site_name') return sitesNamed(text)
  if (like && field === 'company_name')
    return sql<SqlBool>`${ofRow('company_id')} in (select n.id from company n where n.name ilike ${`%${escaped(text)}%`})`
  return undefined
}
