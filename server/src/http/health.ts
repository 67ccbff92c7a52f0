import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

import { readMigrations } from '../db/migrate.ts'
import type { Databases } from '../db/pool.ts'

/** How long a readiness answer is given again: probes come from several sides at once. */
const CACHE_MS = 1_000
const TIMEOUT_MS = 2_000

/** Parts of a process that go on by themselves, each by its name; true while it works. Those it does not have are left out. */
export type Components = Partial<Record<'runner' | 'poller' | 'listener' | 'radius', boolean>>
/**
 * A sort of 1 MB in 64 kB of memory, so that PostgreSQL writes a temporary file beside its tables and removes it: fails
 * with 53100 (disk_full) where no space is left. A small write could still find room in a page that exists.
 */
const SPILL = `set local work_mem = '64kB';
  select count(distinct repeat(md5(n::text), 32)) from generate_series(1, 1024) n`

/** Bytes that have to be free in the data folder. */
const MIN_FREE = 1_000_000

export type HealthOptions = {
  databases: Databases
  /** The data folder, where this process has one: without space in it the process is not ready. */
  dataDir?: string | undefined
  /** Name of the migration that this code expects to be the last one. */
  version?: string
  /** State of the FreeRADIUS that this process looks after, or `off`; undefined where it never looks after one. */
  radius?: (() => string) | undefined
  /** What works in this process. Without one that it names it is not ready; `radius` excepted. */
  components?: (() => Components) | undefined
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, that is, its database is
 * reachable and at the expected version, database and data folder have space, its job
 * runner, device poller and listener work, and it is not stopping.
 * `components` in its body names each as `up` or `down`. `radius` names the state of FreeRADIUS, without which the process
 * is ready all the same: people can work in the panel. Neither says more to strangers.
 */
export async function health(app: FastifyInstance, options: HealthOptions): Promise<void> {
  const version = options.version ?? readMigrations().at(-1)?.name ?? ''
  let stopping = false
  // From the first moment of a stop on, so that a balancer looks elsewhere.
  app.addHook('preClose', async () => void (stopping = true))
  let stored: { at: number; ready: Promise<boolean> } | undefined

  /** @throws Error where the database does not answer, or no space is left */
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
      // Should it come too late, nobody listens to it any more.
      answer.catch(() => {})
      return await Promise.race([answer, late])
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  // Probes come every second or so; they would only bury the log.
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

/** @throws Error where the file system of a folder is full; a folder that does not exist is not used */
async function requireSpace(folder: string): Promise<void> {
  const space = await statfs(folder).catch(() => undefined)
  // Some file systems count nothing.
  if (space === undefined || space.blocks === 0) return
  const free = space.bavail * space.bsize
  if (free < MIN_FREE) throw new Error(`${folder} has ${free} bytes left`)
}
