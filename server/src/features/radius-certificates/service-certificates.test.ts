import { randomBytes, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { opensslFolder } from '../../testing/openssl.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { prepareCertificates } from './certificate-store.ts'
import { replied } from '../../testing/messages.ts'

const key = Buffer.alloc(32, 7)
const files = opensslFolder()
let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, viewer: ApiCall, client: ApiCall, sibling: ApiCall
let tariff: number
let ca: string
let serial = 0

const created = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const service = (more: object = {}) =>
  created(master, 'service', {
    company_id: fixture.companies.client,
    username: `line-${++serial}`,
    password: 'Hidden-Word',
    tariff_id: tariff,
    ...more,
  })
const path = (id: number) => `/network/service/${id}/certificates`
const list = async (id: number, call = master) => (await call('GET', path(id))).body.data

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  viewer = await fixture.as('reseller', 'read-only')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  tariff = await created(master, 'tariff', { name: 'Home', download_rate: 50_000, upload_rate: 10_000 })
}, 120_000)
afterAll(async () => {
  files.remove()
  await fixture?.panel.stop()
})

test('without a CA key none is issued, and the error says what to do', async () => {
  const reply = await master('POST', path(await service()), {})
  expect([reply.status, reply.body.error]).toMatchObject([409, replied('authority.no_signing_key')])
  const config = { key, formerKeys: [], baseUrl: 'https://panel.example.net' }
  await prepareCertificates({ config, databases: fixture.panel.databases, log: createLog('silent') })
  ca = (await master('GET', '/network/radius-trust/authority')).text
})

test('a certificate is issued as PKCS#12 that openssl opens only with its password', async () => {
  const id = await service({ username: 'jürgen@example' })
  const reply = await reseller('POST', path(id), {})
  expect(reply.status, reply.text).toBe(201)
  const { certificate, pkcs12, password, file_name } = reply.body.data
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(file_name).toBe('j_rgen@example.p12')
  const file = files.file(Buffer.from(pkcs12, 'base64'))
  await expect(files.openssl('pkcs12', '-in', file, '-passin', 'pass:wrong', '-noenc')).rejects.toThrow(
    /invalid password/,
  )
  const text = await files.openssl('pkcs12', '-in', file, '-passin', `pass:${password}`, '-noenc')
  const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
  const [own, root] = text.match(pem) as [string, string]
  expect(new X509Certificate(root).fingerprint256).toBe(new X509Certificate(ca).fingerprint256)
  expect(
    await files.openssl('verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', files.file(ca), files.file(own)),
  ).toContain('OK')
  await expect(
    files.openssl('verify', '-purpose', 'sslserver', '-CAfile', files.file(ca), files.file(own)),
  ).rejects.toThrow()
  const leaf = new X509Certificate(own)
  expect(leaf.subject).toBe('CN=jürgen@example')
  expect(leaf.serialNumber.toLowerCase()).toBe(certificate.serial)
  expect(certificate.serial).toMatch(/^[4-7][0-9a-f]{31}$/)
  const privateKey = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text)?.[0] as string
  const modulus = async (...args: string[]) => (await files.openssl(...args)).trim()
  expect(await modulus('rsa', '-noout', '-modulus', '-in', files.file(privateKey))).toBe(
    await modulus('x509', '-noout', '-modulus', '-in', files.file(own)),
  )
  expect(Math.round((Date.parse(certificate.not_after) - Date.now()) / 86_400_000)).toBe(730)
  expect(await list(id)).toEqual([certificate])
  expect(certificate).toMatchObject({ state: 'valid', revoked_at: null, subject: 'jürgen@example' })

  // The key is returned once: no later response, log row or table contains it, or the password.
  const secrets = [password, ...privateKey.split('\n').slice(1, -1), pkcs12.slice(100, 160)]
  const texts = [
    JSON.stringify(await list(id)),
    (await provider('GET', '/audit-log/index?perPage=200')).text,
    (await provider('GET', '/audit-log/index?export=csv')).text,
    (await master('GET', `/network/service/${id}/show`)).text,
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from service_certificate')).rows),
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from idempotency_key')).rows),
  ]
  for (const [at, one] of texts.entries())
    for (const secret of secrets) expect(one.includes(secret), String(at)).toBe(false)
})

