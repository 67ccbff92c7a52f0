import type { ReplyMessage } from '@trunkline/contract/errors'
import { X509Certificate } from 'node:crypto'
import { loadCertificates } from '@trunkline/radius/certificates'
import { createAuthority, createServerCertificate } from '@trunkline/radius/x509'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { radiusKey } from '../../sessions/seal.ts'
import { replied } from '../../testing/messages.ts'
import { panelKey as key } from '../../testing/panel.ts'
import {
  authorityExtensions,
  certificatePath,
  serverExtensions,
  setupCertificateFixture,
  type CertificateFixture,
} from '../../testing/radius-certificates.ts'
import { rotateKeys } from '../setup/rotate-keys.ts'
import { defaultServerName } from './certificate-store.ts'

const day = 86_400_000
let fixture: CertificateFixture

beforeAll(async () => {
  fixture = await setupCertificateFixture()
}, 180_000)
afterAll(() => fixture?.stop())

describe('the first start', () => {
  test('before it there is no file and no certificate, and a clear error', async () => {
    expect(await loadCertificates(fixture.databaseUrl, radiusKey(key))).toBeUndefined()
    expect(await fixture.show()).toEqual({ server: null, authorities: [] })
    expect((await fixture.reseller('GET', '/network/radius-trust/show')).body.data).toBe(null)
    expect((await fixture.reseller('GET', '/network/radius-trust/authority')).body.error).toMatchObject(
      replied('certificate.not_created'),
    )
  })

  test('two concurrent processes create one set, and a later start keeps it', async () => {
    await Promise.all([fixture.prepare(), fixture.prepare(), fixture.prepare()])
    await fixture.prepare()
    const rows = await fixture.panel.sql(
      async (tx) => (await sql<{ kind: string }>`select kind from radius_certificate order by kind`.execute(tx)).rows,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['ca', 'server'])
    const { server: one, authorities } = await fixture.show()
    expect(one).toMatchObject({
      names: ['panel.example.net'],
      source: 'generated',
      created_by: 'system',
      days_left: 396,
    })
    expect(authorities).toMatchObject([{ issuing: true, has_key: true, source: 'generated', client_certificates: 0 }])
    expect(authorities[0].days_left).toBeGreaterThan(3640)
    expect(one.root_subject).toBe(authorities[0].subject)
  })

  test('openssl verifies the certificate for servers, by its name, with its key', async () => {
    const { ca, server: chain, key: privateKey } = await fixture.load()
    expect(
      await fixture.verified(ca, chain, '-purpose', 'sslserver', '-verify_hostname', 'panel.example.net'),
    ).toContain('OK')
    await expect(fixture.verified(ca, chain, '-verify_hostname', 'other.example.net')).rejects.toThrow(
      /hostname mismatch/,
    )
    const leaf = new X509Certificate(chain)
    const issuer = new X509Certificate(ca)
    expect(leaf.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    const modulus = (of: string) =>
      fixture.files.openssl(of, '-noout', '-modulus', '-in', fixture.files.file(of === 'rsa' ? privateKey : chain))
    expect(await modulus('rsa')).toBe(await modulus('x509'))
    const text = await fixture.files.openssl('x509', '-noout', '-text', '-in', fixture.files.file(ca))
    expect(text).toContain('CA:TRUE, pathlen:0')
    expect(text).toContain('Certificate Sign, CRL Sign')
    const own = await fixture.files.openssl('x509', '-noout', '-text', '-in', fixture.files.file(chain))
    expect(own).toContain('TLS Web Server Authentication')
    expect(own).toContain('1.3.6.1.5.5.7.3.14')
    const life = (one: X509Certificate) => (Date.parse(one.validTo) - Date.parse(one.validFrom)) / day
    expect(life(leaf)).toBe(397)
    expect(life(issuer)).toBe(3650)
  })

  test('the server name is that of the panel, if it has one', () => {
    expect(defaultServerName('https://panel.example.net')).toBe('panel.example.net')
    for (const none of ['http://localhost:8080', 'https://192.0.2.1', 'https://[2001:db8::1]:8443'])
      expect(defaultServerName(none)).toBe('radius.trunkline.internal')
  })

  test('a RADIUS host with another key cannot decrypt the private key, and gets the certificate without it', async () => {
    await expect(loadCertificates(fixture.databaseUrl, Buffer.alloc(32, 9))).rejects.toThrow(
      /certificates can't be read/,
    )
  })

  test('a RADIUS host has no access to the table and cannot decrypt the key of the CA', async () => {
    const host = new pg.Client({
      connectionString: fixture.databaseUrl,
      options: `-c panel.radius_key=${radiusKey(key).toString('hex')}`,
    })
    await host.connect()
    await expect(host.query('select * from radius_certificate')).rejects.toThrow(/permission denied/)
    await expect(host.query('select * from panel.radius_authority()')).rejects.toThrow(/permission denied/)
    await host.end()
    const { rows } = await fixture.panel.databases.appAll.query(
      `select set_config('panel.radius_key', '${radiusKey(key).toString('hex')}', false), (select count(*)::int from radius_certificate where signing_key is not null) as count`,
    )
    expect(rows[0].count).toBe(1)
    await expect(
      fixture.panel.databases.appAll.query(
        `select panel.opened(signing_key) from radius_certificate where kind = 'ca'`,
      ),
    ).rejects.toThrow()
  })
})

describe('an uploaded server certificate', () => {
  const reasons: [string, string, () => Promise<{ certificate: string; key: string }>, ReplyMessage][] = [
    [
      'no certificate',
      'certificate',
      async () => ({ certificate: 'hello', key: fixture.own.leaf.key }),
      replied('certificate.not_pem'),
    ],
    [
      'a damaged one',
      'certificate',
      async () => ({
        certificate: fixture.own.leaf.certificate.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'),
        key: fixture.own.leaf.key,
      }),
      replied('certificate.damaged'),
    ],
    [
      'too many',
      'certificate',
      async () => ({ certificate: fixture.own.leaf.certificate.repeat(11), key: fixture.own.leaf.key }),
      replied('certificate.too_many', { max: 10 }),
    ],
    [
      'a CA',
      'certificate',
      async () => ({ certificate: fixture.own.ca.certificate, key: fixture.own.ca.key }),
      replied('certificate.ca_first'),
    ],
    [
      'no purpose',
      'certificate',
      () =>
        fixture.files.make({
          subject: '/CN=a',
          issuer: fixture.own.ca,
          extensions: ['subjectAltName=DNS:a.example.org', 'extendedKeyUsage=clientAuth'],
        }),
      replied('certificate.not_for_servers'),
    ],
    [
      'no DNS name',
      'certificate',
      () =>
        fixture.files.make({
          subject: '/CN=a.example.org',
          issuer: fixture.own.ca,
          extensions: ['extendedKeyUsage=serverAuth'],
        }),
      replied('certificate.no_dns_name'),
    ],
    [
      'a short key',
      'certificate',
      () =>
        fixture.files.make({
          subject: '/CN=a',
          key: ['rsa:1024'],
          issuer: fixture.own.ca,
          extensions: serverExtensions(),
        }),
      replied('certificate.weak_key'),
    ],
    [
      'an odd curve',
      'certificate',
      () =>
        fixture.files.make({
          subject: '/CN=a',
          key: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
          issuer: fixture.own.ca,
          extensions: serverExtensions(),
        }),
      replied('certificate.weak_key'),
    ],
    [
      'SHA-1',
      'certificate',
      async () => {
        const ca = await fixture.files.make({ subject: '/CN=Old CA', extensions: authorityExtensions })
        const middle = await fixture.files.make({
          subject: '/CN=Old middle',
          issuer: ca,
          digest: '-sha1',
          extensions: authorityExtensions,
        })
        const leaf = await fixture.files.make({
          subject: '/CN=a',
          issuer: middle,
          digest: '-sha1',
          extensions: serverExtensions(),
        })
        return { certificate: leaf.certificate + middle.certificate + ca.certificate, key: leaf.key }
      },
      replied('certificate.openssl', { error: 'ca md too weak' }),
    ],
    [
      'the wrong order',
      'certificate',
      async () => ({
        certificate:
          fixture.own.leaf.certificate +
          (await fixture.files.make({ subject: '/CN=Other CA', extensions: authorityExtensions })).certificate,
        key: fixture.own.leaf.key,
      }),
      replied('certificate.chain_order'),
    ],
    [
      'a chain over no CA',
      'certificate',
      async () => ({
        certificate: fixture.own.leaf.certificate + fixture.own.leaf.certificate,
        key: fixture.own.leaf.key,
      }),
      replied('certificate.chain_member_no_ca', { subject: 'CN=radius.example.org' }),
    ],
    ['no end', 'certificate', async () => fixture.own.leaf, replied('certificate.chain_incomplete')],
    [
      'no key',
      'private_key',
      async () => ({ certificate: fixture.own.leaf.certificate + fixture.own.ca.certificate, key: 'hello' }),
      replied('private_key.not_pem'),
    ],
    [
      'an encrypted key',
      'private_key',
      async () => ({
        certificate: fixture.own.leaf.certificate + fixture.own.ca.certificate,
        key: await fixture.files.openssl(
          'pkcs8',
          '-topk8',
          '-in',
          fixture.files.file(fixture.own.leaf.key),
          '-passout',
          'pass:x-y-z-1',
        ),
      }),
      replied('private_key.encrypted'),
    ],
    [
      'another key',
      'private_key',
      async () => ({ certificate: fixture.own.leaf.certificate + fixture.own.ca.certificate, key: fixture.own.ca.key }),
      replied('private_key.mismatch'),
    ],
  ]
  test.each(reasons)('with %s is rejected at %s', async (_why, field, given, message) => {
    const { certificate, key: privateKey } = await given()
    const reply = await fixture.replace(certificate, privateKey)
    expect([reply.status, reply.body.error?.messages]).toEqual([422, { [field]: message }])
  })

  test('that has expired, or is not yet valid, is rejected', async () => {
    const past = new Date(Date.now() - 400 * day)
    const ca = await createAuthority({ now: past })
    const over = await createServerCertificate({ issuer: ca, names: ['a.example.org'], days: 100, now: past })
    expect(
      (await fixture.replace(over.certificate + ca.certificate, over.key)).body.error.messages.certificate,
    ).toEqual(replied('certificate.expired', { subject: 'CN=a.example.org' }))
    const early = await createServerCertificate({
      issuer: ca,
      names: ['a.example.org'],
      now: new Date(Date.now() + 5 * day),
    })
    expect(
      (await fixture.replace(early.certificate + ca.certificate, early.key)).body.error.messages.certificate,
    ).toEqual(replied('certificate.not_yet_valid', { subject: 'CN=a.example.org' }))
  })

  test('replaces the previous one, with its chain and root; the previous key is deleted', async () => {
    const middle = await fixture.files.make({
      subject: '/CN=Middle',
      issuer: fixture.own.ca,
      extensions: authorityExtensions,
    })
    const leaf = await fixture.files.make({
      subject: '/CN=radius.example.org',
      key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      issuer: middle,
      extensions: serverExtensions(),
    })
    const reported: string[] = []
    const listener = new pg.Client({ connectionString: fixture.databaseUrl })
    await listener.connect()
    listener.on('notification', ({ channel }) => reported.push(channel))
    await listener.query('listen trunkline_radius_config')
    const reply = await fixture.replace(leaf.certificate + middle.certificate + fixture.own.ca.certificate, leaf.key)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.server).toMatchObject({
      names: ['radius.example.org'],
      source: 'uploaded',
      root_subject: 'CN=Own CA',
    })
    const { ca, server: chain, key: privateKey } = await fixture.load()
    expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    expect(await fixture.verified(fixture.own.ca.certificate, chain, '-purpose', 'sslserver')).toContain('OK')
    expect(privateKey).toContain('BEGIN PRIVATE KEY')
    // Clients are verified against the CA of the panel: a certificate of the other CA is rejected.
    expect(new X509Certificate(ca).subject).toMatch(/^CN=Trunkline RADIUS CA /)
    const trust = (await fixture.reseller('GET', '/network/radius-trust/show')).body.data
    expect(trust).toMatchObject({
      names: ['radius.example.org'],
      authority: { subject: 'CN=Own CA', is_public: false },
    })
    expect(trust.authority.sha1).toBe(new X509Certificate(fixture.own.ca.certificate).fingerprint)
    const rows = await fixture.panel.sql(
      async (tx) =>
        (
          await sql<{
            active: boolean
            has_key: boolean
          }>`select active, private_key is not null as has_key from radius_certificate where kind = 'server' order by id`.execute(
            tx,
          )
        ).rows,
    )
    expect(rows).toEqual([
      { active: false, has_key: false },
      { active: true, has_key: true },
    ])
    await listener.query('select 1')
    expect(reported).toEqual(['trunkline_radius_config'])
    await listener.end()
  })

  test('is not renewed by the panel; a new one requires a name or a CA', async () => {
    expect((await fixture.issue({})).body.error).toMatchObject(replied('certificate.uploaded'))
    expect((await fixture.issue({ name: 'no name' })).body.error.messages.name).toEqual(
      replied('field.dns_name', { example: 'radius.example.net' }),
    )
    expect((await fixture.issue({ name: 'a.example.net', authority_id: 999 })).body.error.messages).toEqual({
      authority_id: replied('authority.without_key'),
    })
    const { body } = await fixture.issue({ name: 'Radius.Example.NET' })
    expect(body.data.server).toMatchObject({ names: ['radius.example.net'], source: 'generated' })
    const { ca, server: chain } = await fixture.load()
    expect(await fixture.verified(ca, chain, '-verify_hostname', 'radius.example.net')).toContain('OK')
  })

  test('may end at a CA of the panel', async () => {
    expect(
      (await fixture.provider('POST', `${certificatePath}/authorities`, { certificate: fixture.own.ca.certificate }))
        .status,
    ).toBe(200)
    expect(
      (await fixture.replace(fixture.own.leaf.certificate, fixture.own.leaf.key)).body.data.server.root_subject,
    ).toBe('CN=Own CA')
    await fixture.issue({ name: 'radius.example.net' })
  })
})

