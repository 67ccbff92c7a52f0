import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { Tx } from '../../db/pool.ts'
import { replied } from '../../testing/messages.ts'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'

let panel: TestPanel
let root: number,
  master: number,
  distributor: number,
  reseller: number,
  client: number,
  other: number,
  otherClient: number
let provider: ApiCall, middle: ApiCall, editor: ApiCall, customer: ApiCall

const seed = (name: string, type: CompanyType, parent_id: number | null) =>
  panel.sql((tx) => createCompany(tx, { name, type, parent_id }))
const signIn = async (company_id: number, role: UserRole) =>
  panel.as(await panel.sql((tx) => createUser(tx, { company_id, role })))

beforeAll(async () => {
  panel = await startTestPanel()
  root = await seed('Northwind', 'simrush', null)
  master = await seed('Master', 'master-distributor', root)
  distributor = await seed('Distributor', 'distributor', master)
  reseller = await seed('Reseller', 'reseller', distributor)
  client = await seed('Client', 'client', reseller)
  other = await seed('Other master', 'master-distributor', root)
  otherClient = await seed('Other client', 'client', other)
  provider = await signIn(root, 'primary-admin')
  middle = await signIn(distributor, 'admin')
  editor = await signIn(distributor, 'editor')
  customer = await signIn(client, 'admin')
})
afterAll(() => panel.stop())

describe('the list and the record', () => {
  test('a company sees itself and its descendants, with the parent only if that is visible', async () => {
    const { body } = await middle('GET', '/company/index')
    expect(body.data.map((row: { name: string }) => row.name)).toEqual(['Client', 'Distributor', 'Reseller'])
    expect(body.data[1]).toMatchObject({ parent_id: null, parent_name: null, users_count: 2, children_count: 1 })
    expect(body.data[2]).toMatchObject({ parent_id: distributor, parent_name: 'Distributor' })
    expect((await middle('GET', `/company/index?search=parent_name:Distrib`)).body.meta.pagination.total).toBe(1)
  })

  test('the path starts at the own company', async () => {
    const { body } = await middle('GET', `/company/${client}/show`)
    expect(body.data.path.map((step: { id: number }) => step.id)).toEqual([distributor, reseller, client])
    expect((await provider('GET', `/company/${client}/show`)).body.data.path).toHaveLength(5)
  })

  test('a company in another branch and an ancestor are not found', async () => {
    for (const id of [otherClient, master, 999_999])
      expect((await middle('GET', `/company/${id}/show`)).status).toBe(404)
  })
})

describe('creating', () => {
  test('the parent defaults to the own company, and texts are stored in their columns', async () => {
    const { status, body } = await middle('POST', '/company/store', {
      name: 'New Reseller',
      type: 'reseller',
      email: 'Office@New.Example',
      telephone: '+44 20 7946 0958',
      countyIsoCode: 'GB',
      currency: 'GBP',
      time_zone: 'Europe/London',
    })
    expect(status).toBe(201)
    const { data } = (await middle('GET', `/company/${body.data.id}/show`)).body
    expect(data).toMatchObject({
      parent_id: distributor,
      email: 'office@new.example',
      telephone: '+442079460958',
      phone_country_code: '44',
      phone_number: '2079460958',
      countyIsoCode: 'GB',
    })
  })

  test("a company's parent has a higher rank", async () => {
    const { status, body } = await middle('POST', '/company/store', { name: 'X', type: 'master-distributor' })
    expect(status).toBe(422)
    expect(body.error.messages).toEqual({
      type: replied('company.rank', { type: 'master-distributor', parent: 'distributor' }),
    })
    expect((await provider('POST', '/company/store', { name: 'X', type: 'client', parent_id: client })).status).toBe(
      422,
    )
  })

  test('countries, currencies, time zones and phone numbers are validated by libraries', async () => {
    const { body } = await middle('POST', '/company/store', {
      name: 'X',
      type: 'client',
      telephone: '+44 12345',
      countyIsoCode: 'XX',
      currency: 'XXX',
      time_zone: 'Mars/Olympus',
    })
    expect(Object.keys(body.error.fields).sort()).toEqual(['countyIsoCode', 'currency', 'telephone', 'time_zone'])
  })

  test('a client has no child companies', async () => {
    expect((await customer('POST', '/company/store', { name: 'X', type: 'client' })).status).toBe(403)
  })
})

