import { randomUUID } from 'node:crypto'
import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import { emailLength, emailPattern } from '@trunkline/contract/patterns'
import { type NotificationKind } from '@trunkline/contract/resources/notification-enums'
import {
  notificationTargets,
  optionalFields,
  requiredFields,
  type NotificationDelivery,
} from '@trunkline/contract/resources/notification-target'
import { sql } from 'kysely'
import { recipientsOf } from '../../alerts/notify/channels.ts'
import type { NotificationContent } from '../../alerts/notify/content.ts'
import { enqueueTest } from '../../alerts/notify/enqueue.ts'
import { openTarget, sealTarget } from '../../alerts/notify/secret.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { loadRow, recoverHandler, standardHandlers, type RowWrite } from '../../http/standard-handlers.ts'
import { isTimeZone } from '../../reference/time-zones.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('notification_target as t')
    .innerJoin('company as c', 'c.id', 't.company_id')
    .select(['t.id', 't.name', 't.company_id', 'c.name as company_name', 't.recipients', 't.host', 't.after_minutes'])
    .select(['t.last_sent_at', 't.failing_since', 't.created_at', 't.updated_at', 't.deleted_at', 't.search_text'])
    .select(['t.ancestor_ids', 't.kind', 't.status', 't.min_severity'])

const record = (tx: Tx) =>
  rows(tx)
    .select(['t.header_name', 't.body_template', 't.success_pattern', 't.send_resolved', 't.time_zone', 't.locale'])
    .select(['t.notes', 't.version', 't.has_token'])
    .select([
      sql<string | null>`to_char(t.quiet_from, 'HH24:MI')`.as('quiet_from'),
      sql<string | null>`to_char(t.quiet_until, 'HH24:MI')`.as('quiet_until'),
      sql<Message | null>`t.last_error`.as('last_error'),
    ])

type TargetBody = Partial<Body<typeof notificationTargets.store>>

/** Fields that only some kinds have. */
const ownFields = ['recipients', 'url', 'token', 'header_name', 'body_template', 'success_pattern'] as const

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Whether the address may be stored: absolute, HTTPS, a host, no credentials. The guard decides again when it is used. */
function isSendable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && hostname !== '' && username === '' && password === ''
}

/** Recipients of a kind that cannot be addressed. */
const isRecipient: Partial<Record<NotificationKind, (text: string) => boolean>> = {
  email: (text) => text.length <= emailLength && emailPattern.test(text),
  // The id of a chat, negative for groups, or the name of a channel.
  telegram: (text) => /^(-?\d{1,20}|@\w{4,32})$/.test(text),
  sms: (text) => /^\+?\d{4,15}$/.test(text.replaceAll(/[ ()./-]/g, '')),
}

function validate(_: Tx, { body, before }: RowWrite<TargetBody>) {
  const kind = (body.kind ?? before?.['kind']) as NotificationKind
  const errors: FieldErrors = {}
  const known: readonly string[] = [...requiredFields[kind], ...(optionalFields[kind] ?? [])]
  for (const name of ownFields) {
    const value = body[name]
    if (isGiven(value) && !known.includes(name)) errors[name] = message('notification.field_not_used', { kind })
    const isRequired = (requiredFields[kind] as readonly string[]).includes(name)
    // An update that leaves a field out keeps it.
    if (isRequired && !isGiven(value) && (before === undefined || value !== undefined))
      errors[name] = message('field.required')
  }
  if (isGiven(body.url) && errors['url'] === undefined && !isSendable(body.url as string))
    errors['url'] = message('notification.url_format')
  const fits = isRecipient[kind]
  if (isGiven(body.recipients) && errors['recipients'] === undefined && fits !== undefined)
    if (!recipientsOf(body.recipients as string).every(fits))
      errors['recipients'] = kind === 'email' ? message('field.email') : message('field.format')
  if (body.time_zone !== undefined && !isTimeZone(body.time_zone)) errors['time_zone'] = message('field.time_zone')
  const quiet = { quiet_from: null, quiet_until: null, ...pick(before), ...pick(body) }
  if (isGiven(quiet.quiet_from) !== isGiven(quiet.quiet_until))
    errors[isGiven(quiet.quiet_from) ? 'quiet_until' : 'quiet_from'] = message('field.required')
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const pick = (of: StoredRow | undefined) =>
  Object.fromEntries(
    ['quiet_from', 'quiet_until'].flatMap((name) => (of?.[name] === undefined ? [] : [[name, of[name]]])),
  )

const source = {
  table: 'notification_target',
  owner: 'company_id',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
} as const

const deliveries = (tx: Tx, target_id: number) =>
  sql<NotificationDelivery>`
    select id, content ->> 'event' as event, content ->> 'severity' as severity, content -> 'summary' as summary, state, (content ->> 'together')::int as together, attempts,
        case when state = 'queued' and paused_seconds is null then next_at end as next_at, http_status, response, duration_ms, error, created_at, ended_at
      from notification_delivery where target_id = ${target_id} order by id desc limit 100`.execute(tx)

/** Where alerts of a company are sent, test messages, and what was sent. */
export const notificationTargetHandlers = (deps: Deps): Handlers<typeof notificationTargets> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const
  const storedSecret = (before: StoredRow | undefined) => {
    try {
      return openTarget(keys, (before?.['secret'] ?? null) as Buffer | null)
    } catch {
      // No key of this installation: a user who enters one part again replaces both.
      return { url: null, token: null }
    }
  }
  const columns = ({ body, actor, before }: RowWrite<TargetBody>): StoredRow => {
    const { url, token, ...same } = body
    const stored = storedSecret(before)
    const secret = {
      url: url === undefined ? stored.url : url || null,
      token: token === undefined ? stored.token : token || null,
    }
    return {
      ...same,
      // Sealed again only if it changed: every sealing yields other bytes, which the audit log would list as a change.
      ...((url !== undefined || token !== undefined) && {
        secret: sealTarget(keys, secret),
        host: secret.url === null ? null : new URL(secret.url).host,
        has_token: secret.token !== null,
      }),
      // Switched on again by a user: the days without a success count from now.
      ...(body.status === 'active' && { failing_since: null }),
      ...(before === undefined && { company_id: body.company_id ?? actor.company_id }),
    }
  }
  const full = { ...source, columns }
  return {
    ...standardHandlers(deps, notificationTargets, full),
    ...bulkHandlers(notificationTargets, { ...source, softDelete: true }),

    recover: recoverHandler(notificationTargets.recover, source, checkCompanyLive),

    test: ({ actor, params, db }) =>
      db(async (tx) => {
        const target = await loadRow(tx, actor, source, notificationTargets.test.access, params.id, { lock: true })
        if (target['deleted_at'] !== null) throw conflict('notification.trashed')
        const content: NotificationContent = {
          event: 'test',
          severity: 'info',
          summary: message('notification.test'),
          company: null,
          at: new Date().toISOString(),
          path: `/notification-targets/details/${params.id}`,
          thread: `test:${randomUUID()}`,
        }
        const recipients = target['recipients'] as string | null
        return { data: { id: await enqueueTest(tx, { id: params.id, recipients }, content) } }
      }),

    deliveries: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadRow(tx, actor, source, notificationTargets.deliveries.access, params.id)
        return { data: (await deliveries(tx, params.id)).rows }
      }),
  }
}
