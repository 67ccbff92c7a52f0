import { message } from '@trunkline/contract/errors'
import { installation, type MailRow } from '@trunkline/contract/resources/installation'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { findRow } from '../../http/find-row.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { sendMailTask } from '../../mail/queue.ts'
import { hasSecretLink } from '../../mail/encrypted-body.ts'
import { isCountry } from '../../reference/countries.ts'
import { version } from '../../version.ts'
import { createLicenceCheck } from '../licences/enforcement.ts'
import { readPublicSettings, readSettings, settingKeys, type Settings } from './public-settings.ts'

const mails = (tx: Tx) =>
  tx
    .selectFrom('mail as m')
    .select([
      'm.id',
      'm.to_address as to',
      'm.subject',
      'm.kind',
      'm.state',
      'm.attempts',
      'm.last_error',
      'm.created_at',
      'm.sent_at',
    ])

const mailWithText = (tx: Tx) => mails(tx).select(['m.body_text as text', 'm.body_html as html'])

/** @throws AppError validation_failed at `radius_address_2` for a second server without a first one, or a duplicate */
function checkRadiusAddresses({ radius_address, radius_address_2 }: Settings): void {
  if (radius_address_2 === '') return
  if (radius_address === '') throw invalid({ radius_address_2: message('radius_address.first_required') })
  if (radius_address === radius_address_2) throw invalid({ radius_address_2: message('radius_address.duplicate') })
}

async function saveSettings(tx: Tx, given: Omit<Partial<Settings>, 'licence_enforced_since'>): Promise<Settings> {
  const changes: Partial<Settings> = { ...given }
  if (changes.default_country !== undefined && !isCountry(changes.default_country))
    throw invalid({ default_country: message('field.country') })
  const before = await readSettings(tx)
  checkRadiusAddresses({ ...before, ...changes })
  // The grace period of companies without a licence starts when enforcement is enabled.
  if (changes.licence_enforcement !== undefined && changes.licence_enforcement !== before.licence_enforcement)
    changes.licence_enforced_since = changes.licence_enforcement ? new Date().toISOString() : null
  for (const key of settingKeys) {
    const value = changes[key]
    if (value === undefined) continue
    const text = JSON.stringify(value)
    if (text === JSON.stringify(before[key])) continue
    await sql`insert into setting (key, value) values (${key}, ${text}::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(tx)
    await sql`select audit_event('update', 'installation', null, ${key}, null,
      ${JSON.stringify({ [key]: before[key] })}::jsonb, ${JSON.stringify({ [key]: value })}::jsonb)`.execute(tx)
  }
  return readSettings(tx)
}

export const installationHandlers = (deps: Deps): Handlers<typeof installation> => ({
  async boot() {
    const { chat_script, default_country } = await readPublicSettings(deps.databases)
    return {
      data: { version, chat_script, default_iso: default_country, mail_configured: deps.config.smtpUrl !== undefined },
    }
  },

  async legal() {
    return { data: (await readPublicSettings(deps.databases)).legal }
  },

  show: (call) => call.db(async (tx) => ({ data: await readSettings(tx) })),

  update: (call) =>
    call.db(async (tx) => {
      const data = await saveSettings(tx, call.body)
      // The next call of each company must be checked against the current setting.
      call.afterCommit(createLicenceCheck(deps.databases).forget)
      return { data }
    }),

  outbox: indexHandler(deps, installation.outbox, { rows: mails, owner: null, softDelete: false }),

  mail: (call) =>
    call.db(async (tx) => {
      const mail = await findRow(tx, { rows: mailWithText }, call.params.id)
      if (mail === undefined) throw notFound()
      return { data: mail }
    }),

  retryMail: (call) =>
    call.db(async (tx) => {
      const mail = await tx
        .selectFrom('mail')
        .select(['id', 'state', 'kind', 'sealed_body'])
        .where('id', '=', call.params.id)
        .forUpdate()
        .executeTakeFirst()
      if (mail === undefined) throw notFound()
      if (hasSecretLink(mail.kind) && mail.sealed_body === null) throw conflict('mail.link_expired')
      if (deps.config.smtpUrl === undefined) throw conflict('mail.no_server')
      if (mail.state !== 'failed' && mail.state !== 'kept') throw conflict('mail.not_resendable')
      await tx
        .updateTable('mail')
        .set({ state: 'queued', attempts: 0, last_error: null, next_at: sql<string>`now()` })
        .where('id', '=', mail.id)
        .execute()
      await addJob(tx, sendMailTask)
      return { data: (await findRow<MailRow>(tx, { rows: mails }, mail.id)) as MailRow }
    }),
})
