import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { withTenant } from '../../db/tenant-transaction.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets, type Allocation } from './allocate.ts'
import { assignAddress, ownerOfAddress } from './assign.ts'
import { changeSubnet } from './change.ts'
import { destroySubnet, storeRange } from './remove.ts'

/** Permissions on parts of the tree, tested on the engine directly, without the checks of the API. */
let database: TestDatabase
let root: number, master: number, reseller: number, client: number, other: number
let all: number, masters: number, resellers: number, others: number, network: number, address: number, range: number
beforeAll(async () => {
  database = await createTestDatabase()
  await system(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    master = await createCompany(tx, { name: 'Master', type: 'master-distributor', parent_id: root })
    reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: master })
    client = await createCompany(tx, { name: 'Client', type: 'client', parent_id: reseller })
    other = await createCompany(tx, { name: 'Other', type: 'reseller', parent_id: root })
    all = await allocate(tx, { parent_id: null, net: '10.0.0.0/8', company_id: root })
    masters = await allocate(tx, { parent_id: all, net: '10.0.0.0/12', company_id: master })
    resellers = await allocate(tx, { parent_id: masters, net: '10.0.0.0/16', company_id: reseller })
    others = await allocate(tx, { parent_id: all, net: '10.32.0.0/16', company_id: other })
    network = await allocate(tx, { parent_id: others, net: '10.32.0.0/24', attributes: { type: 'network' } })
    address = (await assignAddress(tx, { subnet_id: network, ip: 'auto' })).id
    range = (await storeRange(tx, { subnet_id: network, lo: '10.32.0.100', hi: '10.32.0.120', kind: 'dhcp' })).id
  })
})
afterAll(() => database?.drop())

const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
const as = <T>(company_id: number, work: (tx: Tx) => Promise<T>) =>
  withTenant(database.databases, { company_id, everything: company_id === root }, { write: true }, work)
const allocate = async (tx: Tx, of: Partial<Allocation>) =>
  (await allocateSubnets(tx, { parent_id: null, net: 'auto', attributes: { type: 'container' }, ...of }))[0]!.id!
const missing = { code: 'validation_failed', fields: { parent_id: message('row.missing', { kind: 'subnet' }) } }

