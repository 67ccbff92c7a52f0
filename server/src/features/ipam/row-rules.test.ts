import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { listedValues } from '../../db/generate-rows.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { allocateSubnets } from './allocate.ts'
import { assignAddress } from './assign.ts'

/** Check constraints of subnets and addresses, and their denormalised copies in other rows. */

let database: TestDatabase
const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)

beforeAll(async () => {
  database = await createTestDatabase()
  await database.databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
  const [node] = await system((tx) =>
    allocateSubnets(tx, { parent_id: null, net: '10.0.0.0/24', company_id: 1, attributes: { type: 'pool' } }),
  )
  await system((tx) => assignAddress(tx, { subnet_id: node!.id!, ip: 'auto' }))
})
afterAll(() => database?.drop())

/** Sets a value and rolls the change back. */
const set = (table: string, change: string) =>
  system(async (tx) => {
    await sql.raw(`update ${table} set ${change}`).execute(tx)
    throw new Error('kept')
  })

test.each([
  ['subnet', `type = 'tree'`, 'subnet_type'],
  ['subnet', `usage_type = 'fun'`, 'subnet_usage_type_check'],
  ['subnet', `state = 'lost'`, 'subnet_state_check'],
  ['subnet', `used_by_kind = 'nobody', used_by_id = 1`, 'subnet_used_by_kind_check'],
  ['subnet', `policy = 'any'`, 'subnet_policy_check'],
  ['subnet', `vlan = 4095`, 'subnet_vlan_check'],
  ['subnet', `vlan = 0`, 'subnet_vlan_check'],
  ['subnet', `deleted_at = now()`, 'subnet_gone'],
  ['subnet', `state = 'quarantined'`, 'subnet_gone'],
  ['subnet', `state = 'held'`, 'subnet_hold'],
  ['subnet', `expires_at = now()`, 'subnet_hold'],
  ['subnet', `holds = false`, 'subnet_released'],
  ['subnet', `used_by_kind = 'site'`, 'subnet_used_by'],
  ['subnet', `used_by_id = 1`, 'subnet_used_by'],
  ['subnet', `type = 'container'`, 'subnet_type'],
  ['subnet', `assign_len = 23`, 'subnet_unit'],
  ['subnet', `assign_len = 33`, 'subnet_unit'],
  ['subnet', `parent_id = 1`, 'subnet_parent_whole'],
  ['subnet', `used = -1`, 'subnet_used_check'],
  ['address', `ip = '10.0.0.0/31'`, 'address_ip_check'],
  ['address', `state = 'lost'`, 'address_state_check'],
  ['address', `used_by_kind = 'nobody', used_by_id = 1`, 'address_used_by_kind_check'],
  ['address', `deleted_at = now()`, 'address_gone'],
  ['address', `state = 'held'`, 'address_hold'],
  ['address', `holds = false`, 'address_placed'],
  ['address', `state = 'released', deleted_at = now()`, 'address_released'],
  ['address', `used_by_id = 1`, 'address_used_by'],
  ['address', `subnet_net = null`, 'address_subnet_whole'],
])('%s: %s violates %s', async (table, change, constraint) => {
  await expect(set(table, change)).rejects.toMatchObject({ code: '23514', constraint })
})

test.each(['subnet', 'address'])('the check constraints of %s accept exactly the listed values', async (table) => {
  const { rows } = await system((tx) =>
    sql<{ name: string; definition: string }>`
      select a.attname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.conrelid = ${table}::regclass and k.contype = 'c'`.execute(tx),
  )
  const lists = rows.flatMap(
    ({ name, definition }) => listedValues(definition)?.map((value) => ({ name, value })) ?? [],
  )
  expect(lists.length).toBeGreaterThan(5)
  for (const { name, value } of [...lists, ...new Set(lists.map(({ name }) => ({ name, value: 'other' })))]) {
    const whole = name === 'used_by_kind' ? ', used_by_id = 1' : ''
    const rejected = await set(table, `${name} = '${value}'${whole}`).catch(
      (error: { constraint?: string }) => error.constraint,
    )
    if (value === 'other') expect(rejected).toMatch(new RegExp(`^${table}_${name}`))
    // It may not go with what else the row says; the value itself is known.
    else expect(rejected, `${name} = ${value}`).not.toBe(`${table}_${name}_check`)
  }
})

test('no address or history row refers to a missing space or company', async () => {
  for (const [table, column] of [
    ['address', 'space_id'],
    ['ip_holding', 'space_id'],
    ['ip_holding', 'company_id'],
  ] as const) {
    const { rows } = await database.databases.appAll.query(
      `select convalidated from pg_constraint where conname = '${table}_${column}_fkey' and conrelid = '${table}'::regclass`,
    )
    expect(rows, `${table}.${column}`).toEqual([{ convalidated: true }])
  }
  await expect(set('ip_holding', 'space_id = 4711')).rejects.toMatchObject({
    code: '23503',
    constraint: 'ip_holding_space_id_fkey',
  })
  await expect(set('ip_holding', 'company_id = 4711')).rejects.toMatchObject({
    code: '23503',
    constraint: 'ip_holding_company_id_fkey',
  })
})

test('values outside the check constraints are rejected even in replication mode', async () => {
  const { rows } = await database.databases.appAll.query<{ tgname: string }>(
    `select tgname from pg_trigger where tgrelid in ('subnet'::regclass, 'address'::regclass) and tgname in ('words', 'fullness') and tgenabled <> 'A'`,
  )
  expect(rows).toEqual([])
})
