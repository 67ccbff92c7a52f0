import { notes } from '@trunkline/contract/resources/note'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall
let master: ApiCall
let client: ApiCall
let sibling: ApiCall
let site: number
beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  site = (await master('POST', '/site/store', { name: 'Mill', company_id: fixture.companies.client })).body.data.id
})
afterAll(() => fixture?.panel.stop())

const add = async (call: ApiCall, body: object = {}): Promise<number> => {
  const reply = await call('POST', notes.store.path, {
    kind: 'site',
    record_id: site,
    text: 'Key at the bakery',
    ...body,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const ids = async (call: ApiCall, record = site): Promise<number[]> =>
  (await call('GET', `/note/index?search=kind:site;record_id:${record}`)).body.data.map(({ id }: { id: number }) => id)
const userOf = (company: keyof Fixture['companies'], role = 'primary-admin') =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ id: number; email: string }>`
      select id, email from app_user where company_id = ${fixture.companies[company]} and role = ${role}`.execute(tx)
    return rows[0] as { id: number; email: string }
  })
const mailsTo = (email: string) =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ subject: string }>`
      select subject from mail where to_address = ${email} and kind = 'note-mention'`.execute(tx)
    return rows.map(({ subject }) => subject)
  })

test('internal notes are for the company of the author and those above; others are for all who see the record', async () => {
  const internal = await add(master)
  const open = await add(master, { internal: false, text: 'Line one\nLine two' })
  const own = await add(client)
  expect(await ids(provider)).toEqual([own, open, internal])
  expect(await ids(master)).toEqual([own, open, internal])
  expect(await ids(client)).toEqual([own, open])
  expect(await ids(sibling)).toEqual([])
  for (const id of [internal]) {
    expect((await client('PUT', `/note/${id}/update`, { text: 'x' })).status).toBe(404)
    expect((await sibling('DELETE', `/note/${id}/destroy`)).status).toBe(404)
  }
  const [shown] = (await client('GET', `/note/index?search=id:${open}`)).body.data
  expect(shown.text).toBe('Line one\nLine two')
})

test('notes are added only to records that the caller sees', async () => {
  const reply = await sibling('POST', notes.store.path, { kind: 'site', record_id: site, text: 'x' })
  expect([reply.status, reply.body.error.messages]).toEqual([
    422,
    { record_id: replied('row.missing', { kind: 'site' }) },
  ])
  // Clients have no access to address management.
  const subnet = await provider('POST', '/network/subnet/store', {
    net: '10.98.0.0/24',
    type: 'network',
    usage_type: 'customer',
    company_id: fixture.companies.client,
  })
  const body = { kind: 'subnet', record_id: subnet.body.data.id, text: 'x', internal: false }
  const { id } = (await provider('POST', notes.store.path, body)).body.data
  expect((await client('POST', notes.store.path, body)).status).toBe(403)
  expect((await client('GET', `/note/index?search=id:${id}`)).body.data).toEqual([])
  const reader = await fixture.as('master', 'read-only')
  expect((await reader('POST', notes.store.path, { ...body, kind: 'site', record_id: site })).status).toBe(403)
})

test('only the author changes and deletes a note', async () => {
  const id = await add(master)
  const other = await fixture.as('master', 'admin')
  for (const reply of [
    await other('PUT', `/note/${id}/update`, { text: 'x' }),
    await provider('DELETE', `/note/${id}/destroy`),
  ])
    expect([reply.status, reply.body.error.reason]).toEqual([403, 'note.not_own'])
  const changed = await master('PUT', `/note/${id}/update`, { text: 'Key at the town hall' })
  expect(changed.body.data.edited_at).not.toBeNull()
  expect((await master('DELETE', `/note/${id}/destroy`)).status).toBe(204)
  expect(await ids(master)).not.toContain(id)
  const log = await master('GET', '/audit-log/index?search=subject:notes')
  expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['create', 'update', 'destroy']),
  )
})