describe('a reseller', () => {
  test('works in its own part, for itself and its descendants', async () => {
    await as(reseller, async (tx) => {
      const own = await allocate(tx, { parent_id: resellers, prefix: 20 })
      const given = await allocate(tx, {
        parent_id: own,
        prefix: 24,
        company_id: client,
        attributes: { type: 'network' },
      })
      const rows = await tx
        .selectFrom('subnet')
        .where('id', 'in', [own, given])
        .select(['company_id', 'parent_depth'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { company_id: reseller, parent_depth: 3 },
        { company_id: client, parent_depth: 3 },
      ])
      expect(await ownerOfAddress(tx, '10.0.0.7')).toMatchObject({
        subnet_id: given,
        company_id: client,
        address_id: null,
      })
    })
  })

  test("cannot distinguish ancestors' nodes, siblings' nodes and missing ones", async () => {
    for (const parent_id of [all, masters, others, network, 999_999])
      await expect(as(reseller, (tx) => allocate(tx, { parent_id, prefix: 26 }))).rejects.toMatchObject(missing)
    await expect(as(reseller, (tx) => allocate(tx, { net: '10.32.9.0/24' }))).rejects.toMatchObject({
      code: 'conflict',
      fields: { net: message('ip.taken', { net: '10.32.9.0/24' }) },
    })
    await expect(as(reseller, (tx) => allocate(tx, { net: '10.9.0.0/24' }))).rejects.toMatchObject({
      fields: { net: message('ip.taken', { net: '10.9.0.0/24' }) },
    })
  })

  test('cannot give space to a company that it does not see', async () => {
    for (const company_id of [root, master, other, 999_999])
      await expect(
        as(reseller, (tx) => allocate(tx, { parent_id: resellers, prefix: 24, company_id })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { company_id: message('row.missing', { kind: 'company' }) },
      })
  })

  test('reaches no foreign row through any function of the engine', async () => {
    const calls = [
      `select * from ip_allocate(${network}, null, null, 28, 1, false, null, null, null, null, '{}')`,
      `select * from ip_allocate_addresses(${network}, null, 1, null, null, null, null, null, null, null, null, null, null)`,
      `select * from ip_release_subnet(${network})`,
      `select * from ip_release_subnet(${network}, 'destroy', true)`,
      `select ip_recover_subnet(${network})`,
      `select ip_change_subnet(${network}, ${reseller}, null, null)`,
      `select ip_release_address(${address}, true)`,
      `select ip_recover_address(${address})`,
      `select ip_change_address(${address}, 'reserved')`,
      `select ip_store_range(${network}, '10.32.0.200', '10.32.0.201', 'reserved', '')`,
      `select ip_destroy_range(${range})`,
      `select ip_lock(${network})`,
    ]
    for (const call of calls) {
      const foreign = await as(reseller, (tx) => sql.raw(call).execute(tx)).then(
        () => 'done',
        (error: { code: string; message: string }) => error,
      )
      const absent = await as(reseller, (tx) => sql.raw(call.replace(/\((\d+)/, '(999999')).execute(tx)).then(
        () => 'done',
        (error: { code: string; message: string }) => error,
      )
      expect(foreign, call).toMatchObject({ code: 'TL404' })
      expect((foreign as { message: string }).message).toBe((absent as { message: string }).message)
    }
    for (const call of ['select ip_release_due()', 'select ip_fold()'])
      await expect(
        as(reseller, (tx) => sql.raw(call).execute(tx)),
        call,
      ).rejects.toMatchObject({ code: 'TL403' })
  })

  test('releases by user only what it sees', async () => {
    await system((tx) =>
      assignAddress(tx, { subnet_id: network, ip: 'auto', used_by: { kind: 'service', id: 77, label: 'Line 77' } }),
    )
    const { rows } = await as(reseller, (tx) => sql`select * from ip_release_used('service', 77)`.execute(tx))
    expect(rows).toEqual([{ addresses: 0, subnets: 0 }])
  })

  test('cannot write structural tables directly', async () => {
    const statements = [
      `insert into subnet (space_id, net, hosts, type, company_id, assign_len, policy) values (1, '192.0.2.0/24', true, 'network', ${reseller}, 32, 'lowest')`,
      `update subnet set net = '10.0.0.0/17' where id = ${resellers}`,
      `update subnet set company_id = ${client} where id = ${resellers}`,
      `update subnet set used = 0, child_count = 0 where id = ${resellers}`,
      `delete from subnet where id = ${resellers}`,
      `insert into address (space_id, ip, company_id) values (1, '10.0.0.1', ${reseller})`,
      `update address set ip = '10.0.0.2'`,
      'delete from address',
      `insert into free_block (parent_id, net, plen) values (${resellers}, '10.0.255.0/24', 24)`,
      'delete from free_block',
      `select ip_carve(${resellers}, '10.0.255.0/24')`,
      `select ip_release_block(${resellers}, '10.0.255.0/24')`,
      `select ip_free_rebuild(${resellers})`,
      'delete from ip_holding',
      'delete from ip_delta',
    ]
    for (const statement of statements)
      await expect(
        as(reseller, (tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('roots', () => {
  test('of the public space belong to the provider only', async () => {
    await expect(as(master, (tx) => allocate(tx, { net: '198.51.100.0/24' }))).rejects.toMatchObject({
      fields: { parent_id: message('space.provider_only') },
    })
    await expect(as(root, (tx) => allocate(tx, { net: '198.51.100.0/24' }))).resolves.toBeTypeOf('number')
  })

  test('of private spaces contain private ranges, which may overlap between spaces and never within one', async () => {
    const spaces = await Promise.all(
      [
        ['One', reseller],
        ['Two', reseller],
        ['Foreign', other],
      ].map(([name, company_id]) =>
        system((tx) =>
          tx
            .insertInto('ip_space')
            .values({ company_id: company_id as number, kind: 'private', name: name as string })
            .returning('id')
            .executeTakeFirstOrThrow(),
        ),
      ),
    )
    const [one, two, foreign] = spaces.map(({ id }) => id)
    await as(reseller, (tx) => allocate(tx, { space_id: one!, net: '10.0.0.0/8' }))
    await as(reseller, (tx) => allocate(tx, { space_id: two!, net: '10.0.0.0/8' }))
    await as(reseller, (tx) => allocate(tx, { space_id: two!, net: 'fd00::/32' }))
    await expect(as(reseller, (tx) => allocate(tx, { space_id: one!, net: '10.0.0.0/8' }))).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(as(reseller, (tx) => allocate(tx, { space_id: one!, net: '8.0.0.0/6' }))).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await expect(as(reseller, (tx) => allocate(tx, { space_id: one!, net: '198.51.100.0/24' }))).rejects.toMatchObject({
      fields: { net: { reason: 'ip.not_private', params: { ranges: expect.arrayContaining(['192.168.0.0/16']) } } },
    })
    for (const space_id of [foreign!, 999_999])
      await expect(as(reseller, (tx) => allocate(tx, { space_id, net: '10.0.0.0/8' }))).rejects.toMatchObject({
        fields: { space_id: message('row.missing', { kind: 'ip-space' }) },
      })
    await expect(as(client, (tx) => allocate(tx, { space_id: one!, net: '192.168.0.0/16' }))).rejects.toMatchObject({
      fields: { space_id: message('row.missing', { kind: 'ip-space' }) },
    })
  })
})

describe('delegation', () => {
  test('shared space is used by descendants, and managed by its owner', async () => {
    const shared = await as(master, (tx) =>
      allocate(tx, { parent_id: masters, net: '10.1.0.0/24', attributes: { type: 'network', shared: true } }),
    )
    const allocated = await as(client, async (tx) => {
      const got = await assignAddress(tx, { subnet_id: shared, ip: 'auto' })
      expect(await ownerOfAddress(tx, got.ip)).toMatchObject({ company_id: client, address_id: got.id })
      return got
    })
    expect(allocated.ip).toBe('10.1.0.1')
    await expect(as(other, (tx) => assignAddress(tx, { subnet_id: shared, ip: 'auto' }))).rejects.toMatchObject({
      fields: { subnet_id: message('row.missing', { kind: 'subnet' }) },
    })
    for (const work of [
      (tx: Tx) => destroySubnet(tx, shared),
      (tx: Tx) => changeSubnet(tx, shared, { company_id: client }),
      (tx: Tx) => storeRange(tx, { subnet_id: shared, lo: '10.1.0.50', hi: '10.1.0.60', kind: 'dhcp' }),
    ])
      await expect(as<unknown>(client, work)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('an exclusive part is only read and taken back by ancestors', async () => {
    const part = await as(master, (tx) =>
      allocate(tx, { parent_id: masters, net: '10.2.0.0/16', company_id: reseller }),
    )
    await as(master, (tx) => changeSubnet(tx, part, { exclusive: true }))
    const inside = await as(reseller, (tx) =>
      allocate(tx, { parent_id: part, prefix: 24, attributes: { type: 'network' } }),
    )
    for (const above of [master, root]) {
      await expect(as(above, (tx) => allocate(tx, { parent_id: part, prefix: 24 }))).rejects.toMatchObject({
        code: 'conflict',
        fields: { parent_id: message('subnet.exclusive', { net: '10.2.0.0/16', company: 'Reseller' }) },
      })
      await expect(as(above, (tx) => assignAddress(tx, { subnet_id: inside, ip: 'auto' }))).rejects.toMatchObject({
        code: 'conflict',
      })
      await expect(as(above, (tx) => destroySubnet(tx, inside))).rejects.toMatchObject({ code: 'conflict' })
    }
    await as(master, (tx) => changeSubnet(tx, part, { company_id: master, exclusive: false }))
    await expect(as(master, (tx) => allocate(tx, { parent_id: part, prefix: 24 }))).resolves.toBeTypeOf('number')
  })

  test('transfers a separately stored gateway with it, down the branch and back up', async () => {
    const net = await as(master, (tx) =>
      allocate(tx, { parent_id: masters, net: '10.6.0.0/24', attributes: { type: 'network', gateway: '10.6.0.1' } }),
    )
    await as(master, (tx) => assignAddress(tx, { subnet_id: net, ip: 'auto', company_id: client }))
    const gateway = () =>
      system((tx) =>
        tx
          .selectFrom('address')
          .where('subnet_id', '=', net)
          .where('is_gateway', '=', true)
          .select('company_id')
          .execute(),
      )
    expect(await gateway()).toEqual([{ company_id: master }])
    for (const holder of [reseller, master]) {
      await as(master, (tx) => changeSubnet(tx, net, { company_id: holder }))
      expect(await gateway()).toEqual([{ company_id: holder }])
    }
  })

  test('goes down and up the branch, and not to a company beside an owner in it', async () => {
    const part = await as(master, (tx) =>
      allocate(tx, { parent_id: masters, net: '10.3.0.0/16', company_id: reseller }),
    )
    const inside = await as(reseller, (tx) => allocate(tx, { parent_id: part, prefix: 24 }))
    await expect(as(root, (tx) => changeSubnet(tx, part, { company_id: other }))).rejects.toMatchObject({
      fields: { company_id: message('subnet.company_not_below') },
    })
    await expect(as(reseller, (tx) => changeSubnet(tx, part, { company_id: client }))).rejects.toMatchObject({
      code: 'conflict',
      fields: { company_id: message('subnet.parts_of_others', { net: '10.3.0.0/16' }) },
    })
    await as(master, (tx) => changeSubnet(tx, part, { company_id: master }))
    const depth = await system((tx) =>
      tx.selectFrom('subnet').where('id', '=', inside).select('parent_depth').executeTakeFirst(),
    )
    expect(depth).toEqual({ parent_depth: 2 })
  })
})

describe('a company that owns space', () => {
  test('moves only if all owners of the parent space remain its ancestors', async () => {
    const second = await system((tx) =>
      createCompany(tx, { name: 'Second', type: 'master-distributor', parent_id: root }),
    )
    const move = (parent_id: number) =>
      system((tx) => tx.updateTable('company').set({ parent_id }).where('id', '=', reseller).execute())
    await expect(move(second)).rejects.toMatchObject({
      code: 'TL409',
      column: 'parent_id',
      message: expect.stringMatching(/^\{"reason":"company\.holds_space_of_former","params":\{"nets": \["\d/) as string,
    })
    const free = await system((tx) => createCompany(tx, { name: 'Free', type: 'reseller', parent_id: master }))
    const stored = await system((tx) => allocate(tx, { parent_id: all, net: '10.64.0.0/16', company_id: free }))
    const inside = await as(free, (tx) => allocate(tx, { parent_id: stored, prefix: 24 }))
    await system((tx) => tx.updateTable('company').set({ parent_id: root }).where('id', '=', free).execute())
    const rows = await system((tx) =>
      tx
        .selectFrom('subnet')
        .where('id', 'in', [stored, inside])
        .select(['ancestor_ids', 'parent_depth'])
        .orderBy('id')
        .execute(),
    )
    expect(rows).toEqual([
      { ancestor_ids: [root, free], parent_depth: 1 },
      { ancestor_ids: [root, free], parent_depth: 2 },
    ])
  })

  test('cannot be deleted', async () => {
    await expect(
      system((tx) =>
        tx.updateTable('company').set({ deleted_at: new Date().toISOString() }).where('id', '=', other).execute(),
      ),
    ).rejects.toMatchObject({
      code: 'TL409',
      message: expect.stringContaining('company.holds_space') as string,
      detail: expect.stringContaining('10.32.0.0/16') as string,
    })
  })
})

test('constraints reject what no function would write', async () => {
  const insert = (columns: string, values: string) =>
    system((tx) => sql.raw(`insert into ${columns} values ${values}`).execute(tx))
  const node =
    'subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, company_id, assign_len, policy)'
  const rest = (company = root) => `false, 'container', ${company}, 32, 'lowest'`
  const gives = `(select id from subnet where net = '10.32.0.0/24')`
  await expect(
    insert(node, `(1, '10.32.0.0/17', ${all}, '10.0.0.0/8', false, ${rest()})`),
    'an overlapping sibling',
  ).rejects.toMatchObject({ code: '23P01', constraint: 'subnet_sibling' })
  await expect(
    insert(node, `(1, '10.0.0.0/7', null, null, null, ${rest()})`),
    'an overlapping root',
  ).rejects.toMatchObject({ code: '23P01' })
  await expect(
    insert(node, `(1, '11.0.0.0/24', ${all}, '10.0.0.0/8', false, ${rest()})`),
    'a child outside',
  ).rejects.toMatchObject({ code: '23514', constraint: 'subnet_inside_parent' })
  await expect(
    insert(node, `(1, '10.99.0.0/24', ${all}, '10.96.0.0/11', false, ${rest()})`),
    'a parent that is another',
  ).rejects.toMatchObject({ code: '23503' })
  await expect(
    insert(node, `(1, '10.32.0.240/29', ${gives}, '10.32.0.0/24', true, ${rest(other)})`),
    'a subnet in a network',
  ).rejects.toMatchObject({ code: '23514', constraint: 'subnet_parent_gives_subnets' })
  const address_ = 'address (space_id, ip, subnet_id, subnet_net, subnet_hosts, company_id)'
  await expect(
    insert(address_, `(1, '10.200.0.1', ${all}, '10.0.0.0/8', false, ${root})`),
    'an address in a container',
  ).rejects.toMatchObject({ code: '23514', constraint: 'address_in_giver' })
  await expect(
    insert(address_, `(1, '10.200.0.1', ${all}, '10.0.0.0/8', true, ${root})`),
    'and one with a false value',
  ).rejects.toMatchObject({ code: '23503' })
  await expect(
    insert(address_, `(1, '10.32.0.1', ${gives}, '10.32.0.0/24', true, ${other})`),
    'an address twice',
  ).rejects.toMatchObject({ code: '23505', constraint: 'address_ip' })
  await expect(
    insert(address_, `(1, '10.33.0.1', ${gives}, '10.32.0.0/24', true, ${other})`),
    'an address outside',
  ).rejects.toMatchObject({ code: '23514' })
})