describe('fields set by an ancestor company', () => {
  test('a company changes its own profile, but not its terms', async () => {
    expect((await customer('PUT', `/company/${client}/update`, { city: 'Leeds' })).body.data.city).toBe('Leeds')
    for (const body of [{ billing_term: 'net-60' }, { is_active: true }, { parent_id: client }]) {
      expect((await customer('PUT', `/company/${client}/update`, body)).status).toBe(403)
      expect((await middle('PUT', `/company/${distributor}/update`, body)).status).toBe(403)
    }
    expect((await provider('PUT', `/company/${root}/update`, { is_active: false })).status).toBe(403)
  })

  test('an editor changes details of descendants, but not the terms', async () => {
    expect((await editor('PUT', `/company/${client}/update`, { postcode: 'LS1' })).status).toBe(200)
    expect((await editor('PUT', `/company/${client}/update`, { billing_term: 'net-60' })).status).toBe(403)
    expect((await middle('PUT', `/company/${client}/update`, { billing_term: 'net-60' })).body.data.billing_term).toBe(
      'net-60',
    )
  })

  test('an empty telephone number clears it', async () => {
    await middle('PUT', `/company/${client}/update`, { telephone: '+442079460958' })
    expect((await middle('PUT', `/company/${client}/update`, { telephone: '' })).body.data.telephone).toBeNull()
  })
})

describe('deactivating', () => {
  test('immediately ends the sessions of all users of the company and its descendants', async () => {
    const leaf = await seed('Leaf', 'client', reseller)
    const call = await signIn(leaf, 'read-only')
    expect((await call('GET', `/company/${leaf}/show`)).status).toBe(200)
    expect((await middle('PUT', '/company/change-status', { ids: [reseller], is_active: false })).body.data).toEqual([
      { id: reseller, ok: true },
    ])
    const open = await panel.sql((tx) =>
      tx.selectFrom('session').select('id').where('company_id', '=', leaf).where('ended_at', 'is', null).execute(),
    )
    expect(open).toEqual([])
    await middle('PUT', '/company/change-status', { ids: [reseller], is_active: true })
    customer = await signIn(client, 'admin')
  })

  test('returns one result per row: the own company and the provider are rejected', async () => {
    const report = (await middle('PUT', '/company/change-status', { ids: [distributor, client], is_active: true })).body
      .data
    expect(report.map(({ id, ok, code }: { id: number; ok: boolean; code?: string }) => [id, ok, code])).toEqual([
      [distributor, false, 'forbidden'],
      [client, true, undefined],
    ])
    expect((await provider('PUT', '/company/change-status', { ids: [root], is_active: false })).body.data[0].code).toBe(
      'conflict',
    )
  })

  test('one foreign id prevents the whole change', async () => {
    expect(
      (await middle('PUT', '/company/change-status', { ids: [client, otherClient], is_active: false })).status,
    ).toBe(404)
    expect((await middle('GET', `/company/${client}/show`)).body.data.is_active).toBe(true)
  })
})

