import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { asSystem } from '../../db/system-door.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { allocateSubnets } from './allocate.ts'
import { assignAddress } from './assign.ts'

/** What a row says of itself is judged by triggers: a check would be read with every count of the row. */

let database: TestDatabase
const system = <T>(work: (tx: Tx) => Promise<T>) => asSystem(database.databases, work)

beforeAll(async () => {
  database = await createTestDatabase()
  await database.databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
  const [node] = await system((tx) =>
    allocateSubnets(tx, { parent_id: null, net: '10.0.0.0/24', company_id: 1, attributes: { type: 'pool' } }),
  )
  await system((tx) => assignAddress(tx, { subnet_id: node!.id!, ip: 'auto' }))
})
afterAll(() => database?.drop())

/** Sets what a row says and gives it up again. */
const set = (table: string, change: string) =>
  system(async (tx) => {
    await sql.raw(`update ${table} set ${change}`).execute(tx)
    throw new Error('kept')
  })

test.each([
  ['subnet', `type = 'tree'`, 'subnet_type_check'],
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
  ['address', `holds = false`, 'address_released'],
  ['address', `used_by_id = 1`, 'address_used_by'],
  ['address', `subnet_net = null`, 'address_subnet_whole'],
])('%s: %s is refused as %s', async (table, change, constraint) => {
  await expect(set(table, change)).rejects.toMatchObject({ code: '23514', constraint })
})

test.each(['subnet', 'address'])('each word that the catalogue tells of %s is taken, and none else', async (table) => {
  const { rows } = await system((tx) =>
    sql<{ name: string; words: string }>`
      select attname as name, col_description(attrelid, attnum) as words from pg_attribute
      where attrelid = ${table}::regclass and col_description(attrelid, attnum) like 'One of: %'`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { name, words } of rows)
    for (const word of [...words.slice('One of: '.length, -1).split(', '), 'other']) {
      const refused = await set(table, `${name} = '${word}'`).catch(
        (error: { constraint?: string }) => error.constraint,
      )
      if (word === 'other') expect(refused).toBe(`${table}_${name}_check`)
      // It may not go with what else the row says; the word itself is known.
      else expect(refused, `${name} = ${word}`).not.toBe(`${table}_${name}_check`)
    }
})

test('not even replication writes what no writer may', async () => {
  const { rows } = await database.databases.appAll.query<{ tgname: string }>(
    `select tgname from pg_trigger where tgrelid in ('subnet'::regclass, 'address'::regclass) and tgname in ('whole', 'words', 'fullness') and tgenabled <> 'A'`,
  )
  expect(rows).toEqual([])
})
