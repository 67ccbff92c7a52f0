import { randomUUID } from 'node:crypto'
import type { FieldErrors } from '@trunkline/contract/errors'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import { openDatabases } from '../../db/databases.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import type { AppError } from '../../errors.ts'
import { createLog } from '../../log.ts'
import { createMailService } from '../../mail/queue.ts'
import { openBody } from '../../mail/encrypted-body.ts'
import { createTestDatabase } from '../database.ts'
import type { Actor } from '../../access/actor.ts'
import { authenticate } from '../../access/authenticate.ts'
import { backgroundSettled } from '../../access/background.ts'
import { hashPassword } from '../../access/password-hash.ts'
import { storePassword } from '../../access/passwords.ts'
import type { AccessContext, Visit } from '../../access/access-context.ts'
import { signIn } from '../../access/sign-in.ts'
import { touchesSettled } from '../../access/touch.ts'

/** The fixture of sign-in tests: a database, a tree of five levels with two branches, and users with passwords. */
export interface AccessFixture {
  context: AccessContext
  url: string
  sql<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  company: Record<
    'provider' | 'master' | 'distributor' | 'reseller' | 'client' | 'otherReseller' | 'otherClient',
    number
  >
  /** A new user with the password `password`. */
  person(of: { company: keyof AccessFixture['company']; role?: UserRole; email?: string }): Promise<Person>
  /** Signs in through the form for the user's company. */
  enter(person: Person, visit?: Visit): Promise<SignedInUser>
  /** The text of the latest mail to an address, as it would be sent. */
  mailTo(email: string, kind?: string): Promise<{ kind: string; body_text: string; subject: string } | undefined>
  /** Token and id of the link in the latest mail to an address. */
  linkTo(email: string, kind?: string): Promise<{ token: string; id: number }>
  /** The audit log of one action, newest first. */
  audit(action: string): Promise<
    {
      actor_name: string
      impersonator_name: string | null
      object_id: number | null
      object_label: string | null
      ip: string | null
      after: unknown
    }[]
  >
  stop(): Promise<void>
}

export interface Person {
  id: number
  email: string
  company_id: number
  form: 'admin' | 'user'
}

export interface SignedInUser {
  bearer: string
  refreshToken: string
  binding: string
  actor: Actor
}

export const password = 'violet-tundra-oxide-42'
const testKey = Buffer.alloc(32, 7)
/** A low cost, for hundreds of attempts; one test uses the panel's real cost. */
const lowPasswordCost = { memory: 64, passes: 1, lanes: 1 }
export const visitFrom = (ip: string): Visit => ({ ip, user_agent: 'Test browser', id: randomUUID() })

export async function setupAccessFixture(): Promise<AccessFixture> {
  const database = await createTestDatabase()
  const context = accessContextOn(database.databases)
  const sql = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
  const company = await sql(async (tx) => {
    const create = (type: CompanyType, parent_id: number | null, name: string = type) =>
      tx
        .insertInto('company')
        .values({ type, parent_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) => id)
    const provider = await create('simrush', null, 'Example Networks')
    const master = await create('master-distributor', provider)
    const distributor = await create('distributor', master)
    const reseller = await create('reseller', distributor)
    const otherReseller = await create('reseller', distributor, 'other reseller')
    return {
      provider,
      master,
      distributor,
      reseller,
      otherReseller,
      client: await create('client', reseller),
      otherClient: await create('client', otherReseller, 'other client'),
    }
  })
  const hash = await hashPassword(password, lowPasswordCost)
  let networks = 0
  const mailTo: AccessFixture['mailTo'] = async (email, kind) => {
    await backgroundSettled()
    const mails = await sql((tx) =>
      tx
        .selectFrom('mail')
        .select(['kind', 'body_text', 'subject', 'sealed_body', 'message_id'])
        .where('to_address', '=', email)
        .orderBy('id', 'desc')
        .execute(),
    )
    const mail = mails.find((found) => kind === undefined || found.kind === kind)
    if (mail === undefined || mail.sealed_body === null) return mail
    return { ...mail, body_text: openBody(testKey, mail.sealed_body, mail.message_id).text }
  }
  return {
    context,
    url: database.url,
    sql,
    company,
    async person({ company: at, role = 'admin', email = `${randomUUID()}@people.example` }) {
      const { id } = await sql(async (tx) => {
        const user = await tx
          .insertInto('app_user')
          .values({
            company_id: company[at],
            role,
            first_name: 'Pat',
            last_name: 'Example',
            email,
            email_verified_at: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await storePassword(tx, user.id, hash)
        return user
      })
      return { id, email, company_id: company[at], form: at === 'client' || at === 'otherClient' ? 'user' : 'admin' }
    },
    // Each call from a different network, so that no test is delayed by the attempts of another.
    async enter(person, visit = visitFrom(`198.51.${networks >> 8}.${networks++ & 255}`)) {
      const { reply, binding } = await signIn(context, person.form, { email: person.email, password }, visit)
      const actor = await authenticate(context.databases, { bearer: reply.access.token })
      return { bearer: reply.access.token, refreshToken: reply.refresh!.token, binding, actor: actor as Actor }
    },
    mailTo,
    async linkTo(email, kind) {
      const [, token, id] = /\/([A-Za-z0-9_-]{43})\/(\d+)/.exec((await mailTo(email, kind))?.body_text ?? '') ?? []
      if (token === undefined) throw new Error(`no link was mailed to ${email}`)
      return { token, id: Number(id) }
    },
    audit: (action) =>
      sql((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['actor_name', 'impersonator_name', 'object_id', 'object_label', 'ip', 'after'])
          .where('action', '=', action)
          .orderBy('id', 'desc')
          .execute(),
      ),
    async stop() {
      await backgroundSettled()
      await touchesSettled()
      await database.drop()
    },
  }
}

/** The access context with the pools of one process. */
export const accessContextOn = (databases: Databases): AccessContext => ({
  config: { baseUrl: 'https://panel.example', key: testKey, passwordCost: lowPasswordCost },
  log: createLog('silent'),
  databases,
  mail: createMailService({ smtpUrl: undefined, mailFrom: 'Trunkline <panel@panel.example>', key: testKey }),
})

/** A second process on the same database. */
export const secondProcess = (fixture: AccessFixture): Promise<Databases> =>
  openDatabases({ ownerUrl: fixture.url, pool: { app: 2, appAll: 2 } })

/** The error code of a rejected call, undefined if it succeeded. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

/** The field errors of a rejected call. */
export async function fieldsOf(work: Promise<unknown>): Promise<FieldErrors | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return (error as AppError).fields
  }
}