describe('moving', () => {
  test('only users of the provider move a company, and its descendants move with it', async () => {
    const branch = await seed('Branch', 'reseller', distributor)
    const leaf = await seed('Branch client', 'client', branch)
    expect((await middle('PUT', `/company/${branch}/move`, { parent_id: distributor })).status).toBe(403)
    expect((await middle('PUT', `/company/${leaf}/update`, { parent_id: distributor })).status).toBe(403)
    // What show returned may be sent back.
    expect((await middle('PUT', `/company/${leaf}/update`, { parent_id: branch })).status).toBe(200)
    const moved = await provider('PUT', `/company/${branch}/update`, { parent_id: other, name: 'Moved', version: 1 })
    expect(moved.body.data).toMatchObject({ parent_id: other, name: 'Moved' })
    expect((await middle('GET', `/company/${leaf}/show`)).status).toBe(404)
    expect(
      (await provider('GET', `/company/${leaf}/show`)).body.data.path.map((step: { id: number }) => step.id),
    ).toEqual([root, other, branch, leaf])
  })

  test('not under itself, a descendant or a lower rank, and never the provider', async () => {
    for (const parent_id of [distributor, client])
      expect((await provider('PUT', `/company/${distributor}/move`, { parent_id })).status).toBe(422)
    const { body } = await provider('PUT', `/company/${distributor}/move`, { parent_id: otherClient })
    expect(body.error.messages.parent_id).toMatchObject({
      reason: 'company.rank',
      params: { type: 'distributor', parent: 'client' },
    })
    expect((await provider('PUT', `/company/${distributor}/move`, { parent_id: client })).body.error.messages).toEqual({
      parent_id: replied('company.own_descendant'),
    })
    expect((await provider('PUT', `/company/${root}/move`, { parent_id: master })).status).toBe(409)
  })

  test('a move with a stale version is rejected completely', async () => {
    const branch = await seed('Stale', 'reseller', distributor)
    expect((await provider('PUT', `/company/${branch}/update`, { parent_id: other, version: 7 })).body.error.code).toBe(
      'stale_version',
    )
    expect((await provider('GET', `/company/${branch}/show`)).body.data.parent_id).toBe(distributor)
  })
})

describe('deletion', () => {
  test('a company that is in use cannot be deleted, and the error names its content', async () => {
    const { status, body } = await middle('DELETE', `/company/${reseller}/destroy`)
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      reason: 'company.not_empty',
      params: { contents: [{ reason: 'row.count', params: { kind: 'company' } }] },
    })
    expect(body.error.message).toMatch(/^This company still has \d+ companies\.$/)
    expect((await middle('DELETE', `/company/${client}/destroy`)).body.error.params).toMatchObject({
      contents: [{ reason: 'row.count', params: { kind: 'user' } }],
    })
  })

  test('nor can one that still has sites or NAS devices', async () => {
    const owner = await seed('Owner', 'client', distributor)
    const left = (work: (tx: Tx) => Promise<unknown>) => panel.sql(work)
    const rejection = async () => (await middle('DELETE', `/company/${owner}/destroy`)).body.error?.params.contents
    await left((tx) => sql`insert into site (company_id, name) values (${owner}, 'Tower')`.execute(tx))
    expect(await rejection()).toEqual([message('row.count', { kind: 'site', count: 1 })])
    await left((tx) => sql`update site set deleted_at = now() where company_id = ${owner}`.execute(tx))
    await left((tx) =>
      sql`insert into nas (company_id, name, address, secret) values (${owner}, 'Core', '192.0.2.77', '\\x00')`.execute(
        tx,
      ),
    )
    expect(await rejection()).toEqual([message('row.count', { kind: 'nas', count: 1 })])
    await left((tx) => sql`update nas set deleted_at = now() where company_id = ${owner}`.execute(tx))
    expect((await middle('DELETE', `/company/${owner}/destroy`)).status).toBe(204)
  })

  test('an empty one is deleted and restored, unless its parent is in the trash', async () => {
    const parent = await seed('Parent', 'reseller', distributor)
    const child = await seed('Child', 'client', parent)
    expect((await middle('DELETE', `/company/${child}/destroy`)).status).toBe(204)
    expect((await middle('DELETE', `/company/${parent}/destroy`)).status).toBe(204)
    expect((await middle('PUT', `/company/${child}/recover`)).body.error).toMatchObject(
      replied('row.in_trash', { name: 'Parent' }),
    )
    expect((await middle('PUT', `/company/${parent}/recover`)).status).toBe(200)
    expect((await middle('PUT', `/company/${child}/recover`)).body.data.deleted_at).toBeNull()
  })

  test('users cannot delete their own company', async () => {
    expect((await middle('DELETE', `/company/${distributor}/destroy`)).status).toBe(403)
    expect((await provider('DELETE', `/company/${root}/destroy`)).status).toBe(409)
  })
})

