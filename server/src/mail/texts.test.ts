import { expect, test } from 'vitest'
import type { MailData, MailKind, MailLocale } from './kinds.ts'
import { mailHtml, mailPlain } from './layout.ts'
import { writeMail } from './queue.ts'
import { parseMailbox } from './address.ts'

const link = 'https://panel.example.net/register/tOkEn/7'
const nasty = `<script>alert("x")</script> & 'Söhne'`

const samples: { [K in MailKind]: MailData[K] } = {
  invitation: {
    inviter: 'Ann Lee',
    inviter_company: nasty,
    role: 'admin',
    company: 'Nord GmbH',
    founding_type: 'reseller',
    link,
    expires_at: '2026-11-28T12:30:00.000Z',
    time_zone: 'Europe/Berlin',
  },
  'password-reset': { name: nasty, link, minutes: '30' },
  'verify-email': { name: nasty, email: 'ann@example.com', link, hours: '24' },
  'email-change': { name: nasty, email: 'new@example.com', link, hours: '24' },
  'refresh-reuse': { name: nasty, at: '2026-11-21T12:30:00.000Z', ip: '192.0.2.7', user_agent: nasty, link },
  'password-changed': { name: nasty, at: '2026-11-21T12:30:00.000Z', ip: '192.0.2.7', link },
  'email-changed': { name: nasty, email: 'new@example.com', at: '2026-11-21T12:30:00.000Z', link },
  welcome: { name: nasty, link },
  'licence-reminder': {
    name: nasty,
    company: 'Nord GmbH',
    licences: [
      { key: 'TL-AAAAA-BBBBB-CCCCC-DDDDD', category: 'radius', expires_on: '2026-11-28', days_left: 7 },
      { key: 'TL-AAAAA-BBBBB-CCCCC-EEEEE', category: 'vpn', expires_on: '2026-11-22', days_left: 1 },
    ],
    more: 3,
    link,
  },
  'warranty-reminder': {
    name: nasty,
    company: 'Nord GmbH',
    devices: [
      { name: nasty, serial_number: 'HX1', expires_on: '2026-11-28', days_left: 7 },
      { name: 'Mast 2', serial_number: null, expires_on: '2026-11-20', days_left: -1 },
    ],
    more: 3,
    link,
  },
  'radius-certificate-expiry': {
    name: nasty,
    certificate: 'server',
    subject: 'CN=radius.example.net',
    expires_at: '2026-11-28T12:30:00.000Z',
    days_left: 14,
    link,
    time_zone: 'Europe/Berlin',
  },
  alert: { title: nasty, lines: [nasty], target: nasty, link },
  'note-mention': { name: nasty, author: 'Bob', record: nasty, text: nasty, link },
  'two-factor-reset': { name: nasty, by: 'Bob', at: '2026-11-21T12:30:00.000Z', link },
}
const every = (Object.keys(samples) as MailKind[]).flatMap((kind) =>
  (['en', 'de'] as const).map((locale) => [kind, locale] as const),
)
const render = (kind: MailKind, locale: MailLocale) => {
  const text = writeMail({ kind, locale, data: samples[kind] })
  return { text, html: mailHtml(text, locale), plain: mailPlain(text, locale) }
}

test.each(every)('%s in %s: both parts contain the link and the reason, and no undefined value', (kind, locale) => {
  const { text, html, plain } = render(kind, locale)
  expect(html).toContain(`href="${link}"`)
  expect(plain).toContain(`\n${link}\n`)
  expect(plain).toContain(text.why)
  for (const part of [html, plain, text.subject]) expect(part).not.toMatch(/undefined|\[object|NaN/)
  expect(text.subject).not.toMatch(/[\r\n]/)
})

test.each(every)('%s in %s: values are escaped', (kind, locale) => {
  const { html } = render(kind, locale)
  expect(html).not.toContain('<script')
  expect(html).toMatch(/&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; &#39;Söhne&#39;/)
})

test("an invitation is sent in the name of the inviter's company, in the recipient's language and zone", () => {
  const de = writeMail({ kind: 'invitation', locale: 'de', data: { ...samples.invitation, inviter_company: 'Süd AG' } })
  expect(de).toMatchObject({ from_name: 'Süd AG', subject: 'Süd AG lädt Sie zu Trunkline ein' })
  expect(de.after[0]).toContain('28. November 2026')
  expect(de.after[0]).toContain('13:30')
  const en = writeMail({ kind: 'invitation', locale: 'en', data: { ...samples.invitation, founding_type: undefined } })
  expect(en.heading).toBe('Join Nord GmbH')
})

test('a reminder names one licence by its key and several by their number', () => {
  const [first, second] = samples['licence-reminder'].licences as [
    MailData['licence-reminder']['licences'][number],
    MailData['licence-reminder']['licences'][number],
  ]
  const data = { ...samples['licence-reminder'], licences: [first], more: 0 }
  const text = writeMail({ kind: 'licence-reminder', locale: 'en', data })
  expect(text.subject).toBe('Licence TL-AAAAA-BBBBB-CCCCC-DDDDD ends on 28 November 2026')
  expect(text.facts).toEqual([[first.key, 'Tariffs, NAS devices and services: 28 November 2026 (in 7 days)']])
  const over = { ...data, licences: [{ ...second, days_left: -2 }] }
  expect(writeMail({ kind: 'licence-reminder', locale: 'de', data: over }).subject).toBe(
    'Lizenz TL-AAAAA-BBBBB-CCCCC-EEEEE endete am 22. November 2026',
  )
  expect(writeMail({ kind: 'licence-reminder', locale: 'en', data: samples['licence-reminder'] }).subject).toBe(
    '5 licences end soon',
  )
})

test('an unknown time zone falls back to UTC', () => {
  const text = writeMail({
    kind: 'invitation',
    locale: 'en',
    data: { ...samples.invitation, time_zone: 'Mars/Olympus' },
  })
  expect(text.after[0]).toContain('12:30 UTC')
})

test('the setting MAIL_FROM is parsed with and without a name', () => {
  expect(parseMailbox('"My Panel" <panel@example.net>')).toEqual({
    name: 'My Panel',
    address: 'panel@example.net',
    domain: 'example.net',
  })
  expect(parseMailbox('panel@example.net')).toEqual({ name: '', address: 'panel@example.net', domain: 'example.net' })
})
