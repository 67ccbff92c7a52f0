import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { importFile } from '../../../testing/imports.ts'
import type { ApiCall } from '../../../testing/panel.ts'
import { replied } from '../../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
  for (const [call, name] of [
    [master, 'Fast'],
    [await fixture.as('sibling'), 'Elsewhere'],
  ] as const) {
    const created = await call('POST', '/network/tariff/store', { name, price: '1.00', currency: 'EUR' })
    if (created.status !== 201) throw new Error(created.text)
  }
  const net = await provider('POST', '/network/subnet/store', {
    net: '192.0.2.0/29',
    type: 'network',
    company_id: fixture.companies.master,
  })
  if (net.status !== 201) throw new Error(net.text)
})
afterAll(() => fixture?.panel.stop())

const load = (call: ApiCall, lines: string[], fields: object = {}) =>
  importFile(fixture.panel, call, '/network/service/import', lines.join('\n'), fields)
const services = async (search = '') => (await master('GET', `/network/service/index?search=${search}`)).body.data
const used = () =>
  fixture.panel.sql(
    async (tx) =>
      (await sql<{ n: number }>`select count(*) as n from address where used_by_kind = 'service' and holds`.execute(tx))
        .rows[0]!.n,
  )

const head = 'username,password,tariff,company,ipv4 assignment,subnet,ip'

test('a dry run checks for free addresses and allocates none', async () => {
  const lines = [
    head,
    ...Array.from({ length: 7 }, (_, i) => `static-${i},pass-word-${i},Fast,Client,static-address,192.0.2.0/29,`),
  ]
  expect(await load(master, lines, { dry_run: 1 })).toMatchObject({ created: 6, bad: 1, state: 'checked' })
  expect(await used()).toBe(0)
  expect(await services()).toEqual([])
  const done = await load(master, lines, { mode: 'skip-bad' })
  expect(done).toMatchObject({ created: 6, bad: 1, state: 'done' })
  expect(done.errors[0]).toMatchObject({ row: 8 })
  expect(await used()).toBe(6)
  expect(done.sample[0][1]).toBe('••••••')
})

test('a missing password is generated, and none is ever returned', async () => {
  const job = await load(
    master,
    ['username,password,tariff,company', 'made,,Fast,Client', `given,hush-${'x'.repeat(200)},Fast,Client`],
    { mode: 'skip-bad' },
  )
  expect(job).toMatchObject({ created: 1, bad: 1 })
  expect(job.errors).toMatchObject([{ row: 3, column: 'password', value: '••••••' }])
  expect((await master('GET', `/import/${job.id}/report`)).text).not.toContain('hush')
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ length: number }>`select length(password) as length from service where username = 'made'`.execute(tx),
  )
  expect(rows[0]?.length).toBeGreaterThan(16)
})

