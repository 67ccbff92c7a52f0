import type { UserRole } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { importFile, reportRows, upload } from '../../../testing/imports.ts'
import { replied } from '../../../testing/messages.ts'
import type { ApiCall } from '../../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall, client: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[master, client] = await Promise.all([fixture.as('master'), fixture.as('client')])
})
afterAll(() => fixture?.panel.stop())

const path = '/user/import'
const load = (lines: string[], fields: object = {}, call = master) =>
  importFile(fixture.panel, call, path, lines.join('\n'), fields)
const mails = () =>
  fixture.panel.sql((tx) =>
    tx.selectFrom('mail').select(['to_address', 'locale']).where('kind', '=', 'invitation').orderBy('id').execute(),
  )
const invitations = async () =>
  (await master('GET', '/user/invite/index')).body.data as { email: string; [key: string]: unknown }[]
const existing = (company: keyof Fixture['companies'], role: UserRole) =>
  fixture.panel.sql((tx) =>
    tx
      .selectFrom('app_user')
      .selectAll()
      .where('company_id', '=', fixture.companies[company])
      .where('role', '=', role)
      .executeTakeFirstOrThrow(),
  )

test('a dry run finds the errors of each row, and invites no one', async () => {
  const other = await existing('client', 'editor')
  const job = await load(
    [
      'E-Mail,Rolle,Firma,first name,phone,active',
      'new@client.example,editor,Client,Nora,+44 20 7946 0958,',
      'NEW@client.example,editor,Client,,,',
      `${other.email},editor,Client,,,`,
      'no address,editor,Client,,,',
      'a@client.example,boss,Client,,,',
      'b@client.example,editor,Foreign,,,',
      'c@client.example,editor,Client,,12345,',
      'd@client.example,primary-admin,Client,,,',
      'e@client.example,editor,Client,,,no',
      ',editor,Client,,,',
    ],
    { dry_run: 1 },
  )
  expect(job).toMatchObject({ state: 'checked', created: 1, bad: 9 })
  expect(job.errors.map(({ row, column, reason }: Record<string, unknown>) => [row, column, reason])).toEqual([
    [3, 'E-Mail', 'import.duplicate_row'],
    [4, 'E-Mail', 'import.user_exists'],
    [5, 'E-Mail', 'field.email'],
    [6, 'Rolle', 'field.allowed'],
    [7, 'Firma', 'row.missing'],
    [8, 'phone', 'field.telephone'],
    [9, 'Rolle', 'company.primary_admin_is'],
    [10, 'active', 'import.invited_inactive'],
    [11, 'E-Mail', 'field.required'],
  ])
  expect([await mails(), await invitations()]).toEqual([[], []])
})

test('new users are invited with their names, and the mail is sent unless the file says no', async () => {
  const job = await load([
    'email,role,company,first_name,last_name,telephone,locale,send invitation',
    'one@client.example,editor,Client,Nora,Nine,+44 20 7946 0958,de,',
    'two@client.example,read-only,Reseller,,,,,no',
  ])
  expect(job).toMatchObject({ state: 'done', created: 2 })
  expect(await mails()).toEqual([{ to_address: 'one@client.example', locale: 'de' }])
  expect(
    (await invitations()).map(({ email, role, company_name, status, sent_at }) => [
      email,
      role,
      company_name,
      status,
      sent_at === null,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['one@client.example', 'editor', 'Client', 'pending', false],
      ['two@client.example', 'read-only', 'Reseller', 'pending', true],
    ]),
  )
  // The registration form starts with what the file has.
  const { body } = await fixture.panel.sql((tx) =>
    tx
      .selectFrom('invitation')
      .select(['first_name', 'last_name', 'telephone'])
      .where('email', '=', 'one@client.example')
      .executeTakeFirstOrThrow()
      .then((row) => ({ body: row })),
  )
  expect(body).toEqual({ first_name: 'Nora', last_name: 'Nine', telephone: '+44 20 7946 0958' })
  const again = await load(['email,role,company', 'one@client.example,editor,Client'])
  expect(again).toMatchObject({ state: 'failed', created: 0, updated: 0, bad: 1 })
  expect(again.errors[0]).toMatchObject(replied('invitation.pending'))
})