test('key rotation re-encrypts both private keys', async () => {
  const fresh = Buffer.alloc(32, 11)
  const report = await rotateKeys((work) => fixture.panel.sql(work), [fresh, key])
  expect(report['private key of the RADIUS server certificate']).toEqual({ sealed: 1, unchanged: 0, unopened: 0 })
  expect(report['private keys of RADIUS CAs']?.unopened).toBe(0)
  expect((await loadCertificates(fixture.databaseUrl, radiusKey(fresh)))?.key).toContain('BEGIN PRIVATE KEY')
  await fixture.panel.sql((tx) => rotateKeys((work) => Promise.resolve(work(tx)), [key, fresh]))
  expect((await fixture.load()).key).toContain('BEGIN PRIVATE KEY')
})

test('no private key is in a response, the audit log, an export or a database statement', async () => {
  // The key of the active one is the canary.
  expect((await fixture.replace(fixture.own.leaf.certificate, fixture.own.leaf.key)).status).toBe(200)
  const canary = fixture.own.leaf.key.split('\n').slice(1, -2)
  const texts = [
    JSON.stringify(await fixture.show()),
    (await fixture.provider('GET', '/audit-log/index?perPage=200')).text,
    (await fixture.provider('GET', '/audit-log/index?export=csv')).text,
    (await fixture.provider('GET', '/installation/show')).text,
    (await fixture.reseller('GET', '/network/radius-trust/show')).text,
    (await fixture.reseller('GET', '/network/radius-trust/authority')).text,
    (await fixture.reseller('GET', '/network/radius-trust/profile?ssid=Office')).text,
    (await fixture.replace(fixture.own.leaf.certificate, fixture.own.leaf.key.replace('MII', 'MIJ'))).text,
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from radius_certificate')).rows),
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from audit_log')).rows),
    JSON.stringify((await fixture.panel.databases.appAll.query('select query from pg_stat_activity')).rows),
  ]
  for (const [at, text] of texts.entries()) {
    for (const line of canary) expect(text.includes(line), String(at)).toBe(false)
    expect(text.includes('PRIVATE KEY'), String(at)).toBe(false)
  }
})
