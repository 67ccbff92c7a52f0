import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import { invitationSeen } from '@trunkline/contract/resources/auth'
import { createTestDatabase } from '../testing/database.ts'
import { authenticate } from './authenticate.ts'
import {
  codeOf,
  fieldsOf,
  setupAccessFixture,
  password,
  accessContextOn,
  visitFrom,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { createSignUpLink, register, showInvitation } from './register.ts'
import { signIn } from './sign-in.ts'
import { hashToken, newToken } from './token.ts'

let fixture: AccessFixture
let inviter: Person
beforeAll(async () => {
  fixture = await setupAccessFixture()
  inviter = await fixture.person({ company: 'distributor' })
})
afterAll(() => fixture.stop())

const visit = visitFrom('203.0.113.8')
let serial = 0

/** An invitation as the invitations feature stores it. */
async function invite(
  of: {
    company?: number
    role?: UserRole
    founds?: { name: string; type: Exclude<CompanyType, 'simrush'>; billing_term?: string }
    email?: string
  } = {},
) {
  const token = newToken()
  const email = of.email ?? `invited-${++serial}@people.example`
  const { id } = await fixture.sql((tx) =>
    tx
      .insertInto('invitation')
      .values({
        company_id: of.company ?? fixture.company.distributor,
        email,
        role: of.role ?? 'editor',
        locale: 'de',
        new_company_name: of.founds?.name,
        new_company_type: of.founds?.type,
        billing_term: of.founds?.billing_term,
        token_hash: hashToken(token),
        invited_by_id: inviter.id,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { token, id, email }
}

const accept = (link: { token: string; id: number }, more: object = {}) =>
  register(
    fixture.context,
    { token: link.token, id: link.id, first_name: 'Ira', last_name: 'Newcomer', password, ...more },
    visit,
  )
const userOf = (email: string) =>
  fixture.sql((tx) => tx.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst())
const companyOf = (id: number) =>
  fixture.sql((tx) => tx.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('a link has the inviting company and the type of invitation', async () => {
  const link = await invite({
    founds: { name: 'New reseller', type: 'reseller', billing_term: 'net-14' },
    role: 'primary-admin',
  })
  const seen = await showInvitation(fixture.context.databases, link)
  expect(invitationSeen.parse(seen)).toEqual(seen)
  expect(seen).toMatchObject({
    email: link.email,
    inviter: 'Pat Example',
    inviter_company: 'distributor',
    role: 'primary-admin',
    locale: 'de',
    company_name: null,
    new_company: { name: 'New reseller', type: 'reseller', billing_term: 'net-14' },
  })
  expect(await showInvitation(fixture.context.databases, await invite())).toMatchObject({
    company_name: 'distributor',
    new_company: null,
  })
})

test('joining a company signs in, confirms the address and accepts the invitation', async () => {
  const link = await invite({ role: 'editor' })
  const { reply, binding } = await accept(link, { telephone: '+49 30 901820', time_zone: 'Europe/Berlin' })
  expect(reply.roles).toEqual(['distributor', 'editor'])
  expect(binding).toHaveLength(43)
  expect(await authenticate(fixture.context.databases, { bearer: reply.access.token })).toMatchObject({
    company_id: fixture.company.distributor,
    role: 'editor',
  })
  expect(await userOf(link.email)).toMatchObject({
    first_name: 'Ira',
    phone_country_code: '49',
    phone_number: '30901820',
    time_zone: 'Europe/Berlin',
    locale: 'de',
    invited_by: 'Pat Example (distributor)',
    email_verified_at: expect.anything(),
  })
  const settled = await fixture.sql((tx) =>
    tx.selectFrom('invitation').selectAll().where('id', '=', link.id).executeTakeFirstOrThrow(),
  )
  expect(settled).toMatchObject({ accepted_at: expect.anything(), accepted_user_id: reply.user.id })
  expect((await fixture.audit('accept'))[0]).toMatchObject({
    object_id: link.id,
    actor_name: `Ira Newcomer <${link.email}>`,
    ip: '203.0.113.8',
  })
  expect((await fixture.mailTo(link.email))?.kind).toBe('welcome')
  await expect(signIn(fixture.context, 'admin', { email: link.email, password }, visit)).resolves.toBeDefined()
})

test('a new company gets type, parent, billing term and role from the invitation, not from the request', async () => {
  const link = await invite({
    founds: { name: 'Proposed', type: 'reseller', billing_term: 'prepaid' },
    role: 'primary-admin',
  })
  const { reply } = await accept(link, {
    email: 'other@people.example',
    role: 'admin',
    company_id: fixture.company.provider,
    company: {
      name: 'Chosen name',
      telephone: '+44 20 7946 0958',
      countyIsoCode: 'GB',
      currency: 'GBP',
      time_zone: 'Europe/London',
      email: 'Office@Chosen.Example',
    },
  })
  expect(reply.user).toMatchObject({
    email: link.email,
    user_role: 'primary-admin',
    company: { name: 'Chosen name', type: 'reseller' },
  })
  expect(await companyOf(reply.user.company.id)).toMatchObject({
    parent_id: fixture.company.distributor,
    billing_term: 'prepaid',
    county_iso_code: 'GB',
    currency: 'GBP',
    phone_country_code: '44',
    email: 'office@chosen.example',
    ancestor_ids: [
      fixture.company.provider,
      fixture.company.master,
      fixture.company.distributor,
      reply.user.company.id,
    ],
  })
})

test('a client company is created too, and signs in through its own form', async () => {
  const link = await invite({ founds: { name: 'Bakery', type: 'client' }, role: 'primary-admin' })
  const { reply } = await accept(link)
  expect(reply.user).toMatchObject({ role: 'client', company: { name: 'Bakery' } })
  expect((await fixture.mailTo(link.email))?.body_text).toContain('https://panel.example/login?variant=user')
})

describe('a link gets the same rejection if it', () => {
  const rejected = async (link: { token: string; id: number }) => [
    await codeOf(showInvitation(fixture.context.databases, link)),
    await codeOf(accept(link)),
  ]
  const change = (id: number, columns: object) =>
    fixture.sql((tx) => tx.updateTable('invitation').set(columns).where('id', '=', id).execute())
  const twice = ['link_invalid', 'link_invalid']

  test('was used before', async () => {
    const link = await invite()
    await accept(link)
    expect(await rejected(link)).toEqual(twice)
  })
  test('was cancelled', async () => {
    const link = await invite()
    await change(link.id, { cancelled_at: new Date() })
    expect(await rejected(link)).toEqual(twice)
  })
  test('has expired', async () => {
    const link = await invite()
    await change(link.id, { expires_at: new Date() })
    expect(await rejected(link)).toEqual(twice)
  })
  test('was sent again since', async () => {
    const link = await invite()
    await change(link.id, { token_hash: hashToken(newToken()) })
    expect(await rejected(link)).toEqual(twice)
  })
  test('has the id of another invitation, or none', async () => {
    const [one, two] = [await invite(), await invite()]
    for (const id of [two.id, 0, one.id + 1000]) expect(await rejected({ token: one.token, id })).toEqual(twice)
    expect(await rejected({ token: newToken(), id: one.id })).toEqual(twice)
  })
  test('leads to a deactivated company, or to its descendant', async () => {
    const link = await invite({ company: fixture.company.otherClient })
    await fixture.sql((tx) =>
      tx.updateTable('company').set({ is_active: false }).where('id', '=', fixture.company.otherReseller).execute(),
    )
    expect(await rejected(link)).toEqual(twice)
    await fixture.sql((tx) =>
      tx.updateTable('company').set({ is_active: true }).where('id', '=', fixture.company.otherReseller).execute(),
    )
  })
})

test('of twenty concurrent requests with one invitation one succeeds, and one company is created', async () => {
  const link = await invite({ founds: { name: 'Only once', type: 'reseller' } })
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(accept(link))))
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  const { rows } = await fixture.sql((tx) => sql`select id from company where name = 'Only once'`.execute(tx))
  expect(rows).toHaveLength(1)
})

test('an address with an account gets an error that says so', async () => {
  const link = await invite({ email: inviter.email })
  expect(await fieldsOf(accept(link))).toEqual({ email: message('email.has_account') })
  const settled = await fixture.sql((tx) =>
    tx.selectFrom('invitation').select('accepted_at').where('id', '=', link.id).executeTakeFirstOrThrow(),
  )
  expect(settled.accepted_at).toBeNull()
})

test('a second primary admin of a company is a conflict', async () => {
  await accept(await invite({ role: 'primary-admin', company: fixture.company.master }))
  expect(await codeOf(accept(await invite({ role: 'primary-admin', company: fixture.company.master })))).toBe('23505')
})

test('errors are reported at their fields, and nothing is stored', async () => {
  const link = await invite({ founds: { name: 'Broken', type: 'reseller' } })
  expect(await fieldsOf(accept(link, { password: 'Password2024!' }))).toHaveProperty('password')
  expect(await fieldsOf(accept(link, { password: 'Ira-Newcomer-1' }))).toHaveProperty('password')
  expect(await fieldsOf(accept(link, { telephone: '+49 1' }))).toHaveProperty('telephone')
  expect(await fieldsOf(accept(link, { time_zone: 'Mars/Base' }))).toHaveProperty('time_zone')
  expect(await fieldsOf(accept(link, { company: { name: 'Broken', countyIsoCode: 'XX', currency: 'ZZZ' } }))).toEqual({
    'company.countyIsoCode': expect.anything(),
    'company.currency': expect.anything(),
  })
  expect(await fieldsOf(accept(await invite(), { company: { name: 'Not asked for' } }))).toHaveProperty('company')
  const { rows } = await fixture.sql((tx) => sql`select id from company where name = 'Broken'`.execute(tx))
  expect(rows).toHaveLength(0)
  expect(await userOf(link.email)).toBeUndefined()
})

describe('the provider signs up once', () => {
  const sent = {
    first_name: 'Ro',
    last_name: 'Ot',
    password,
    email: 'Root@Provider.Example',
    company: { name: 'My network' },
  }

  test('with a link without an invitation, in an empty installation', async () => {
    const database = await createTestDatabase()
    const context = accessContextOn(database.databases)
    try {
      const void_ = await createSignUpLink(database.databases)
      const link = await createSignUpLink(database.databases)
      expect(link.id).toBe(0)
      expect(await codeOf(showInvitation(database.databases, void_))).toBe('link_invalid')
      expect(await showInvitation(database.databases, link)).toMatchObject({
        email: '',
        role: 'primary-admin',
        new_company: { type: 'simrush' },
      })
      expect(await fieldsOf(register(context, { ...link, ...sent, email: undefined }, visit))).toHaveProperty('email')
      expect(await fieldsOf(register(context, { ...link, ...sent, company: undefined }, visit))).toHaveProperty(
        'company.name',
      )
      expect(await codeOf(register(context, { ...link, ...sent, id: 1 }, visit))).toBe('link_invalid')
      const codes = await Promise.all(
        Array.from({ length: 5 }, (_, i) =>
          codeOf(register(context, { ...link, ...sent, email: `root${i}@provider.example` }, visit)),
        ),
      )
      expect(codes.filter((code) => code === undefined)).toHaveLength(1)
      expect(codes.filter((code) => code === 'link_invalid')).toHaveLength(4)
      const later = await createSignUpLink(database.databases)
      expect(await codeOf(register(context, { ...later, ...sent }, visit))).toBe('link_invalid')
    } finally {
      await database.drop()
    }
  })
})
