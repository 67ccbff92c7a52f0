import { createMailService } from '../../mail/queue.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  certificateConfig,
  setupCertificateFixture,
  type CertificateFixture,
} from '../../testing/radius-certificates.ts'
import { renewServer, warnOfEnds } from './certificate-tasks.ts'

const day = 86_400_000
let fixture: CertificateFixture

beforeAll(async () => {
  fixture = await setupCertificateFixture()
  await fixture.prepare()
}, 180_000)
afterAll(() => fixture?.stop())

describe('the expiry of certificates', () => {
  const ahead = (days: number) => new Date(Date.now() + days * day)
  const mail = createMailService({
    smtpUrl: undefined,
    mailFrom: 'Trunkline <panel@example.net>',
    key: Buffer.alloc(32, 7),
  })
  const warn = (now?: Date) =>
    fixture.panel.sql((tx) => warnOfEnds(tx, { mail, baseUrl: 'https://panel.example.net' }, now))
  const renew = (now?: Date) => fixture.panel.sql((tx) => renewServer(tx, certificateConfig, now))

  test('of a generated server certificate: renewed 30 days before, with the same CA and names, and audited', async () => {
    const before = await fixture.show()
    expect(await renew(ahead(360))).toBe(false)
    expect((await fixture.show()).server.id).toBe(before.server.id)
    expect(await renew(ahead(368))).toBe(true)
    const { server: after } = await fixture.show()
    expect(after).toMatchObject({
      names: before.server.names,
      root_subject: before.server.root_subject,
      source: 'generated',
      created_by: 'system',
    })
    expect(after.serial).not.toBe(before.server.serial)
    expect(Date.parse(after.not_after)).toBeGreaterThan(Date.parse(before.server.not_after))
    const { data } = (
      await fixture.provider('GET', `/audit-log/index?search=subject:installation;object_id:${after.id}&searchJoin=and`)
    ).body
    expect(data[0]).toMatchObject({ action: 'create', after: { source: 'generated', private_key: '•••' } })
    await fixture.issue({})
  })

  test('of a CA with the same end: nothing is renewed repeatedly', async () => {
    const { server: one } = await fixture.show()
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
    await fixture.replace(fixture.own.leaf.certificate + fixture.own.ca.certificate, fixture.own.leaf.key)
    const counts: number[] = []
    for (const days of [0, 0, 10, 17, 17, 24, 28.5, 29.5, 31]) counts.push(await warn(ahead(days)))
    expect(counts).toEqual([1, 0, 0, 1, 0, 1, 0, 1, 0])
    const mails = (
      await fixture.provider('GET', '/outbox/index?search=kind:radius-certificate-expiry&orderBy=id&sortedBy=asc')
    ).body.data
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