test('a mentioned user gets one mail, also after an edit', async () => {
  const admin = await userOf('master', 'admin')
  const id = await add(master, { text: '@Admin please call', mentions: [admin.id] })
  expect(await mailsTo(admin.email)).toHaveLength(1)
  expect((await mailsTo(admin.email))[0]).toContain('Mill')
  await master('PUT', `/note/${id}/update`, { text: '@Admin please call today', mentions: [admin.id] })
  expect(await mailsTo(admin.email)).toHaveLength(1)
  const [note] = (await master('GET', `/note/index?search=id:${id}`)).body.data
  expect(note.mentions.map((user: { id: number }) => user.id)).toEqual([admin.id])
})

test('a user who cannot see the note is not mentioned', async () => {
  const customer = await userOf('client')
  const foreign = await userOf('sibling')
  const hidden = await master('POST', notes.store.path, {
    kind: 'site',
    record_id: site,
    text: 'x',
    mentions: [customer.id],
  })
  expect(hidden.body.error.messages).toEqual({ 'mentions.0': replied('note.mention_unseen') })
  await add(master, { internal: false, mentions: [customer.id] })
  expect(await mailsTo(customer.email)).toHaveLength(1)
  const outside = await provider('POST', notes.store.path, {
    kind: 'site',
    record_id: site,
    text: 'x',
    internal: false,
    mentions: [foreign.id],
  })
  expect(outside.body.error.messages).toEqual({ 'mentions.0': replied('note.mention_unseen') })
  expect(await mailsTo(foreign.email)).toEqual([])
})

test('notes follow a device to another company', async () => {
  const { companies } = fixture
  const id = await fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into note (kind, record_id, company_id, author_name, author_ancestor_ids, text)
      values ('site', ${site}, ${companies.client}, 'x', array[${companies.provider}]::bigint[], 'Moves') returning id`.execute(
      tx,
    )
    await sql`update site set company_id = ${companies.foreign} where id = ${site}`.execute(tx)
    return rows[0]?.id as number
  })
  expect(await ids(provider)).toContain(id)
  expect(await ids(master)).toEqual([])
})

test('the lookup of readers has active users of the company and of those above it that the caller sees', async () => {
  const { companies } = fixture
  const found = async (call: ApiCall, company: number): Promise<number[]> =>
    (await call('GET', `/user/list?company_or_above_id=${company}`)).body.data.map(({ id }: { id: number }) => id)
  const [admin, customer] = [await userOf('master', 'admin'), await userOf('client')]
  const readers = await found(master, companies.client)
  expect(readers).toEqual(expect.arrayContaining([admin.id, customer.id]))
  expect(await found(master, companies.master)).not.toContain(customer.id)
  expect(readers).not.toContain((await userOf('provider')).id)
  expect((await master('GET', `/user/list?company_or_above_id=${companies.foreign}`)).body.data ?? []).toEqual([])
})

test('a mail about a mention opens the notes of the record', async () => {
  const admin = await userOf('master', 'admin')
  const subnet = await provider('POST', '/network/subnet/store', {
    net: '2001:db8:77::/48',
    type: 'network',
    usage_type: 'customer',
    company_id: fixture.companies.master,
  })
  expect(subnet.status, subnet.text).toBe(201)
  const { id } = subnet.body.data
  await add(master, { kind: 'subnet', record_id: id, text: '@Admin see', mentions: [admin.id] })
  await add(master, { kind: 'company', record_id: fixture.companies.master, text: '@Admin', mentions: [admin.id] })
  const links = await fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ body_text: string }>`
      select body_text from mail where to_address = ${admin.email} and kind = 'note-mention' order by id desc limit 2`.execute(
      tx,
    )
    return rows.map(({ body_text }) => body_text)
  })
  expect(links[0]).toContain(`/company-management/summary/${fixture.companies.master}?tab=notes`)
  expect(links[1]).toContain(`/ipam/ipv6/${id}?tab=notes`)
})