test('a new user has no labels before the invitation is accepted, an existing one gets them', async () => {
  const { id } = (await master('POST', '/tag/store', { name: 'Night shift' })).body.data
  const before = (await invitations()).length
  const rejected = await load(['email,role,company,tags', 'four@client.example,editor,Client,Night shift'])
  expect(rejected).toMatchObject({ state: 'failed', created: 0 })
  expect(rejected.errors[0]).toMatchObject({ column: 'tags', ...replied('import.invited_labels') })
  expect(await invitations()).toHaveLength(before)
  const user = await existing('client', 'read-only')
  const labelled = await load(['email,role,company,tags', `${user.email},read-only,Client,Night shift`], {
    mode: 'update',
  })
  expect(labelled).toMatchObject({ state: 'done', updated: 1 })
  expect((await master('GET', `/user/${user.id}/show`)).body.data.tags).toMatchObject([{ id }])
})

test('an update changes existing users and ends the sessions of those who become inactive', async () => {
  const editor = await existing('client', 'editor')
  const asEditor = await fixture.panel.as(editor)
  const lines = [
    'email,role,company,last_name,is_active',
    `${editor.email},editor,Client,Changed,no`,
    'three@client.example,editor,Client,Three,',
  ]
  expect(await load(lines, { mode: 'update', dry_run: 1 })).toMatchObject({ created: 1, updated: 1, bad: 0 })
  expect((await existing('client', 'editor')).last_name).not.toBe('Changed')
  expect(await load(lines, { mode: 'update' })).toMatchObject({ state: 'done', created: 1, updated: 1 })
  expect(await existing('client', 'editor')).toMatchObject({ last_name: 'Changed', is_active: false })
  expect((await asEditor('GET', '/user/index')).status).toBe(401)
  expect(await load(lines.slice(0, 2), { mode: 'update' })).toMatchObject({ created: 0, updated: 0, same: 1 })
  const moved = await load(['email,role,company', `${editor.email},editor,Reseller`], { mode: 'update', dry_run: 1 })
  expect(moved.errors[0]).toMatchObject(replied('import.company_fixed'))
})

test('users are imported into the own part of the tree only, by those who may invite', async () => {
  const editor = await fixture.as('client', 'read-only')
  expect((await upload(editor, path, { bytes: 'email,role\nx@client.example,editor' })).status).toBe(403)
  const own = await load(['email,role', 'own@client.example,editor'], {}, client)
  expect(own).toMatchObject({ created: 1 })
  expect((await invitations()).find(({ email }) => email === 'own@client.example')).toMatchObject({
    company_id: fixture.companies.client,
  })
  expect((await reportRows(client, own.id))[1]?.slice(0, 2)).toEqual(['2', 'created'])
})

test('an import that updates users needs a password that was entered recently; one that only invites does not', async () => {
  const confirmed = (at: string) =>
    fixture.panel.sql((tx) => sql`update session set confirmed_at = now() - ${at}::interval`.execute(tx))
  const user = await existing('reseller', 'editor')
  const file = { bytes: ['email,role,company', `${user.email},read-only,Reseller`].join('\n') }
  await confirmed('11 minutes')
  const rejected = await upload(master, path, file, { mode: 'update' })
  expect([rejected.status, rejected.body.error.code]).toEqual([422, 'password_confirmation_required'])
  const stored = () => master('GET', '/import/index?kind=users').then(({ body }) => body.data.length)
  const before = await stored()
  const { id, state } = await load(['email,role,company', `${user.email},read-only,Reseller`], {
    mode: 'update',
    dry_run: 1,
  })
  expect(state).toBe('checked')
  expect(await stored()).toBe(before + 1)
  const run = await master('POST', `/import/${id}/run`, { dry_run: false, mode: 'update' })
  expect([run.status, run.body.error.code]).toEqual([422, 'password_confirmation_required'])
  expect((await existing('reseller', 'editor')).id).toBe(user.id)
  expect(await load(['email,role,company', 'late@client.example,editor,Client'])).toMatchObject({ created: 1 })
  await confirmed('1 minute')
  expect((await master('POST', `/import/${id}/run`, { dry_run: false, mode: 'update' })).status).toBe(202)
})