test('password and end can be given', async () => {
  const id = await service({ username: 'a'.repeat(65) })
  const reply = await master('POST', path(id), { password: 'My own Password 1', valid_days: 10 })
  const { pkcs12, password, certificate } = reply.body.data
  expect(password).toBe('My own Password 1')
  // A common name has at most 64 characters.
  expect(certificate.subject).toBe(`service-${id}`)
  expect(Math.round((Date.parse(certificate.not_after) - Date.now()) / 86_400_000)).toBe(10)
  const file = files.file(Buffer.from(pkcs12, 'base64'))
  expect(await files.openssl('pkcs12', '-in', file, '-passin', 'pass:My own Password 1', '-noenc')).toContain(
    'BEGIN PRIVATE KEY',
  )
})

test.each([
  [{ password: 'short' }, 'password', replied('field.min_length', { min: 12 })],
  [{ password: 'Kennwörter sind lang' }, 'password', replied('field.ascii')],
  [{ password: 'x'.repeat(65) }, 'password', replied('field.max_length', { max: 64 })],
  [{ valid_days: 0 }, 'valid_days', replied('field.min', { min: 1 })],
  [{ valid_days: 1826 }, 'valid_days', replied('range.max_days', { days: 1825 })],
])('%j is rejected at %s', async (body, field, message) => {
  const reply = await master('POST', path(await service()), body)
  expect([reply.status, reply.body.error.messages]).toEqual([422, { [field]: message }])
})

test('a repeated key does not return the private key again', async () => {
  const id = await service()
  const headers = { 'idempotency-key': 'certificate-key-0001' }
  expect((await master('POST', path(id), {}, headers)).status).toBe(201)
  expect((await master('POST', path(id), {}, headers)).status).toBe(409)
  expect(await list(id)).toHaveLength(1)
})

test('a revoked certificate remains listed with the user who revoked it, and is revoked once', async () => {
  const id = await service()
  const { certificate } = (await master('POST', path(id), {})).body.data
  const revoke = (call = master) => call('POST', `${path(id)}/${certificate.id}/revoke`)
  const first = (await revoke()).body.data
  expect(first).toMatchObject({ state: 'revoked', serial: certificate.serial })
  expect(first.revoked_by).toContain('Some Body')
  expect((await revoke(provider)).body.data).toEqual(first)
  const { rows } = await fixture.panel.databases.appAll.query(
    'select service_id, revoked_at is not null as revoked from service_certificate where serial = $1',
    [certificate.serial],
  )
  expect(rows).toEqual([{ service_id: id, revoked: true }])
  const { data } = (await master('GET', `/audit-log/index?search=subject:services;object_id:${id}&searchJoin=and`)).body
  const entries = data.filter(({ after }: { after: object | null }) => after !== null && 'client_certificate' in after)
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({
    action: 'update',
    before: { revoked_at: null },
    after: { client_certificate: certificate.serial },
  })
  expect(entries[1]).toMatchObject({
    action: 'update',
    after: { client_certificate: certificate.serial, certificate_subject: certificate.subject },
  })
})

test('an expired certificate, or one of a removed CA, is marked', async () => {
  const id = await service()
  const { certificate } = (await master('POST', path(id), {})).body.data
  const set = (statement: string) => fixture.panel.databases.appAll.query(statement)
  await set(`update service_certificate set not_after = now() - interval '1 second' where id = ${certificate.id}`)
  expect((await list(id))[0].state).toBe('expired')
  await set(`update service_certificate set not_after = now() + interval '1 day' where id = ${certificate.id}`)
  const ofCa = `where id = (select authority_id from service_certificate where id = ${certificate.id})`
  await set(`update radius_certificate set active = false ${ofCa}`)
  expect((await list(id))[0].state).toBe('untrusted')
  await set(`update radius_certificate set active = true ${ofCa}`)
  expect((await list(id))[0].state).toBe('valid')
})

