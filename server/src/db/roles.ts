import { Client } from 'pg'

import type { Logger } from '../log.ts'

/**
 * The roles that the server works under. None of them owns a table, can log in or bypasses row-level security.
 * `trunkline_app` sees what the policies of one company allow, `trunkline_app_all` serves the provider and the system,
 * `trunkline_radius` may only execute the functions that FreeRADIUS calls. The migrations that create tables grant the
 * rights on them.
 */
export const ROLES = ['trunkline_app', 'trunkline_app_all', 'trunkline_radius'] as const
export type Role = (typeof ROLES)[number]

/**
 * Settings of a role. List queries are unnamed statements, so that PostgreSQL plans them for their values: a generic
 * plan makes a list of 10,000 companies a hundred times slower. The queries of triggers and foreign keys and the few
 * prepared statements are planned once per connection, which plan_cache_mode = force_custom_plan would prevent.
 */
const SETTINGS: Record<Role, Record<string, string>> = {
  trunkline_app: { plan_cache_mode: 'auto', statement_timeout: '5s', lock_timeout: '2s' },
  trunkline_app_all: { plan_cache_mode: 'auto', statement_timeout: '5s', lock_timeout: '2s' },
  trunkline_radius: { statement_timeout: '5s' },
}

/**
 * Startup options (libpq `options`) of a connection that logs in as the owner and works as `role`. The settings are
 * repeated here because SET ROLE does not apply the settings of the role.
 */
export function actAs(role: Role): string {
  const settings = { role, ...SETTINGS[role] }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/**
 * Creates missing roles, makes the owner a member of them, and marks LIKE as leakproof if permitted. Idempotent; safe
 * to run from several processes at the same time.
 * @param ownerUrl URL of the database, as its owner
 * @throws Error with the statements for a database administrator if the owner may not create the roles
 */
export async function ensureRoles(ownerUrl: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline roles' })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const role of ROLES) await ensureRole(client, role)
    await markLeakProof(client, log)
  } finally {
    await client.end()
  }
}

async function ensureRole(client: Client, role: Role): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await createRole(client, role)
    } catch (error) {
      const code = (error as { code?: string }).code
      // Roles belong to the whole server, so the start of a panel on another database may create them concurrently.
      // 42710 and 23505: already created; XX000: "tuple concurrently updated".
      const raced = code === '42710' || code === '23505' || code === 'XX000'
      if (raced && attempt < 5) continue
      if (code === '42501') throw new Error(grantInstructions(role, (error as Error).message))
      throw error
    }
  }
}

async function createRole(client: Client, role: Role): Promise<void> {
  const read = async () =>
    (
      await client.query<{ rolsuper: boolean; rolbypassrls: boolean; rolconfig: string[] | null }>(
        'select rolsuper, rolbypassrls, rolconfig from pg_roles where rolname = $1',
        [role],
      )
    ).rows[0]
  let found = await read()
  if (found === undefined) {
    await client.query(`create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole noinherit`)
    found = (await read())!
  }
  if (found.rolsuper || found.rolbypassrls) {
    throw new Error(
      `The role ${role} bypasses row-level security, which isolates tenants. Run: ` +
        `alter role ${role} nosuperuser nobypassrls;`,
    )
  }
  const { rows } = await client.query<{ may: boolean }>(`select pg_has_role(current_user, $1, 'member') as may`, [role])
  if (!rows[0]!.may) await client.query(`grant ${role} to current_user`)
  for (const [name, value] of Object.entries(SETTINGS[role])) {
    if (found.rolconfig?.includes(`${name}=${value}`)) continue
    await client.query(`alter role ${role} set ${name} = '${value}'`)
  }
}

const grantInstructions = (role: Role, reason: string) =>
  `The role ${role} can't be set up: ${reason}. Let a database administrator run, with the name of ` +
  `your own role in place of OWNER:\n${ROLES.map(
    (name) => `  create role ${name} nologin noinherit; grant ${name} to OWNER;`,
  ).join('\n')}`

/**
 * Under row-level security PostgreSQL evaluates a policy before any condition that might leak hidden rows, for example
 * in an error message, and then cannot use the trigram index. LIKE and ILIKE fail only for a pattern that ends in a
 * single backslash, and this server escapes every pattern, so marking them leakproof is safe. Only a superuser may do
 * so.
 */
async function markLeakProof(client: Client, log: Pick<Logger, 'warn'>): Promise<void> {
  const { rows: functions } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosrc in ('textlike', 'texticlike') and not p.proleakproof
      order by 1`,
  )
  if (functions.length === 0) return
  const statements = functions.map(({ name }) => `alter function ${name} leakproof;`)
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.rolsuper) {
    log.warn(
      { run_as_superuser: statements.join(' ') },
      'search is slower for tenants until a database administrator marks LIKE as leak-proof',
    )
    return
  }
  await client.query('begin')
  // Two processes that start at the same time would otherwise update the same catalogue row.
  await client.query(`select pg_advisory_xact_lock(hashtext('trunkline roles'))`)
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
}
