import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import { checkPassword, hashPassword } from '@trunkline/server/access/password-hash'
import type { Tx } from '@trunkline/server/db/pool'
import { isEmpty, panelTransaction, type Installation } from '@trunkline/server/features/setup/setup'
import { seal } from '@trunkline/server/sessions/seal'
import { sql } from 'kysely'
import { seedDemo } from './seed.ts'
import { advanceSessions } from './tasks.ts'

/** What is stored of the demo, in the setting of this name: users up to this id have its password. */
interface DemoMark {
  last_user_id: number
}

/**
 * Fills an empty installation with the demo, and resumes it at later starts. An installation that a provider has signed
 * up in is not changed. Called by every process; several at once do it once.
 * @returns lines for the operator
 */
export async function prepareDemo(of: Installation): Promise<string[]> {
  const { empty, mark } = await panelTransaction(of, async (tx) => ({
    empty: await isEmpty(tx),
    mark: await readMark(tx),
  }))
  if (empty) return createDemo(of)
  return mark === null ? [] : resumeDemo(of, mark)
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
    const result = await panelTransaction(of, async (tx) => {
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

async function createDemo(of: Installation): Promise<string[]> {
  const password = of.config.demoPassword ?? newPassword()
  const hash = await hashPassword(password)
  const created = await seedAlone(of, async (tx) => {
    of.log.info('making the demo; its sign-ins follow')
    const counts = await seedDemo(tx, hash, (text) => seal(of.config.key, text), of.config.key)
    const { rows } = await sql<DemoMark>`select max(id) as last_user_id from app_user`.execute(tx)
    await tx
      .insertInto('setting')
      .values({ key: 'demo', value: JSON.stringify(rows[0]) })
      .execute()
    return counts
  })
  if (created === undefined) return prepareDemo(of)
  of.log.info(created, 'demo companies and users were made')
  return [
    `Demo: ${created.companies} companies, ${created.users} users. Password of all of them: ${password}`,
    ...signInLines(),
  ]
}

async function resumeDemo(of: Installation, mark: DemoMark): Promise<string[]> {
  const { demoPassword } = of.config
  // While the panel was off the sessions had no updates: before any task takes them for lost.
  await panelTransaction(of, advanceSessions)
  if (demoPassword === undefined)
    return [
      'Demo: its password was printed at the first start; TRUNKLINE_DEMO_PASSWORD sets another one.',
      ...signInLines(),
    ]
  const stored = await panelTransaction(of, (tx) =>
    tx
      .selectFrom('user_credential')
      .select('password_hash')
      .where('user_id', '<=', mark.last_user_id)
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (!(await checkPassword(demoPassword, stored?.password_hash))) {
    const password_hash = await hashPassword(demoPassword)
    await panelTransaction(of, (tx) =>
      tx
        .updateTable('user_credential')
        .set({ password_hash, password_changed_at: sql<string>`now()` })
        .where('user_id', '<=', mark.last_user_id)
        .execute(),
    )
  }
  return ['Demo: the password of its users is that of TRUNKLINE_DEMO_PASSWORD.', ...signInLines()]
}

/** The users who may sign in, in columns. */
function signInLines(): string[] {
  const cells = companyTypes.map((type) => [type, ...userRoles.map((role) => `${role}@${type}.example`)])
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length))) ?? []
  return [
    ...cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')}`.trimEnd()),
    '  A second branch has the same with -2, for example admin@reseller-2.example.',
  ]
}
