import { createHmac } from 'node:crypto'
import { message } from '@trunkline/contract/errors'
import { describe, expect, test } from 'vitest'
import { requestOf, verdictOf, type HttpKind, type HttpTarget } from './channels.ts'
import { renderNotification, type NotificationContent } from './content.ts'

const content: NotificationContent = {
  event: 'firing',
  severity: 'critical',
  summary: message('notification.test'),
  company: 'Harbour & Söhne <GmbH>',
  at: '2026-03-01T12:00:00.000Z',
  path: '/alerts/details/7',
  thread: '7',
}
const text = renderNotification(content, { locale: 'en', zone: 'Europe/Berlin', baseUrl: 'https://panel.example.net' })
const target = (kind: HttpKind, of: Partial<HttpTarget> = {}): HttpTarget => ({
  kind,
  recipients: null,
  url: 'https://hooks.example.net/a/b?c=d',
  token: null,
  header_name: null,
  body_template: null,
  success_pattern: null,
  ...of,
})
const at = new Date('2026-03-01T12:00:05.000Z')
const make = (of: HttpTarget, to = '') => requestOf(of, { content, text, id: 'msg_1', at, to })

test('a message names severity, cause, company and local time, in the language of the target', () => {
  expect(text).toEqual({
    title: 'Critical: Test message. If you can read this, alerts arrive here.',
    lines: ['Company: Harbour & Söhne <GmbH>', 'Since: 1 Mar 2026, 13:00 (Europe/Berlin)'],
    link: 'https://panel.example.net/alerts/details/7',
  })
  const german = renderNotification(
    { ...content, event: 'resolved' },
    { locale: 'de', zone: 'UTC', baseUrl: 'https://x.example' },
  )
  expect(german.title).toMatch(/^Behoben: Testnachricht/)
  expect(german.lines[1]).toMatch(/^Beendet: 01\.03\.2026/)
})

describe('requests', () => {
  test('Telegram gets plain text of at most 4,096 characters, without splitting a character', () => {
    const long = { ...text, lines: ['😀'.repeat(3000)] }
    const { url, body } = requestOf(target('telegram', { token: '1:abc' }), {
      content,
      text: long,
      id: 'x',
      at,
      to: '-100',
    })
    expect(url).toBe('https://api.telegram.org/bot1:abc/sendMessage')
    const sent = JSON.parse(body) as { chat_id: string; text: string }
    expect(sent.chat_id).toBe('-100')
    expect(sent.text.length).toBeLessThanOrEqual(4096)
    expect(sent.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  test('Slack gets its three special characters escaped, Teams an adaptive card with a link', () => {
    expect((JSON.parse(make(target('slack')).body) as { text: string }).text).toContain(
      'Harbour &amp; Söhne &lt;GmbH&gt;',
    )
    const card = JSON.parse(make(target('teams')).body)
    expect(card.attachments[0].content).toMatchObject({
      type: 'AdaptiveCard',
      actions: [{ type: 'Action.OpenUrl', url: 'https://panel.example.net/alerts/details/7' }],
    })
  })

  test('ntfy gets priority and token in headers, and a title with other letters encoded', () => {
    const { headers } = make(target('ntfy', { token: 'tk_1' }))
    expect(headers).toMatchObject({ priority: '5', authorization: 'Bearer tk_1', click: text.link })
    const german = requestOf(target('ntfy'), { content, text: { ...text, title: 'Gerät' }, id: 'x', at, to: '' })
    expect(german.headers['title']).toBe(`=?UTF-8?B?${Buffer.from('Gerät').toString('base64')}?=`)
  })

  test('an SMS gateway gets its template filled as JSON or as form data', () => {
    const quoted = { ...text, title: 'Quote " and \\ and & end', lines: [] }
    const send = (body_template: string) =>
      requestOf(target('sms', { body_template, token: 'k', header_name: 'X-Api-Key' }), {
        content,
        text: quoted,
        id: 'x',
        at,
        to: '+44 1',
      })
    const json = send('{"to":"{{to}}","message":"{{ text }}"}')
    expect(JSON.parse(json.body)).toEqual({ to: '+44 1', message: quoted.title })
    expect(json.headers).toMatchObject({ 'x-api-key': 'k', 'content-type': 'application/json' })
    const form = send('number={{to}}&body={{text}}')
    expect(Object.fromEntries(new URLSearchParams(form.body))).toEqual({ number: '+44 1', body: quoted.title })
  })

  test('a webhook is signed over id, time and body', () => {
    for (const token of ['plain-secret', `whsec_${Buffer.from('binary').toString('base64')}`]) {
      const { headers, body } = make(target('webhook', { token }))
      const key = token === 'plain-secret' ? token : 'binary'
      const expected = createHmac('sha256', key)
        .update(`msg_1.${at.getTime() / 1000}.${body}`)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
    }
    expect(JSON.parse(make(target('webhook')).body)).toMatchObject({
      type: 'alert.firing',
      data: { alert: '7', severity: 'critical', reason: 'notification.test' },
    })
  })
})

describe('replies', () => {
  test.each<[HttpKind, number, string, string]>([
    ['slack', 200, 'ok', 'sent'],
    ['teams', 202, '', 'sent'],
    ['webhook', 301, '', 'rejected'],
    ['webhook', 400, '', 'rejected'],
    ['webhook', 410, '', 'gone'],
    ['webhook', 404, '', 'rejected'],
    ['slack', 404, '', 'gone'],
    ['telegram', 403, '{"description":"Forbidden: bot was blocked by the user"}', 'gone'],
    ['ntfy', 403, '', 'rejected'],
    ['sms', 500, '', 'retry'],
    ['webhook', 408, '', 'retry'],
  ])('%s %i %s: %s', (kind, status, body, end) => {
    expect(verdictOf({ kind, success_pattern: null }, { status, body }).end).toBe(end)
  })

  test('a limit is obeyed, from the header or the body of Telegram, for at most an hour', () => {
    const limited = (body: string, retryAfter?: number) =>
      verdictOf({ kind: 'telegram', success_pattern: null }, { status: 429, body, retryAfter })
    expect(limited('{"parameters":{"retry_after":17}}')).toMatchObject({ end: 'retry', afterSeconds: 17 })
    expect(limited('', 5)).toMatchObject({ afterSeconds: 5 })
    expect(limited('{"retry_after":999999}')).toMatchObject({ afterSeconds: 3600 })
  })

  test('an SMS counts as sent only if the reply has the expected text', () => {
    const gateway = { kind: 'sms', success_pattern: 'OK' } as const
    expect(verdictOf(gateway, { status: 200, body: 'ERR 12' })).toMatchObject({
      end: 'rejected',
      error: { reason: 'notification.reply_unexpected' },
    })
    expect(verdictOf(gateway, { status: 200, body: 'OK 1' })).toEqual({ end: 'sent' })
  })
})
