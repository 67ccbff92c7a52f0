import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { AppError, invalid } from '../errors.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { confirmPassword, requireOwner } from './guards.ts'
import { createLink, consumeLink, verifySeconds, voidLinks } from './links.ts'
import { asVisitor, labelOf, type AccessContext, type Visit } from './access-context.ts'
import { networkOf, countGuess } from './throttle.ts'

interface Addressee {
  id: number
  name: string
  locale: 'en' | 'de'
  company_id: number
}

async function queueLinkMail(
  context: AccessContext,
  tx: Tx,
  user: Addressee,
  kind: 'verify-email' | 'email-change',
  email: string,
): Promise<void> {
  await voidLinks(tx, user.id, ['verify'])
  const token = await createLink(tx, 'verify', { user_id: user.id, email })
  const data = {
    name: user.name,
    email,
    hours: String(verifySeconds / 3600),
    link: `${context.config.baseUrl}/verify-email/${token}/${user.id}`,
  }
  await context.mail.queue(tx, { kind, to: email, locale: user.locale, company_id: user.company_id, data })
}

const addressee = ['id', 'name', 'email', 'email_verified_at', 'locale', 'time_zone', 'company_id'] as const

/**
 * Sends a user the link that confirms its current address; does nothing if it is confirmed. The caller has checked that
 * the actor may do this.
 */
export async function sendVerification(
  context: AccessContext,
  actor: Actor,
  user_id: number,
  visit: Visit,
): Promise<void> {
  await withSystem(
    context.databases,
    async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select(addressee)
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (user === undefined) throw new AppError('not_found')
      if (user.email_verified_at === null) await queueLinkMail(context, tx, user, 'verify-email', user.email)
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Requests a change of address: a link is sent to the new address, which takes effect when the link is opened. For an
 * address of another account the reply is the same and no mail is sent, so that the caller cannot find out which
 * accounts exist.
 * @throws AppError validation_failed at `password` or `email`, rate_limited, forbidden
 */
export async function changeEmail(
  context: AccessContext,
  actor: Actor,
  sent: { email: string; password: string },
  visit: Visit,
): Promise<{ sent_to: string }> {
  requireOwner(actor)
  await confirmPassword(context, actor, sent.password)
  await countGuess(context.databases, [{ rule: 'mail', at: `user:${actor.user_id}`, from: networkOf(visit.ip) }])
  const email = sent.email.toLowerCase()
  await withSystem(
    context.databases,
    async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select(addressee)
        .where('id', '=', actor.user_id)
        .executeTakeFirstOrThrow()
      if (user.email === email) throw invalid({ email: message('email.unchanged') })
      const used = await tx
        .selectFrom('app_user')
        .select('id')
        .where('email', '=', email)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (used === undefined) await queueLinkMail(context, tx, user, 'email-change', email)
    },
    tenantSettingsOf(actor, visit),
  )
  return { sent_to: email }
}

/**
 * Confirms an address with the link's token; a new address replaces the current one.
 * @throws AppError link_invalid, also if another account has since claimed the address
 */
export async function verifyEmail(
  context: AccessContext,
  sent: { token: string; id: number },
  visit: Visit,
): Promise<{ email: string }> {
  return withSystem(
    context.databases,
    async (tx) => {
      const link = await consumeLink(tx, 'verify', sent)
      const user = await tx
        .selectFrom('app_user')
        .select(addressee)
        .where('id', '=', sent.id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (user === undefined || link.email === null) throw new AppError('link_invalid')
      await sql`select set_config('app.actor', ${String(user.id)}, true), set_config('app.actor_name', ${labelOf(user)}, true)`.execute(
        tx,
      )
      if (user.email !== link.email) {
        const used = await tx
          .selectFrom('app_user')
          .select('id')
          .where('email', '=', link.email)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (used !== undefined) throw new AppError('link_invalid')
        // Links sent to the old address do not prove ownership of the new one.
        await voidLinks(tx, user.id, ['reset', 'verify'])
        // The owner of a stolen account would see the change only in the old mailbox.
        await context.mail.queue(tx, {
          kind: 'email-changed',
          to: user.email,
          locale: user.locale,
          company_id: user.company_id,
          data: {
            name: user.name,
            email: link.email,
            at: new Date().toISOString(),
            time_zone: user.time_zone,
            ip: visit.ip,
            link: `${context.config.baseUrl}/login`,
          },
        })
      }
      await tx
        .updateTable('app_user')
        .set({ email: link.email, email_verified_at: sql<string>`now()` })
        .where('id', '=', user.id)
        .execute()
      return { email: link.email }
    },
    asVisitor(visit, { label: 'visitor' }),
  )
}
