import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { createMailService, type MailService } from '../../mail/queue.ts'
import { issueServer, readServer, type KeyRing } from './certificate-store.ts'

/** Days before the end of a generated server certificate when it is renewed. */
const renewDays = 30
/** Days before the end of a certificate when the provider is warned, once each. */
export const warningDays = [30, 14, 7, 1] as const
const dayMs = 86_400_000

/**
 * Renews a generated server certificate that is about to expire, with the same CA and names.
 * @returns whether there is a new one
 */
export async function renewServer(tx: Tx, ring: KeyRing, now = new Date()): Promise<boolean> {
  const current = await readServer(tx)
  if (current?.source !== 'generated' || current.authority_id === null) return false
  if (current.not_after.getTime() - now.getTime() > renewDays * dayMs) return false
  // A certificate cannot outlive its CA: if the CA ends too, a new certificate gains nothing, and the CA has a warning.
  const { rows } = await sql<{ gains: boolean }>`
    select max(not_after) > ${current.not_after.toISOString()}::timestamptz + interval '1 day' as gains
      from radius_certificate where id = ${current.authority_id} and active and signing_key is not null`.execute(tx)
  if (rows[0]?.gains !== true) return false
  await issueServer(tx, ring, { created_by: 'system', now })
  return true
}

interface Ending {
  id: number
  kind: 'ca' | 'server'
  subject: string
  not_after: string
  days_left: number
  stage: number
}

interface Admin {
  id: number
  company_id: number
  name: string
  email: string
  locale: 'en' | 'de'
  time_zone: string | null
}

/**
 * Warns the provider's primary admins of the end of certificates that the panel does not renew: uploaded server
 * certificates, and CAs. Once for each certificate, stage and recipient.
 * @returns number of enqueued mails
 */
export async function warnOfEnds(
  tx: Tx,
  { mail, baseUrl }: { mail: MailService; baseUrl: string },
  now = new Date(),
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows: ending } = await sql<Ending>`
    select e.*, (select min(n) from unnest(${[...warningDays]}::int[]) n where n >= e.days_left) as stage
    from (
      select id, kind, subject, not_after, ceil(extract(epoch from not_after - ${at}) / 86400)::int as days_left
        from radius_certificate
        where active and (kind = 'ca' or source = 'uploaded') and not_after > ${at}
    ) e where e.days_left <= ${Math.max(...warningDays)}`.execute(tx)
  if (ending.length === 0) return 0
  const { rows: admins } = await sql<Admin>`
    select u.id, u.company_id, u.name, u.email, u.locale, u.time_zone from app_user u join company c on c.id = u.company_id
    where c.parent_id is null and u.role = 'primary-admin' and u.is_active and u.deleted_at is null order by u.id`.execute(
    tx,
  )
  let queued = 0
  for (const { id, kind, subject, not_after, days_left, stage } of ending)
    for (const admin of admins) {
      const { name, email, locale, time_zone, company_id } = admin
      const sent = await mail.queue(tx, {
        kind: 'radius-certificate-expiry',
        to: email,
        locale,
        company_id,
        dedupe_key: `radius-certificate:${id}:${stage}:${admin.id}`,
        data: {
          name,
          certificate: kind,
          subject,
          expires_at: not_after,
          days_left,
          link: `${baseUrl}/settings/radius`,
          ...(time_zone !== null && { time_zone }),
        },
      })
      if (sent !== null) queued++
    }
  return queued
}

/** Periodic tasks of certificates. Hourly rather than daily, so that a downtime at one hour skips nothing. */
export const certificateTasks = (config: KeyRing & Pick<Config, 'baseUrl' | 'smtpUrl' | 'mailFrom'>) => {
  const sender = { mail: createMailService(config), baseUrl: config.baseUrl }
  return defineTasks({
    'radius-certificates': {
      payload: nothing,
      cron: '27 * * * *',
      async run(_, { system, log }) {
        if (await system((tx) => renewServer(tx, config))) log.info('renewed the server certificate of 802.1X')
        const mails = await system((tx) => warnOfEnds(tx, sender))
        if (mails > 0) log.warn({ mails }, 'sent warnings of expiring RADIUS certificates')
      },
    },
  })
}
