import type { ReplyMessage } from '@trunkline/contract/errors'
import { X509Certificate } from 'node:crypto'
import { loadCertificates } from '@trunkline/radius/certificates'
import { createAuthority, createServerCertificate } from '@trunkline/radius/x509'
import { sql } from 'kysely'
import pg from 'pg'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { createMailService } from '../../mail/queue.ts'
import { radiusKey } from '../../sessions/seal.ts'
import { radiusDatabase } from '../../sessions/start-radius.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { opensslFolder } from '../../testing/openssl.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { rotateKeys } from '../setup/rotate-keys.ts'
import { defaultServerName, prepareCertificates } from './certificate-store.ts'
import { renewServer, warnOfEnds } from './certificate-tasks.ts'
import { replied } from '../../testing/messages.ts'

const key = Buffer.alloc(32, 7)
const config = { key, formerKeys: [], baseUrl: 'https://panel.example.net' }
const base = '/installation/radius-certificates'
const day = 86_400_000
const files = opensslFolder()
const root = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
const server = (name = 'radius.example.org') => [
  'basicConstraints=CA:FALSE',
  `subjectAltName=DNS:${name}`,
  'extendedKeyUsage=serverAuth',
]

let fixture: Fixture
let boss: ApiCall, editor: ApiCall, reseller: ApiCall, client: ApiCall
let databaseUrl: string
let own: { ca: { certificate: string; key: string }; leaf: { certificate: string; key: string } }

const load = async () => (await loadCertificates(databaseUrl, radiusKey(key)))!
const show = async () => (await boss('GET', `${base}/show`)).body.data
const prepare = () => prepareCertificates({ config, databases: fixture.panel.databases, log: createLog('silent') })
const replace = (certificate: string, private_key: string) =>
  boss('POST', `${base}/server`, { certificate, private_key })
const verified = async (ca: string, certificates: string, ...more: string[]) =>
  files.openssl(
    'verify',
    '-x509_strict',
    ...more,
    '-CAfile',
    files.file(ca),
    '-untrusted',
    files.file(certificates),
    files.file(certificates),
  )

beforeAll(async () => {
  fixture = await setupFixture()
  boss = await fixture.as('provider')
  editor = await fixture.as('provider', 'editor')
  reseller = await fixture.as('reseller')
  client = await fixture.as('client')
  databaseUrl = await radiusDatabase({ key, radius: { databaseUrl: undefined } } as never, fixture.panel.url)
  const ca = await files.make({ subject: '/CN=Own CA', extensions: root })
  own = { ca, leaf: await files.make({ subject: '/CN=radius.example.org', issuer: ca, extensions: server() }) }
}, 180_000)
afterAll(async () => {
  files.remove()
  await fixture?.panel.stop()
})

