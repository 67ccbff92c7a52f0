import type { ReplyMessage } from '@trunkline/contract/errors'
import { X509Certificate } from 'node:crypto'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replied } from '../../testing/messages.ts'
import {
  authorityExtensions,
  certificatePath,
  setupCertificateFixture,
  type CertificateFixture,
} from '../../testing/radius-certificates.ts'

let fixture: CertificateFixture

beforeAll(async () => {
  fixture = await setupCertificateFixture()
  await fixture.prepare()
  await fixture.provider('POST', `${certificatePath}/authorities`, { certificate: fixture.own.ca.certificate })
  await fixture.issue({ name: 'radius.example.net' })
}, 180_000)
afterAll(() => fixture?.stop())

describe('CAs', () => {
  test.each<[string, string, () => Promise<{ certificate: string; private_key?: string }>, ReplyMessage]>([
    [
      'a server certificate',
      'certificate',
      async () => ({ certificate: fixture.own.leaf.certificate + fixture.own.ca.certificate }),
      replied('certificate.not_ca'),
    ],
    [
      'an intermediate CA alone',
      'certificate',
      async () =>
        fixture.files
          .make({ subject: '/CN=Middle', issuer: fixture.own.ca, extensions: authorityExtensions })
          .then(({ certificate }) => ({ certificate })),
      replied('certificate.root_missing'),
    ],
    [
      'one that is in use',
      'certificate',
      async () => ({ certificate: fixture.own.ca.certificate }),
      replied('authority.in_use'),
    ],
    [
      'an EC key',
      'private_key',
      async () => {
        const issuedNow = await fixture.files.make({
          subject: '/CN=EC CA',
          key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
          extensions: authorityExtensions,
        })
        return { certificate: issuedNow.certificate, private_key: issuedNow.key }
      },
      replied('private_key.rsa_only'),
    ],
    [
      'a foreign key',
      'private_key',
      async () => ({
        certificate: (await fixture.files.make({ subject: '/CN=New CA', extensions: authorityExtensions })).certificate,
        private_key: fixture.own.ca.key,
      }),
      replied('private_key.mismatch'),
    ],
  ])('%s is rejected at %s', async (_why, field, given, message) => {
    const reply = await fixture.provider('POST', `${certificatePath}/authorities`, await given())
    expect([reply.status, reply.body.error?.messages]).toEqual([422, { [field]: message }])
  })

  test('one without its key signs nothing and verifies no clients; one with its key signs from then on', async () => {
    const before = await fixture.show()
    expect(before.authorities).toMatchObject([
      { subject: 'CN=Own CA', has_key: false, issuing: false },
      { has_key: true, issuing: true },
    ])
    expect((await fixture.load()).ca).not.toContain(fixture.own.ca.certificate.split('\n')[3])
    // Umlauts: the name of the CA is preserved octet for octet.
    const issuedNow = await fixture.files.make({ subject: '/CN=Größe CA/O=Netz', extensions: authorityExtensions })
    const { body } = await fixture.provider('POST', `${certificatePath}/authorities`, {
      certificate: issuedNow.certificate,
      private_key: issuedNow.key,
    })
    expect(body.data.authorities[0]).toMatchObject({ has_key: true, issuing: true, source: 'uploaded' })
    expect((await fixture.load()).ca.match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
    const issued = await fixture.issue({ authority_id: body.data.authorities[0].id })
    expect(issued.body.data.server.names).toEqual(['radius.example.net'])
    const { server: chain } = await fixture.load()
    expect(await fixture.verified(issuedNow.certificate, chain, '-purpose', 'sslserver')).toContain('OK')
  })

  test('that of the server certificate and the last one cannot be deleted; others can', async () => {
    const { authorities } = await fixture.show()
    const [uploaded, keyless, generated] = authorities.map(({ id }: { id: number }) => id)
    const remove = (id: number) => fixture.provider('POST', `${certificatePath}/authorities/${id}/remove`)
    expect((await remove(uploaded)).body.error).toMatchObject(replied('authority.signed_server'))
    expect((await fixture.issue({ authority_id: generated })).status).toBe(200)
    expect((await remove(uploaded)).body.data.authorities).toHaveLength(2)
    expect((await remove(uploaded)).status).toBe(404)
    const created = await fixture.provider('POST', `${certificatePath}/authorities/create`)
    expect(created.body.data.authorities[0]).toMatchObject({ source: 'generated', issuing: true })
    expect((await fixture.issue({ authority_id: created.body.data.authorities[0].id })).status).toBe(200)
    expect((await remove(keyless)).status).toBe(200)
    expect((await remove(generated)).body.data.authorities).toHaveLength(1)
    expect((await remove(created.body.data.authorities[0].id)).body.error).toMatchObject(replied('authority.only_one'))
  })

  test('belong to the provider: others neither see nor change them', async () => {
    for (const call of [await fixture.as('provider', 'editor'), fixture.reseller, fixture.client]) {
      expect((await call('GET', `${certificatePath}/show`)).status).toBe(403)
      expect((await call('POST', `${certificatePath}/authorities/create`)).status).toBe(403)
    }
  })
})

describe('the CA for devices', () => {
  test('is readable by all who manage services, as PEM and DER', async () => {
    const trust = '/network/radius-trust'
    for (const call of [fixture.provider, fixture.reseller, fixture.client])
      expect((await call('GET', `${trust}/show`)).status).toBe(200)
    const pem = await fixture.reseller('GET', `${trust}/authority`)
    const der = await fixture.reseller('GET', `${trust}/authority?format=der`)
    expect(pem.headers['content-disposition']).toContain('radius-ca.pem')
    expect(der.headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(new X509Certificate(der.bytes).fingerprint256).toBe(new X509Certificate(pem.text).fingerprint256)
    const shown = (await fixture.reseller('GET', `${trust}/show`)).body.data
    expect(shown.authority.sha256).toBe(new X509Certificate(pem.text).fingerprint256)
    expect(await fixture.verified(pem.text, (await fixture.load()).server)).toContain('OK')
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
  /** A configuration profile, with the payloads of the CA and of the network. */
  interface Profile {
    PayloadUUID: string
    PayloadIdentifier: string
    PayloadContent: [
      { PayloadUUID: string; PayloadType: string; PayloadContent: string },
      { PayloadUUID: string; EAPClientConfiguration: object },
    ]
  }
  const profile = async (query: string): Promise<Profile> => {
    const reply = await fixture.reseller('GET', `/network/radius-trust/profile?${query}`)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-apple-aspen-config'])
    return parsePlist(reply.text) as Profile
  }

  test('is in a profile for Apple devices: CA, network, server names', async () => {
    const ssid = 'Büro <5> & "Co"'
    const one = await profile(`ssid=${encodeURIComponent(ssid)}`)
    expect(one).toMatchObject({ PayloadType: 'Configuration', PayloadVersion: 1, PayloadDisplayName: `Wi-Fi ${ssid}` })
    const [ca, wifi] = one.PayloadContent
    const pem = (await fixture.reseller('GET', '/network/radius-trust/authority')).text
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
      (await fixture.reseller('GET', `/network/radius-trust/profile?ssid=${encodeURIComponent(ssid)}`)).status
    expect(await status('')).toBe(422)
    expect(await status('ü'.repeat(17))).toBe(422)
    expect(await status('line\nbreak')).toBe(422)
    expect(await status('ü'.repeat(16))).toBe(200)
  })
})
