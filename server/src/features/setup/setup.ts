import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { checkPassword, hashPassword } from '../../access/password-hash.ts'
import { createSignUpLink } from '../../access/register.ts'
import type { Config } from '../../config.ts'
import { throughDoor } from '../../db/door.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import type { Logger } from '../../log.ts'
import { keysOf, sealStoredMails } from '../../mail/sealed-body.ts'
import { seal } from '../../sessions/seal.ts'
import { keepCatalogue } from '../hardware/catalogue.ts'
import { tellOn } from './demo-tasks.ts'
import { seedDemo } from './demo.ts'

export interface Installation {
  config: Pick<Config, 'baseUrl' | 'demo' | 'demoPassword' | 'role' | 'key'> & Partial<Pick<Config, 'formerKeys'>>
  log: Logger
  databases: Databases
}

/** What is kept of the demo, in the setting of this name: users up to this id have its password. */
interface DemoMark {
  last_user_id: number
}

const panel = <T>({ databases }: Installation, work: (tx: Tx) => Promise<T>): Promise<T> =>
  throughDoor(databases, { company_id: 0, everything: true, actor_name: 'system' }, { write: true }, work)

const isEmpty = async (tx: Tx) =>
  (await tx.selectFrom('company').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * Makes an empty installation usable: with demo companies and users, or with a link by which the provider signs up.
 * Encrypts mails that an earlier version has stored with their link.
 * Called at each start, by every process; several at once do it once.
 * @returns lines for whoever has started the panel
 */
export async function prepareInstallation(of: Installation): Promise<string[]> {
  const lines = await prepareCompanies(of)
  await keepCatalogue(of.databases)
  const sealed = await sealStoredMails((work) => panel(of, work), keysOf(of.config))
  if (sealed > 0) of.log.info({ mails: sealed }, 'encrypted mails that were stored with their link')
  return lines
}

async function prepareCompanies(of: Installation): Promise<string[]> {
  const { empty, mark } = await panel(of, async (tx) => ({ empty: await isEmpty(tx), mark: await readMark(tx) }))
  if (!empty) return mark === null || !of.config.demo ? [] : keptDemo(of, mark)
  if (of.config.demo) return firstDemo(of)
  // Whoever only works off jobs has nobody to show a link to.
  if (of.config.role === 'worker') return []
  const { token, id } = await createSignUpLink(of.databases)
  return [
    'Nobody has signed up yet. The provider does it here, once, within a day:',
    `  ${of.config.baseUrl}/register/${token}/${id}`,
  ]
}

async function readMark(tx: Tx): Promise<DemoMark | null> {
  const row = await tx.selectFrom('setting').select('value').where('key', '=', 'demo').executeTakeFirst()
  return (row?.value as DemoMark | undefined) ?? null
}

/** 80 random bits in four groups, without letters that look alike. */
const newPassword = (): string => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('')
  return (letters.match(/.{4}/g) as string[]).join('-')
}

/** Milliseconds between two looks at whether another process has made the demo. */
const WAIT_MS = 500

/**
 * Runs `seed` in a transaction, in one process at a time and only in an empty database. The others wait as long as it
 * takes, without a transaction: on a slow machine the demo takes longer than a lock may be waited for. Where the process
 * that seeds dies, its lock goes with its connection and another one takes over.
 * @returns undefined where the database is not empty any more
 */
async function seedAlone<T>(of: Installation, seed: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  for (let waited = false; ; waited = true) {
    const result = await panel(of, async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('trunkline first start')) as locked`.execute(tx)
      if (rows[0]?.locked !== true) return 'busy' as const
      if (!(await isEmpty(tx))) return undefined
      await sql`set local statement_timeout = '10min'`.execute(tx)
      return { made: await seed(tx) }
    })
    if (result !== 'busy') return result?.made
    if (!waited) of.log.info('another process makes the demo; waiting for it')
    await sleep(WAIT_MS)
  }
}

async function firstDemo(of: Installation): Promise<string[]> {
  const password = of.config.demoPassword ?? newPassword()
  const hash = await hashPassword(password)
  const made = await seedAlone(of, async (tx) => {
    of.log.info('making the demo; its sign-ins follow')
    const counts = await seedDemo(tx, hash, (text) => seal(of.config.key, text), of.config.key)
    const { rows } = await sql<DemoMark>`select max(id) as last_user_id from app_user`.execute(tx)
    await tx
      .insertInto('setting')
      .values({ key: 'demo', value: JSON.stringify(rows[0]) })
      .execute()
    return counts
  })
  if (made === undefined) return prepareCompanies(of)
  of.log.info(made, 'demo companies and users were made')
  return [
    `Demo: ${made.companies} companies, ${made.users} users. Password of all of them: ${password}`,
    ...signInLines(),
  ]
}

async function keptDemo(of: Installation, mark: DemoMark): Promise<string[]> {
  const { demoPassword } = of.config
  // While the panel was off nobody told on of the sessions: before anything takes them for lost.
  await panel(of, tellOn)
  if (demoPassword === undefined)
    return [
      'Demo: its password was printed at the first start; TRUNKLINE_DEMO_PASSWORD sets another one.',
      ...signInLines(),
    ]
  const kept = await panel(of, (tx) =>
    tx
      .selectFrom('user_credential')
      .select('password_hash')
      .where('user_id', '<=', mark.last_user_id)
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (!(await checkPassword(demoPassword, kept?.password_hash))) {
    const password_hash = await hashPassword(demoPassword)
    await panel(of, (tx) =>
      tx
        .updateTable('user_credential')
        .set({ password_hash, password_changed_at: sql<string>`now()` })
        .where('user_id', '<=', mark.last_user_id)
        .execute(),
    )
  }
  return ['Demo: the password of its users is that of TRUNKLINE_DEMO_PASSWORD.', ...signInLines()]
}

/** Who may sign in, in columns. */
function signInLines(): string[] {
  const cells = companyTypes.map((type) => [type, ...userRoles.map((role) => `${role}@${type}.example`)])
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length))) ?? []
  return [
    ...cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')}`.trimEnd()),
    '  A second branch has the same with -2, for example admin@reseller-2.example.',
  ]
}
