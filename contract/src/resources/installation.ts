import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, text, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { optionalRadiusAddress } from '../radius-address.ts'

export const mailStates = ['queued', 'sent', 'kept', 'failed'] as const

export const mailRow = z.object({
  id: id(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  last_error: z.nullable(z.string()),
  created_at: time(),
  sent_at: z.nullable(time()),
})
export type MailRow = z.infer<typeof mailRow>

export const settings = z.object({
  /** Terms and privacy texts in plain paragraphs without Markdown, by language. */
  legal: z.object({ terms_en: z.string(), terms_de: z.string(), privacy_en: z.string(), privacy_de: z.string() }),
  /** HTTPS address of the helpdesk's chat script; empty: off. */
  chat_script: z.string(),
  default_country: z.string(),
  /** Whether companies without a valid licence for a part of the panel have read-only access to it. */
  licence_enforcement: z.boolean(),
  /** Time of activation; null: off. */
  licence_enforced_since: z.nullable(time()),
  /** Addresses at which routers reach the RADIUS servers; empty: not set. */
  radius_address: z.string(),
  radius_address_2: z.string(),
})

const manage = { action: 'update', subject: 'installation' } as const

export const installation = {
  /** What the browser needs before sign-in. */
  boot: endpoint({
    name: 'installation.boot',
    method: 'GET',
    path: '/installation/boot',
    access: 'public',
    summary: 'Show version, chat widget and default country',
    reply: data(
      z.object({ version: z.string(), chat_script: z.string(), default_iso: z.string(), mail_configured: z.boolean() }),
    ),
  }),
  legal: endpoint({
    name: 'installation.legal',
    method: 'GET',
    path: '/installation/legal',
    access: 'public',
    summary: 'Show terms and privacy texts',
    reply: data(
      z.object({ terms_en: z.string(), terms_de: z.string(), privacy_en: z.string(), privacy_de: z.string() }),
    ),
  }),
  show: endpoint({
    name: 'installation.show',
    method: 'GET',
    path: '/installation/show',
    access: { action: 'view', subject: 'installation' },
    summary: 'Show settings of the installation',
    reply: data(settings),
  }),
  update: endpoint({
    name: 'installation.update',
    method: 'PUT',
    path: '/installation/update',
    access: manage,
    reasons: { 422: ['field.country', 'radius_address.first_required', 'radius_address.duplicate'] },
    summary: 'Update settings of the installation',
    body: z.partial(
      z.object({
        legal: z.object({
          terms_en: text(50_000),
          terms_de: text(50_000),
          privacy_en: text(50_000),
          privacy_de: text(50_000),
        }),
        chat_script: z.union([
          z.literal(''),
          z.url({ protocol: /^https$/ }).check(z.maxLength(500, issue('field.max_length', { max: 500 }))),
        ]),
        default_country: z.string().check(z.regex(/^[A-Z]{2}$/)),
        licence_enforcement: z.boolean(),
        radius_address: optionalRadiusAddress(),
        /** The second server, if any. */
        radius_address_2: optionalRadiusAddress(),
      }),
    ),
    reply: data(settings),
  }),
  outbox: endpoint({
    name: 'mail.index',
    method: 'GET',
    path: '/outbox/index',
    access: { action: 'view-list', subject: 'outbox' },
    object: 'mail',
    summary: 'List e-mails, sent and queued',
    query: z.object(listQuery),
    reply: page(mailRow),
    list: {
      fields: {
        id: 'id',
        to: 'text',
        subject: 'text',
        kind: 'text',
        state: mailStates,
        created_at: 'time',
        sent_at: 'time',
      },
      free: ['to', 'subject'],
      sort: ['id', 'to', 'created_at', 'sent_at', 'state'],
      order: ['id', 'desc'],
    } satisfies ListDefinition,
  }),
  mail: endpoint({
    name: 'mail.show',
    method: 'GET',
    path: '/outbox/{id}/show',
    access: { action: 'view', subject: 'outbox' },
    object: 'mail',
    summary: 'Show an e-mail with its text, without links that open an account; the text is deleted once it is sent',
    reply: data(z.extend(mailRow, { text: z.string(), html: z.string() })),
  }),
  retryMail: endpoint({
    name: 'mail.retry',
    method: 'POST',
    path: '/outbox/{id}/retry',
    access: { action: 'manage', subject: 'outbox' },
    object: 'mail',
    reasons: { 409: ['mail.link_expired', 'mail.no_server', 'mail.not_resendable'] },
    summary: 'Retry a failed e-mail',
    reply: data(mailRow),
  }),
}
