import { createHmac } from 'node:crypto'
import { message, type Message } from '@trunkline/contract/errors'
import type { NotificationKind } from '@trunkline/contract/resources/notification-enums'
import type { NotificationContent, NotificationText } from './content.ts'

/** Kinds whose messages are HTTP requests; e-mails go through the outbox of the mail module. */
export type HttpKind = Exclude<NotificationKind, 'email'>

/** A target with its secrets, in the memory of the worker that sends. */
export interface HttpTarget {
  kind: HttpKind
  recipients: string | null
  url: string | null
  token: string | null
  header_name: string | null
  body_template: string | null
  success_pattern: string | null
}

export interface HttpMessage {
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: string
}

/** Result of an attempt. `gone`: the service will never accept a message there, so the target is switched off. */
export type Verdict =
  | { end: 'sent' }
  | { end: 'retry'; error: Message; afterSeconds?: number }
  | { end: 'rejected' | 'gone'; error: Message }

const json = { 'content-type': 'application/json' }
/** Telegram: 4,096 characters a message (Bot API, sendMessage). */
const telegramMax = 4096
/** One SMS in UCS-2 has 70 characters, in GSM 7 160 (3GPP TS 23.038); gateways join more. */
const smsMax = 160

/** Cuts a text at a number of characters, without splitting a surrogate pair. */
const cut = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`

const plain = ({ title, lines, link }: NotificationText) =>
  [title, ...lines, ...(link === null ? [] : [link])].join('\n')

/** Characters that Slack interprets in text (docs.slack.dev, Formatting message text). */
const forSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** 1 to 5 (docs.ntfy.sh, Message priority). */
const priorities = { info: '2', warning: '4', critical: '5' } as const

/** Several recipients are separated by commas or line breaks. */
export const recipientsOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[,;\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

/**
 * The request for a message to one recipient.
 * @param id equal in all attempts, so that a receiver can detect duplicates
 * @param at time of the attempt, for the signature of a webhook
 */
export function requestOf(
  target: HttpTarget,
  {
    content,
    text,
    id,
    at,
    to,
  }: { content: NotificationContent; text: NotificationText; id: string; at: Date; to: string },
): HttpMessage {
  const url = target.url ?? ''
  switch (target.kind) {
    case 'telegram':
      return {
        method: 'POST',
        // The token is in the address, which must never be logged.
        url: `https://api.telegram.org/bot${target.token ?? ''}/sendMessage`,
        headers: json,
        body: JSON.stringify({
          chat_id: to,
          text: cut(plain(text), telegramMax),
          link_preview_options: { is_disabled: true },
        }),
      }
    case 'slack':
      return { method: 'POST', url, headers: json, body: JSON.stringify({ text: forSlack(plain(text)) }) }
    case 'teams':
      // Workflows accept Adaptive Cards only (learn.microsoft.com, Create incoming webhooks with Workflows).
      return {
        method: 'POST',
        url,
        headers: json,
        body: JSON.stringify({
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              content: {
                $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                type: 'AdaptiveCard',
                version: '1.4',
                body: [
                  { type: 'TextBlock', text: text.title, weight: 'Bolder', wrap: true },
                  ...text.lines.map((line) => ({ type: 'TextBlock', text: line, wrap: true, spacing: 'None' })),
                ],
                ...(text.link !== null && {
                  actions: [{ type: 'Action.OpenUrl', title: 'Trunkline', url: text.link }],
                }),
              },
            },
          ],
        }),
      }
    case 'ntfy':
      return {
        method: 'POST',
        url,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          // Header values are ASCII: ntfy decodes RFC 2047.
          title: encodedWord(cut(text.title, 250)),
          priority: content.event === 'firing' ? priorities[content.severity] : '3',
          tags:
            content.event === 'resolved'
              ? 'white_check_mark'
              : content.severity === 'critical'
                ? 'rotating_light'
                : 'warning',
          ...(text.link !== null && { click: text.link }),
          ...(target.token !== null && { authorization: `Bearer ${target.token}` }),
        },
        body: text.lines.join('\n') || text.title,
      }
    case 'sms': {
      const template = target.body_template ?? ''
      const isJson = template.trimStart().startsWith('{')
      const values = { to, text: cut([text.title, ...text.lines].join('\n'), smsMax) }
      return {
        method: 'POST',
        url,
        headers: {
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          ...(target.token !== null && { [(target.header_name || 'authorization').toLowerCase()]: target.token }),
        },
        body: template.replaceAll(/\{\{\s*(to|text)\s*\}\}/g, (_, name: 'to' | 'text') =>
          isJson ? JSON.stringify(values[name]).slice(1, -1) : encodeURIComponent(values[name]),
        ),
      }
    }
    case 'webhook': {
      const body = JSON.stringify({
        type: `alert.${content.event}`,
        timestamp: content.at,
        data: {
          alert: content.thread,
          severity: content.severity,
          reason: content.summary.reason,
          params: content.summary.params,
          title: text.title,
          company: content.company,
          url: text.link,
        },
      })
      const seconds = String(Math.floor(at.getTime() / 1000))
      return {
        method: 'POST',
        url,
        headers: {
          ...json,
          'webhook-id': id,
          'webhook-timestamp': seconds,
          ...(target.token !== null && { 'webhook-signature': signature(target.token, id, seconds, body) }),
        },
        body,
      }
    }
  }
}

/**
 * The signature of a webhook: HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks 1.0). A secret with the prefix
 * `whsec_` is Base64, any other is used as it is.
 */
export const signature = (secret: string, id: string, seconds: string, body: string): string => {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

const encodedWord = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Statuses after which a service never accepts a message at this address. */
const goneStatuses: Record<HttpKind, readonly number[]> = {
  // 403: the bot was blocked or removed from the chat.
  telegram: [401, 403, 404],
  slack: [404, 410],
  teams: [404, 410],
  ntfy: [],
  sms: [],
  webhook: [410],
}

/**
 * What a reply means.
 * @param retryAfter the header Retry-After in seconds, if it has one
 */
export function verdictOf(
  target: Pick<HttpTarget, 'kind' | 'success_pattern'>,
  reply: { status: number; body: string; retryAfter?: number | undefined },
): Verdict {
  const { status, body } = reply
  if (status >= 200 && status < 300) {
    const pattern = target.kind === 'sms' ? target.success_pattern : null
    if (pattern !== null && pattern !== '' && !body.includes(pattern))
      return { end: 'rejected', error: message('notification.reply_unexpected', { pattern }) }
    return { end: 'sent' }
  }
  if (status >= 300 && status < 400) return { end: 'rejected', error: message('notification.redirect', { status }) }
  if (status === 429) {
    // Telegram sends the time in the body, as parameters.retry_after.
    const inBody = /"retry_after"\s*:\s*(\d{1,6})/.exec(body)?.[1]
    const seconds = Math.min(reply.retryAfter ?? (inBody === undefined ? 30 : Number(inBody)), 3600)
    return { end: 'retry', error: message('notification.rate_limited', { seconds }), afterSeconds: seconds }
  }
  if (status >= 500 || status === 408)
    return {
      end: 'retry',
      error: message('notification.server_error', { status }),
      ...(reply.retryAfter !== undefined && { afterSeconds: Math.min(reply.retryAfter, 3600) }),
    }
  if (goneStatuses[target.kind].includes(status))
    return { end: 'gone', error: message('notification.gone', { status }) }
  return { end: 'rejected', error: message('notification.rejected', { status }) }
}
