import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

import { readMigrations } from '../db/migrate.ts'
import type { Databases } from '../db/pool.ts'

/** How long a readiness result is cached: several probes arrive at the same time. */
const CACHE_MS = 1_000
const TIMEOUT_MS = 2_000

/**
 * Background components of a process by name; true while the component works. Components that a process does not have
 * are omitted.
 */
export type Components = Partial<Record<'runner' | 'poller' | 'listener' | 'radius', boolean>>
/**
 * Sorts 1 MB with 64 kB of memory, so that PostgreSQL writes a temporary file and removes it: fails with 53100
 * (disk_full) if no space is left. A small write could still fit into an existing page.
 */
const SPILL = `set local work_mem = '64kB';
  select count(distinct repeat(md5(n::text), 32)) from generate_series(1, 1024) n`

/** Minimum free space in the data folder, in bytes. */
const MIN_FREE = 1_000_000

export type HealthOptions = {
  databases: Databases
  /** The data folder, if this process has one: without free space in it the process is not ready. */
  dataDir?: string | undefined
  /** Name of the newest migration that this code expects. */
  version?: string
  /** State of the FreeRADIUS that this process supervises, or `off`; undefined if it never supervises one. */
  radius?: (() => string) | undefined
  /** The components of this process. It is not ready while one of them, except `radius`, does not work. */
  components?: (() => Components) | undefined
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve requests, that is, its database is reachable and
 * at the expected version, database and data folder have free space, its job runner, device poller and listener work,
 * and it is not stopping. `components` of the reply lists each as `up` or `down`. `radius` is the state of FreeRADIUS,
 * which does not affect readiness: the panel works without it. Neither endpoint reveals more to anonymous callers.
 */
export async function health(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const version = options.version ?? readMigrations().at(-1)?.name ?? ''
  let stopping = false
  // Set as soon as the stop begins, so that a load balancer sends requests elsewhere.
  app.addHook('preClose', async () => void (stopping = true))
  let stored: { at: number; ready: Promise<boolean> } | undefined

  /** @throws Error if the database does not answer, or no space is left */
  async function examine(): Promise<boolean> {
    const { appAll } = options.databases
    const { rows } = await appAll.query<{ name: string }>('select max(name) as name from schema_migration')
    if (rows[0]?.name !== version) return false
    await appAll.query(SPILL)
    if (options.dataDir !== undefined) await requireSpace(options.dataDir)
    return true
  }

  async function check(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(new Error('the database did not answer in time')), TIMEOUT_MS)
    })
    try {
      const answer = examine()
      // A result after the timeout is ignored.
      answer.catch(() => {})
      return await Promise.race([answer, late])
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  // Probes arrive every second or so and would flood the log.
  const quiet = { logLevel: 'silent' as const }

  app.get('/health/live', quiet, async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'live' })
  })

  app.get('/health/ready', quiet, async (_request, reply) => {
    if (stored === undefined || Date.now() - stored.at > CACHE_MS) stored = { at: Date.now(), ready: check() }
    const database = await stored.ready
    const components = options.components?.()
    const working = Object.entries(components ?? {}).every(([name, up]) => up || name === 'radius')
    const ready = !stopping && database && working
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        ...(options.radius && { radius: options.radius() }),
        ...(components && {
          components: Object.fromEntries(
            Object.entries({ database, ...components }).map(([name, up]) => [name, up ? 'up' : 'down']),
          ),
        }),
      })
  })
}

/** @throws Error if the file system of a folder is full; folders that do not exist are skipped */
async function requireSpace(folder: string): Promise<void> {
  const space = await statfs(folder).catch(() => undefined)
  // Some file systems report no sizes.
  if (space === undefined || space.blocks === 0) return
  const free = space.bavail * space.bsize
  if (free < MIN_FREE) throw new Error(`${folder} has ${free} bytes left`)
}