describe('the first start', () => {
  test('before it there is no file and no certificate, and a clear error', async () => {
    expect(await loadCertificates(databaseUrl, radiusKey(key))).toBeUndefined()
    expect(await show()).toEqual({ server: null, authorities: [] })
    expect((await reseller('GET', '/network/radius-trust/show')).body.data).toBe(null)
    expect((await reseller('GET', '/network/radius-trust/authority')).body.error).toMatchObject(
      replied('certificate.not_created'),
    )
  })

  test('two concurrent processes create one set, and a later start keeps it', async () => {
    await Promise.all([prepare(), prepare(), prepare()])
    await prepare()
    const rows = await fixture.panel.sql(
      async (tx) => (await sql<{ kind: string }>`select kind from radius_certificate order by kind`.execute(tx)).rows,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['ca', 'server'])
    const { server: one, authorities } = await show()
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
    const { ca, server: chain, key: privateKey } = await load()
    expect(await verified(ca, chain, '-purpose', 'sslserver', '-verify_hostname', 'panel.example.net')).toContain('OK')
    await expect(verified(ca, chain, '-verify_hostname', 'other.example.net')).rejects.toThrow(/hostname mismatch/)
    const leaf = new X509Certificate(chain)
    const issuer = new X509Certificate(ca)
    expect(leaf.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    const modulus = (of: string) =>
      files.openssl(of, '-noout', '-modulus', '-in', files.file(of === 'rsa' ? privateKey : chain))
    expect(await modulus('rsa')).toBe(await modulus('x509'))
    const text = await files.openssl('x509', '-noout', '-text', '-in', files.file(ca))
    expect(text).toContain('CA:TRUE, pathlen:0')
    expect(text).toContain('Certificate Sign, CRL Sign')
    const own = await files.openssl('x509', '-noout', '-text', '-in', files.file(chain))
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
    await expect(loadCertificates(databaseUrl, Buffer.alloc(32, 9))).rejects.toThrow(/certificates can't be read/)
  })

  test('a RADIUS host has no access to the table and cannot decrypt the key of the CA', async () => {
    const host = new pg.Client({
      connectionString: databaseUrl,
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
      async () => ({ certificate: 'hello', key: own.leaf.key }),
      replied('certificate.not_pem'),
    ],
    [
      'a damaged one',
      'certificate',
      async () => ({
        certificate: own.leaf.certificate.replace(/\n.{20}/, '\nAAAAAAAAAAAAAAAAAAAA'),
        key: own.leaf.key,
      }),
      replied('certificate.damaged'),
    ],
    [
      'too many',
      'certificate',
      async () => ({ certificate: own.leaf.certificate.repeat(11), key: own.leaf.key }),
      replied('certificate.too_many', { max: 10 }),
    ],
    [
      'a CA',
      'certificate',
      async () => ({ certificate: own.ca.certificate, key: own.ca.key }),
      replied('certificate.ca_first'),
    ],
    [
      'no purpose',
      'certificate',
      () =>
        files.make({
          subject: '/CN=a',
          issuer: own.ca,
          extensions: ['subjectAltName=DNS:a.example.org', 'extendedKeyUsage=clientAuth'],
        }),
      replied('certificate.not_for_servers'),
    ],
    [
      'no DNS name',
      'certificate',
      () => files.make({ subject: '/CN=a.example.org', issuer: own.ca, extensions: ['extendedKeyUsage=serverAuth'] }),
      replied('certificate.no_dns_name'),
    ],
    [
      'a short key',
      'certificate',
      () => files.make({ subject: '/CN=a', key: ['rsa:1024'], issuer: own.ca, extensions: server() }),
      replied('certificate.weak_key'),
    ],
    [
      'an odd curve',
      'certificate',
      () =>
        files.make({
          subject: '/CN=a',
          key: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
          issuer: own.ca,
          extensions: server(),
        }),
      replied('certificate.weak_key'),
    ],
    [
      'SHA-1',
      'certificate',
      async () => {
        const ca = await files.make({ subject: '/CN=Old CA', extensions: root })
        const middle = await files.make({ subject: '/CN=Old middle', issuer: ca, digest: '-sha1', extensions: root })
        const leaf = await files.make({ subject: '/CN=a', issuer: middle, digest: '-sha1', extensions: server() })
        return { certificate: leaf.certificate + middle.certificate + ca.certificate, key: leaf.key }
      },
      replied('certificate.openssl', { error: 'ca md too weak' }),
    ],
    [
      'the wrong order',
      'certificate',
      async () => ({
        certificate:
          own.leaf.certificate + (await files.make({ subject: '/CN=Other CA', extensions: root })).certificate,
        key: own.leaf.key,
      }),
      replied('certificate.chain_order'),
    ],
    [
      'a chain over no CA',
      'certificate',
      async () => ({ certificate: own.leaf.certificate + own.leaf.certificate, key: own.leaf.key }),
      replied('certificate.chain_member_no_ca', { subject: 'CN=radius.example.org' }),
    ],
    ['no end', 'certificate', async () => own.leaf, replied('certificate.chain_incomplete')],
    [
      'no key',
      'private_key',
      async () => ({ certificate: own.leaf.certificate + own.ca.certificate, key: 'hello' }),
      replied('private_key.not_pem'),
    ],
    [
      'an encrypted key',
      'private_key',
      async () => ({
        certificate: own.leaf.certificate + own.ca.certificate,
        key: await files.openssl('pkcs8', '-topk8', '-in', files.file(own.leaf.key), '-passout', 'pass:x-y-z-1'),
      }),
      replied('private_key.encrypted'),
    ],
    [
      'another key',
      'private_key',
      async () => ({ certificate: own.leaf.certificate + own.ca.certificate, key: own.ca.key }),
      replied('private_key.mismatch'),
    ],
  ]
  test.each(reasons)('with %s is rejected at %s', async (_why, field, given, message) => {
    const { certificate, key: privateKey } = await given()
    const reply = await replace(certificate, privateKey)
    expect([reply.status, reply.body.error?.messages]).toEqual([422, { [field]: message }])
  })

  test('that has expired, or is not yet valid, is rejected', async () => {
    const past = new Date(Date.now() - 400 * day)
    const ca = await createAuthority({ now: past })
    const over = await createServerCertificate({ issuer: ca, names: ['a.example.org'], days: 100, now: past })
    expect((await replace(over.certificate + ca.certificate, over.key)).body.error.messages.certificate).toEqual(
      replied('certificate.expired', { subject: 'CN=a.example.org' }),
    )
    const early = await createServerCertificate({
      issuer: ca,
      names: ['a.example.org'],
      now: new Date(Date.now() + 5 * day),
    })
    expect((await replace(early.certificate + ca.certificate, early.key)).body.error.messages.certificate).toEqual(
      replied('certificate.not_yet_valid', { subject: 'CN=a.example.org' }),
    )
  })

  test('replaces the previous one, with its chain and root; the previous key is deleted', async () => {
    const middle = await files.make({ subject: '/CN=Middle', issuer: own.ca, extensions: root })
    const leaf = await files.make({
      subject: '/CN=radius.example.org',
      key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      issuer: middle,
      extensions: server(),
    })
    const reported: string[] = []
    const listener = new pg.Client({ connectionString: databaseUrl })
    await listener.connect()
    listener.on('notification', ({ channel }) => reported.push(channel))
    await listener.query('listen trunkline_radius_config')
    const reply = await replace(leaf.certificate + middle.certificate + own.ca.certificate, leaf.key)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.server).toMatchObject({
      names: ['radius.example.org'],
      source: 'uploaded',
      root_subject: 'CN=Own CA',
    })
    const { ca, server: chain, key: privateKey } = await load()
    expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    expect(await verified(own.ca.certificate, chain, '-purpose', 'sslserver')).toContain('OK')
    expect(privateKey).toContain('BEGIN PRIVATE KEY')
    // Clients are verified against the CA of the panel: a certificate of the other CA is rejected.
    expect(new X509Certificate(ca).subject).toMatch(/^CN=Trunkline RADIUS CA /)
    const trust = (await reseller('GET', '/network/radius-trust/show')).body.data
    expect(trust).toMatchObject({
      names: ['radius.example.org'],
      authority: { subject: 'CN=Own CA', is_public: false },
    })
    expect(trust.authority.sha1).toBe(new X509Certificate(own.ca.certificate).fingerprint)
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
    expect((await boss('POST', `${base}/server/issue`, {})).body.error).toMatchObject(replied('certificate.uploaded'))
    expect((await boss('POST', `${base}/server/issue`, { name: 'no name' })).body.error.messages.name).toEqual(
      replied('field.dns_name', { example: 'radius.example.net' }),
    )
    expect(
      (await boss('POST', `${base}/server/issue`, { name: 'a.example.net', authority_id: 999 })).body.error.messages,
    ).toEqual({
      authority_id: replied('authority.without_key'),
    })
    const { body } = await boss('POST', `${base}/server/issue`, { name: 'Radius.Example.NET' })
    expect(body.data.server).toMatchObject({ names: ['radius.example.net'], source: 'generated' })
    const { ca, server: chain } = await load()
    expect(await verified(ca, chain, '-verify_hostname', 'radius.example.net')).toContain('OK')
  })

  test('may end at a CA of the panel', async () => {
    expect((await boss('POST', `${base}/authorities`, { certificate: own.ca.certificate })).status).toBe(200)
    expect((await replace(own.leaf.certificate, own.leaf.key)).body.data.server.root_subject).toBe('CN=Own CA')
    await boss('POST', `${base}/server/issue`, { name: 'radius.example.net' })
  })
})

describe('CAs', () => {
  test.each<[string, string, () => Promise<{ certificate: string; private_key?: string }>, ReplyMessage]>([
    [
      'a server certificate',
      'certificate',
      async () => ({ certificate: own.leaf.certificate + own.ca.certificate }),
      replied('certificate.not_ca'),
    ],
    [
      'an intermediate CA alone',
      'certificate',
      async () =>
        files
          .make({ subject: '/CN=Middle', issuer: own.ca, extensions: root })
          .then(({ certificate }) => ({ certificate })),
      replied('certificate.root_missing'),
    ],
    [
      'one that is in use',
      'certificate',
      async () => ({ certificate: own.ca.certificate }),
      replied('authority.in_use'),
    ],
    [
      'an EC key',
      'private_key',
      async () => {
        const issuedNow = await files.make({
          subject: '/CN=EC CA',
          key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
          extensions: root,
        })
        return { certificate: issuedNow.certificate, private_key: issuedNow.key }
      },
      replied('private_key.rsa_only'),
    ],
    [
      'a foreign key',
      'private_key',
      async () => ({
        certificate: (await files.make({ subject: '/CN=New CA', extensions: root })).certificate,
        private_key: own.ca.key,
      }),
      replied('private_key.mismatch'),
    ],
  ])('%s is rejected at %s', async (_why, field, given, message) => {
    const reply = await boss('POST', `${base}/authorities`, await given())
    expect([reply.status, reply.body.error?.messages]).toEqual([422, { [field]: message }])
  })

  test('one without its key signs nothing and verifies no clients; one with its key signs from then on', async () => {
    const before = await show()
    expect(before.authorities).toMatchObject([
      { subject: 'CN=Own CA', has_key: false, issuing: false },
      { has_key: true, issuing: true },
    ])
    expect((await load()).ca).not.toContain(own.ca.certificate.split('\n')[3])
    // Umlauts: the name of the CA is preserved octet for octet.
    const issuedNow = await files.make({ subject: '/CN=Größe CA/O=Netz', extensions: root })
    const { body } = await boss('POST', `${base}/authorities`, {
      certificate: issuedNow.certificate,
      private_key: issuedNow.key,
    })
    expect(body.data.authorities[0]).toMatchObject({ has_key: true, issuing: true, source: 'uploaded' })
    expect((await load()).ca.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    const issued = await boss('POST', `${base}/server/issue`, { authority_id: body.data.authorities[0].id })
    expect(issued.body.data.server.names).toEqual(['radius.example.net'])
    const { server: chain } = await load()
    expect(await verified(issuedNow.certificate, chain, '-purpose', 'sslserver')).toContain('OK')
  })

  test('that of the server certificate and the last one cannot be deleted; others can', async () => {
    const { authorities } = await show()
    const [uploaded, keyless, generated] = authorities.map(({ id }: { id: number }) => id)
    const remove = (id: number) => boss('POST', `${base}/authorities/${id}/remove`)
    expect((await remove(uploaded)).body.error).toMatchObject(replied('authority.signed_server'))
    expect((await boss('POST', `${base}/server/issue`, { authority_id: generated })).status).toBe(200)
    expect((await remove(uploaded)).body.data.authorities).toHaveLength(2)
    expect((await remove(uploaded)).status).toBe(404)
    const created = await boss('POST', `${base}/authorities/create`)
    expect(created.body.data.authorities[0]).toMatchObject({ source: 'generated', issuing: true })
    expect(
      (await boss('POST', `${base}/server/issue`, { authority_id: created.body.data.authorities[0].id })).status,
    ).toBe(200)
    expect((await remove(keyless)).status).toBe(200)
    expect((await remove(generated)).body.data.authorities).toHaveLength(1)
    expect((await remove(created.body.data.authorities[0].id)).body.error).toMatchObject(replied('authority.only_one'))
  })

  test('belong to the provider: others neither see nor change them', async () => {
    for (const call of [editor, reseller, client]) {
      expect((await call('GET', `${base}/show`)).status).toBe(403)
      expect((await call('POST', `${base}/authorities/create`)).status).toBe(403)
    }
  })
})

describe('the CA for devices', () => {
  test('is readable by all who manage services, as PEM and DER', async () => {
    const trust = '/network/radius-trust'
    for (const call of [boss, reseller, client]) expect((await call('GET', `${trust}/show`)).status).toBe(200)
    const pem = await reseller('GET', `${trust}/authority`)
    const der = await reseller('GET', `${trust}/authority?format=der`)
    expect(pem.headers['content-disposition']).toContain('radius-ca.pem')
    expect(der.headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(new X509Certificate(der.bytes).fingerprint256).toBe(new X509Certificate(pem.text).fingerprint256)
    const shown = (await reseller('GET', `${trust}/show`)).body.data
    expect(shown.authority.sha256).toBe(new X509Certificate(pem.text).fingerprint256)
    expect(await verified(pem.text, (await load()).server)).toContain('OK')
  })

  /** A property list as JavaScript values. */
  function parsePlist(text: string): unknown {
    const stack: { name: string; text: string; values: unknown[] }[] = [{ name: '', text: '', values: [] }]
    const parser = new SaxesParser()
    parser.on('opentag', ({ name }) => stack.push({ name, text: '', values: [] }))
    parser.on('text', (part) => (stack.at(-1)!.text += part))
    parser.on('closetag', () => {
      const { name, text: own, values } = stack.pop()!
      const value =
        name === 'dict'
          ? Object.fromEntries(values.flatMap((one, at) => (at % 2 === 0 ? [[one, values[at + 1]]] : [])))
          : name === 'array'
            ? values
            : name === 'plist'
              ? values[0]
              : name === 'true' || name === 'false'
                ? name === 'true'
                : name === 'integer'
                  ? Number(own)
                  : own
      stack.at(-1)!.values.push(value)
    })
    parser.write(text).close()
    return stack[0]!.values[0]
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- the test checks the shape itself
  const profile = async (query: string): Promise<any> => {
    const reply = await reseller('GET', `/network/radius-trust/profile?${query}`)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-apple-aspen-config'])
    return parsePlist(reply.text)
  }

  test('is in a profile for Apple devices: CA, network, server names', async () => {
    const ssid = 'Büro <5> & "Co"'
    const one = await profile(`ssid=${encodeURIComponent(ssid)}`)
    expect(one).toMatchObject({ PayloadType: 'Configuration', PayloadVersion: 1, PayloadDisplayName: `Wi-Fi ${ssid}` })
    const [ca, wifi] = one.PayloadContent
    const pem = (await reseller('GET', '/network/radius-trust/authority')).text
    expect(ca.PayloadType).toBe('com.apple.security.root')
    expect(Buffer.from(ca.PayloadContent, 'base64').equals(new X509Certificate(pem).raw)).toBe(true)
    expect(wifi).toMatchObject({
      PayloadType: 'com.apple.wifi.managed',
      SSID_STR: ssid,
      AutoJoin: true,
      EncryptionType: 'WPA2',
      EAPClientConfiguration: {
        AcceptEAPTypes: [25],
        PayloadCertificateAnchorUUID: [ca.PayloadUUID],
        TLSTrustedServerNames: ['radius.example.net'],
      },
    })
    const pap = await profile('ssid=Guests&method=ttls-pap')
    expect(pap.PayloadContent[1].EAPClientConfiguration).toMatchObject({
      AcceptEAPTypes: [21],
      TTLSInnerAuthentication: 'PAP',
    })
  })

  test('keeps the identity of the profile for the same network, so that a newer one replaces it', async () => {
    const [first, same, other] = [
      await profile('ssid=Office'),
      await profile('ssid=Office&method=ttls-pap'),
      await profile('ssid=Guests'),
    ]
    const uuids = [first, ...first.PayloadContent].map((payload) => payload.PayloadUUID)
    expect(new Set(uuids).size).toBe(3)
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/)
    expect([same, ...same.PayloadContent].map((payload) => payload.PayloadUUID)).toEqual(uuids)
    expect(same.PayloadIdentifier).toBe(first.PayloadIdentifier)
    expect(other.PayloadUUID).not.toBe(first.PayloadUUID)
  })

  test('requires an SSID of 1 to 32 bytes', async () => {
    const status = async (ssid: string) =>
      (await reseller('GET', `/network/radius-trust/profile?ssid=${encodeURIComponent(ssid)}`)).status
    expect(await status('')).toBe(422)
    expect(await status('ü'.repeat(17))).toBe(422)
    expect(await status('line\nbreak')).toBe(422)
    expect(await status('ü'.repeat(16))).toBe(200)
  })
})

describe('the expiry of certificates', () => {
  const ahead = (days: number) => new Date(Date.now() + days * day)
  const mail = createMailService({
    smtpUrl: undefined,
    mailFrom: 'Trunkline <panel@example.net>',
    key: Buffer.alloc(32, 7),
  })
  const warn = (now?: Date) =>
    fixture.panel.sql((tx) => warnOfEnds(tx, { mail, baseUrl: 'https://panel.example.net' }, now))
  const renew = (now?: Date) => fixture.panel.sql((tx) => renewServer(tx, config, now))

  test('of a generated server certificate: renewed 30 days before, with the same CA and names, and audited', async () => {
    const before = await show()
    expect(await renew(ahead(360))).toBe(false)
    expect((await show()).server.id).toBe(before.server.id)
    expect(await renew(ahead(368))).toBe(true)
    const { server: after } = await show()
    expect(after).toMatchObject({
      names: before.server.names,
      root_subject: before.server.root_subject,
      source: 'generated',
      created_by: 'system',
    })
    expect(after.serial).not.toBe(before.server.serial)
    expect(Date.parse(after.not_after)).toBeGreaterThan(Date.parse(before.server.not_after))
    const { data } = (
      await boss('GET', `/audit-log/index?search=subject:installation;object_id:${after.id}&searchJoin=and`)
    ).body
    expect(data[0]).toMatchObject({ action: 'create', after: { source: 'generated', private_key: '•••' } })
    await boss('POST', `${base}/server/issue`, {})
  })

  test('of a CA with the same end: nothing is renewed repeatedly', async () => {
    const { server: one } = await show()
    await fixture.panel.sql((tx) =>
      sql`update radius_certificate set not_after = ${one.not_after}::timestamptz where kind = 'ca' and active`.execute(
        tx,
      ),
    )
    expect(await renew(ahead(380))).toBe(false)
    await fixture.panel.sql((tx) =>
      sql`update radius_certificate set not_after = now() + interval '9 years' where kind = 'ca' and active`.execute(
        tx,
      ),
    )
  })

  test('is mailed to the primary admins of the provider once per stage, for certificates that the panel cannot renew', async () => {
    expect(await warn()).toBe(0)
    // Generated ones are renewed without a mail.
    expect(await warn(ahead(390))).toBe(0)
    await replace(own.leaf.certificate + own.ca.certificate, own.leaf.key)
    const counts: number[] = []
    for (const days of [0, 0, 10, 17, 17, 24, 28.5, 29.5, 31]) counts.push(await warn(ahead(days)))
    expect(counts).toEqual([1, 0, 0, 1, 0, 1, 0, 1, 0])
    const mails = (await boss('GET', '/outbox/index?search=kind:radius-certificate-expiry&orderBy=id&sortedBy=asc'))
      .body.data
    expect(mails.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
      'RADIUS server certificate expires in 13 days',
      'RADIUS server certificate expires in 30 days',
      'RADIUS server certificate expires in 6 days',
      'RADIUS server certificate expires tomorrow',
    ])
  })

  test('is in the metrics, in seconds', async () => {
    const { body } = await fixture.panel.app.inject({ method: 'GET', url: '/metrics', headers: { host: '127.0.0.1' } })
    const seconds = Number(/^trunkline_radius_certificate_expires_seconds\{kind="server"\} (\S+)$/m.exec(body)?.[1])
    expect(Math.round(seconds / 86_400)).toBe(30)
    expect(body).toMatch(/^trunkline_radius_certificate_expires_seconds\{kind="ca"\} \d/m)
  })
})

test('key rotation re-encrypts both private keys', async () => {
  const fresh = Buffer.alloc(32, 11)
  const report = await rotateKeys((work) => fixture.panel.sql(work), [fresh, key])
  expect(report['private key of the RADIUS server certificate']).toEqual({ sealed: 1, unchanged: 0, unopened: 0 })
  expect(report['private keys of RADIUS CAs']?.unopened).toBe(0)
  expect((await loadCertificates(databaseUrl, radiusKey(fresh)))?.key).toContain('BEGIN PRIVATE KEY')
  await fixture.panel.sql((tx) => rotateKeys((work) => Promise.resolve(work(tx)), [key, fresh]))
  expect((await load()).key).toContain('BEGIN PRIVATE KEY')
})

test('no private key is in a response, the audit log, an export or a database statement', async () => {
  // The active one, uploaded before, is the canary.
  const canary = own.leaf.key.split('\n').slice(1, -2)
  const texts = [
    JSON.stringify(await show()),
    (await boss('GET', '/audit-log/index?perPage=200')).text,
    (await boss('GET', '/audit-log/index?export=csv')).text,
    (await boss('GET', '/installation/show')).text,
    (await reseller('GET', '/network/radius-trust/show')).text,
    (await reseller('GET', '/network/radius-trust/authority')).text,
    (await reseller('GET', '/network/radius-trust/profile?ssid=Office')).text,
    (await replace(own.leaf.certificate, own.leaf.key.replace('MII', 'MIJ'))).text,
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from radius_certificate')).rows),
    JSON.stringify((await fixture.panel.databases.appAll.query('select * from audit_log')).rows),
    JSON.stringify((await fixture.panel.databases.appAll.query('select query from pg_stat_activity')).rows),
  ]
  for (const [at, text] of texts.entries()) {
    for (const line of canary) expect(text.includes(line), String(at)).toBe(false)
    expect(text.includes('PRIVATE KEY'), String(at)).toBe(false)
  }
})