test('errors of names, owners and form rules are reported by row and column', async () => {
  await load(provider, ['username,tariff,company', 'foreign-user,Elsewhere,Foreign'])
  const job = await load(
    master,
    [
      `${head},start,end,site`,
      'a,x,Slow,Client,,,,,,',
      'b,x,Elsewhere,Client,,,,,,',
      'c,x,Fast,Foreign,,,,,,',
      'd,x,Fast,Reseller,,,,,,',
      'with space,x,Fast,Client,,,,,,',
      'made,x,Fast,Client,,,,,,',
      'foreign-user,x,Fast,Client,,,,,,',
      'e,x,Fast,Client,,,,2027-02-01,2027-01-01,',
      'f,x,Fast,Client,somehow,10.9.9.0/24,,,,Nowhere',
      'g,x,Fast,Client,,,,,,',
      'g,x,Fast,Client,,,,,,',
    ],
    { dry_run: 1 },
  )
  expect(job).toMatchObject({ created: 1, bad: 10 })
  expect(job.errors.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`).sort()).toEqual([
    '10 ipv4 assignment',
    '10 site',
    '10 subnet',
    '12 username',
    '2 tariff',
    '3 tariff',
    '4 company',
    '5 company',
    '6 username',
    '7 username',
    '8 username',
    '9 end',
  ])
})

test('an update by user name changes different fields and sends CoA requests only for that service', async () => {
  const lines = ['username,tariff,name', 'made,Fast,New name', 'static-0,Fast,', 'fresh,Fast,']
  const job = await load(master, lines, { mode: 'update', company_id: fixture.companies.client })
  expect(job).toMatchObject({ state: 'done', updated: 1, same: 1, created: 1, bad: 0 })
  expect((await services('made'))[0]).toMatchObject({ name: 'New name' })
  expect((await services('fresh'))[0]).toMatchObject({ company_id: fixture.companies.client })
  const editor = await fixture.as('master', 'editor')
  const status = await load(editor, ['username,tariff,status', 'made,Fast,suspended'], { mode: 'update' })
  expect(status).toMatchObject({ updated: 0, bad: 1 })
})

test('IPoE services are imported without a password, and each error is at its column', async () => {
  const lines = [
    'username,tariff,company,authentication,mac address,circuit id,remote id,password,simultaneous sessions,ipv4 assignment',
    'by-mac,Fast,Client,mac,aabb.cc00.0001,,,,unlimited,',
    'by-option,Fast,Client,option82,,0x000400640001,olt-7,,2,',
    'no-mac,Fast,Client,mac,,,,,,',
    'bad-mac,Fast,Client,mac,12345,,,,,',
    'no-nas,Fast,Client,option82,,port 1,,,,',
    'secret,Fast,Client,mac,aabb.cc00.0002,,,hush,,',
    'taken,Fast,Client,mac,AA-BB-CC-00-00-01,,,,,',
    'how,Fast,Client,eap,,,,,,',
    'too-many,Fast,Client,password,,,,,101,',
    `${'ü'.repeat(127)},Fast,Client,,,,,,,`,
    'no-pool,Fast,Client,,,,,,,pool',
    ',Fast,Client,mac,aabb.cc00.0003,,,,,',
  ]
  const job = await load(master, lines, { mode: 'skip-bad' })
  expect(job.errors.map(({ row, column }: Record<string, string>) => `${row} ${column}`).sort()).toEqual([
    '10 simultaneous sessions',
    '11 username',
    '12 ',
    '13 username',
    '4 mac address',
    '5 mac address',
    '6 ',
    '7 password',
    '8 mac address',
    '9 authentication',
  ])
  const errorOf = (row: number) => job.errors.find((reportError: { row: number }) => reportError.row === row)
  expect(errorOf(8)).toMatchObject(replied('service.mac_taken'))
  expect(errorOf(9)).toMatchObject(replied('field.allowed', { values: ['password', 'mac', 'option82'] }))
  expect(errorOf(10)).toMatchObject(replied('cell.session_limit', { min: 1, max: 100 }))
  expect(errorOf(13)).toMatchObject(replied('field.required'))
  expect(job).toMatchObject({ created: 2, bad: 10 })
  expect(await services('by-')).toMatchObject([
    { username: 'by-mac', auth_method: 'mac', mac: 'AA:BB:CC:00:00:01' },
    { username: 'by-option', auth_method: 'option82', circuit_id: '0x000400640001', remote_id: 'olt-7' },
  ])
  const again = await load(
    master,
    ['username,tariff,mac address,circuit id', 'by-mac,Fast,aa-bb-cc-00-00-01,', 'by-option,Fast,,0x000400640002'],
    { mode: 'update' },
  )
  expect(again).toMatchObject({ same: 1, updated: 1, bad: 0 })
})

test('the example row of the template can be imported unchanged', async () => {
  const container = await provider('POST', '/network/subnet/store', {
    net: '198.18.0.0/16',
    type: 'container',
    company_id: fixture.companies.master,
  })
  expect(container.status, container.text).toBe(201)
  for (const kind of ['services', 'subnets']) {
    const { text } = await master('GET', `/import/template?kind=${kind}`)
    const path = kind === 'services' ? '/network/service/import' : '/network/subnet/import'
    const job = await importFile(fixture.panel, master, path, text, { dry_run: 1 })
    expect([kind, job.errors, job.created]).toEqual([kind, [], 1])
  }
})