describe('lookups and options', () => {
  test('finds by part of the name, with the path from the own company', async () => {
    const { body } = await middle('GET', '/company/list?query=clie&type_id=client')
    expect(body.data.find((row: { id: number }) => row.id === client)).toEqual({
      id: client,
      name: 'Client',
      path: 'Distributor / Reseller / Client',
      type: 'client',
    })
    expect(body.data.some((row: { id: number }) => row.id === otherClient)).toBe(false)
  })

  test('is limited to descendants of a parent; an invisible parent, also an ancestor, has none', async () => {
    const below = (await provider('GET', `/company/list?parent_id=${other}`)).body.data.map(
      (row: { id: number }) => row.id,
    )
    expect(below).toContain(otherClient)
    expect(below).not.toContain(other)
    for (const parent_id of [other, master, root, 999_999])
      expect((await middle('GET', `/company/list?parent_id=${parent_id}`)).body.data).toEqual([])
  })

  test('a caller without the list gets only the own company', async () => {
    expect((await customer('GET', '/company/list')).body.data.map((row: { id: number }) => row.id)).toEqual([client])
  })

  test('the form offers lower company types', async () => {
    const { data } = (await middle('GET', '/company/options')).body
    expect(data.types.map((type: { id: string }) => type.id)).toEqual(['reseller', 'client'])
    expect(data.countries.length).toBeGreaterThan(240)
  })
})

test('the summary counts descendants', async () => {
  const top = await seed('Counted', 'master-distributor', root)
  const under = await seed('Counted reseller', 'reseller', top)
  await panel.sql((tx) =>
    createCompany(tx, { name: 'Counted client', type: 'client', parent_id: under, is_active: false }),
  )
  await panel.sql(async (tx) => {
    await createUser(tx, { company_id: top, role: 'admin' })
    await createUser(tx, { company_id: under, role: 'editor', is_active: false })
  })
  const { statistics } = (await provider('GET', `/company/${top}/summary`)).body.data
  expect(statistics.companies).toEqual([
    { type: 'distributor', total: 0, inactive: 0 },
    { type: 'reseller', total: 1, inactive: 0 },
    { type: 'client', total: 1, inactive: 1 },
  ])
  expect(statistics.users).toEqual({ total: 2, active: 1, inactive: 1, two_factor: 0 })
  expect(statistics.growth).toHaveLength(12)
  expect(statistics.growth.at(-1)).toMatchObject({ companies: 2, users: 2 })
})

test('the list below a company leaves the company itself out', async () => {
  const names = async (call: ApiCall, query: string) =>
    (await call('GET', `/company/index?${query}`)).body.data.map((row: { name: string }) => row.name)
  const top = await seed('Parent of one', 'reseller', master)
  await seed('Only child', 'client', top)
  expect(await names(provider, `company=${top}`)).toEqual(['Only child', 'Parent of one'])
  expect(await names(provider, `below=true&company=${top}`)).toEqual(['Only child'])
  // Without a company context, the caller's own company is left out.
  expect(await names(middle, '')).toContain('Distributor')
  expect(await names(middle, 'below=true')).not.toContain('Distributor')
  const { counts } = (await provider('GET', `/company/${top}/summary`)).body.data
  expect(counts.companies).toBe(1)
})

test('the summary has the last rejected login of the company and those below it', async () => {
  const log = (username: string, company_id: number, reason: string, age: string) =>
    panel.sql((tx) =>
      sql`insert into auth_log (at, username, company_id, accepted, reason, ancestor_ids)
        select now() - ${age}::interval, ${username}, c.id, ${reason} = '', ${reason}, c.ancestor_ids from company c where c.id = ${company_id}`.execute(
        tx,
      ),
    )
  await log('ann', client, 'bad-credentials', '2 hours')
  await log('ann', client, '', '1 minute')
  await log('eve', otherClient, 'unknown-user', '1 hour')
  const last = async (call: ApiCall, id: number) =>
    (await call('GET', `/company/${id}/summary`)).body.data.last_rejection
  const ann = { username: 'ann', company_id: client, company_name: 'Client', reason: 'login.bad_credentials' }
  expect(await last(customer, client)).toMatchObject(ann)
  expect(await last(middle, distributor)).toMatchObject(ann)
  expect(await last(provider, master)).toMatchObject(ann)
  expect(await last(provider, root)).toMatchObject({ username: 'eve', reason: 'login.unknown_user' })
  expect((await last(customer, client)).message).toMatch(/password/)
  expect(await last(provider, await seed('Quiet', 'reseller', master))).toBeNull()
})
