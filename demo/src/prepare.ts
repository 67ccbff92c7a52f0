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

/** The state of the demo in the setting of this name: users up to this id have its password. */
interface DemoMark {
  last_user_id: number
}

/**
 * Seeds an empty installation with the demo, and resumes it at later starts. An installation whose provider has
 * signed up is not changed. Every process calls it; concurrent calls seed it once.
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

/** 80 random bits in four groups, without ambiguous letters. */
const newPassword = (): string => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('')
  return (letters.match(/.{4}/g) as string[]).join('-')
}

/** Milliseconds between checks whether another process has seeded the demo. */
const WAIT_MS = 500

/**
 * Runs `seed` in a transaction, in one process at a time and only in an empty database. Other processes wait without
 * a transaction and without a limit: on a slow machine the demo takes longer than the lock timeout. If the process
 * that seeds dies, its lock is released with its connection, and another one takes over.
 * @returns undefined if the database is no longer empty
 */
async function seedExclusively<T>(of: Installation, seed: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  for (let waited = false; ; waited = true) {
    const result = await panelTransaction(of, async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('trunkline first start')) as locked`.execute(tx)
      if (rows[0]?.locked !== true) return 'busy' as const
      if (!(await isEmpty(tx))) return undefined
      await sql`set local statement_timeout = '10min'`.execute(tx)
      return { seeded: await seed(tx) }
    })
    if (result !== 'busy') return result?.seeded
    if (!waited) of.log.info('another process is seeding the demo; waiting')
    await sleep(WAIT_MS)
  }
}

async function createDemo(of: Installation): Promise<string[]> {
  const password = of.config.demoPassword ?? newPassword()
  const hash = await hashPassword(password)
  const created = await seedExclusively(of, async (tx) => {
    of.log.info('seeding the demo; its sign-ins follow')
    const counts = await seedDemo(tx, hash, (text) => seal(of.config.key, text), of.config.key)
    const { rows } = await sql<DemoMark>`select max(id) as last_user_id from app_user`.execute(tx)
    await tx
      .insertInto('setting')
      .values({ key: 'demo', value: JSON.stringify(rows[0]) })
      .execute()
    return counts
  })
  if (created === undefined) return prepareDemo(of)
  of.log.info(created, 'demo companies and users were created')
  return [
    `Demo: ${created.companies} companies, ${created.users} users. Password of all of them: ${password}`,
    ...signInLines(),
  ]
}

async function resumeDemo(of: Installation, mark: DemoMark): Promise<string[]> {
  const { demoPassword } = of.config
  // While the panel was down the sessions had no updates: update them before a task closes them as stale.
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

/** The users who can sign in, in columns. */
function signInLines(): string[] {
  const cells = companyTypes.map((type) => [type, ...userRoles.map((role) => `${role}@${type}.example`)])
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] as string).length))) ?? []
  return [
    ...cells.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')}`.trimEnd()),
    '  A second branch has the same with -2, for example admin@reseller-2.example.',
  ]
}