test('it belongs to its service: users who do not see the service see none, and read-only users change nothing', async () => {
  const id = await service()
  const { certificate } = (await master('POST', path(id), {})).body.data
  const revoke = `${path(id)}/${certificate.id}/revoke`
  for (const call of [provider, reseller, viewer, client]) expect(await list(id, call)).toHaveLength(1)
  for (const call of [viewer, client]) {
    expect((await call('POST', path(id), {})).status).toBe(403)
    expect((await call('POST', revoke)).status).toBe(403)
  }
  for (const [method, at] of [
    ['GET', path(id)],
    ['POST', path(id)],
    ['POST', revoke],
  ] as const)
    expect((await sibling(method, at, method === 'POST' ? {} : undefined)).status).toBe(404)
  // A certificate of another service is not found under the own service.
  const other = await service()
  expect((await master('POST', `${path(other)}/${certificate.id}/revoke`)).status).toBe(404)
  expect((await list(id))[0].state).toBe('valid')
  // Row security enforces this independently of the handlers.
  const seen = (company: number) =>
    fixture.panel.databases.app.query(
      `begin read only; set local app.company = '${company}'; select count(*)::int as count from service_certificate where service_id = ${id}; commit`,
    ) as unknown as Promise<pg.QueryResult<{ count: number }>[]>
  expect((await seen(fixture.companies.reseller))[2]!.rows[0]!.count).toBe(1)
  expect((await seen(fixture.companies.sibling))[2]!.rows[0]!.count).toBe(0)
  await expect(
    fixture.panel.databases.app.query(
      `begin; set local app.company = '${fixture.companies.sibling}';
       insert into service_certificate (service_id, authority_id, serial, fingerprint, subject, not_after, issued_by)
       select ${id}, id, '4${randomBytes(15).toString('hex')}', repeat('a', 64), 'x', now(), 'x' from panel.radius_authority(); commit`,
    ),
  ).rejects.toThrow(/row-level security|null value/)
})

test('a dial-up, a deleted service and a terminated one get none', async () => {
  const dialup = await created(master, 'vpn-dialup', {
    company_id: fixture.companies.client,
    username: 'dial',
    password: 'Hidden-Word',
    tariff_id: tariff,
  })
  expect((await master('GET', path(dialup))).status).toBe(404)
  expect((await master('POST', path(dialup), {})).status).toBe(404)
  const gone = await service()
  await master('DELETE', `/network/service/${gone}/destroy`)
  expect((await master('POST', path(gone), {})).body.error).toMatchObject(replied('row.trashed'))
  const ended = await service()
  await master('PUT', '/network/service/change-status', { ids: [ended], status: 'terminated' })
  expect((await master('POST', path(ended), {})).body.error).toMatchObject(replied('service.terminated'))
})

test('a service has at most 50 valid certificates; a revoked one does not count', async () => {
  const id = await service()
  await fixture.panel.sql((tx) =>
    sql`insert into service_certificate (service_id, authority_id, serial, fingerprint, subject, not_after, issued_by)
      select ${id}, a.id, '4' || encode(gen_random_bytes(15), 'hex'), repeat('a', 64), 'x', now() + interval '1 day', 'x'
      from panel.radius_authority() a, generate_series(1, 50)`.execute(tx),
  )
  expect((await master('POST', path(id), {})).body.error).toMatchObject(replied('certificate.max_valid', { max: 50 }))
  await master('POST', `${path(id)}/${(await list(id))[0].id}/revoke`)
  expect((await master('POST', path(id), {})).status).toBe(201)
})
