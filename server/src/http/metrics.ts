import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import type { Databases } from '../db/pool.ts'

export type MetricsOptions = {
  databases: Databases
  /** Bearer that opens the page to other machines; undefined: only this machine may read it. */
  token: string | undefined
}

/** Seconds; the goals of the panel are 25, 80 and 200 ms. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.08, 0.1, 0.2, 0.5, 1, 2.5, 5]

/** Jobs by task that wait, and how many were given up. Read when somebody asks for it. */
const QUEUE = `
  select task_identifier as task,
         count(*) filter (where attempts < max_attempts)::int as waiting,
         count(*) filter (where attempts >= max_attempts)::int as failed
    from graphile_worker.jobs group by 1`

/**
 * `/metrics` in the format of Prometheus: durations by route and status, pools, job queue, event
 * loop and process. Names of routes only, never paths: these hold ids.
 */
export async function metrics(app: FastifyInstance, options: MetricsOptions): Promise<void> {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'trunkline_' })
  const duration = new Histogram({
    name: 'trunkline_http_request_duration_seconds',
    help: 'Time from request to the end of the reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [register],
  })
  new Gauge({
    name: 'trunkline_database_connections',
    help: 'Connections of this process by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'] as const,
    registers: [register],
    collect() {
      for (const name of ['app', 'appAll'] as const) {
        const pool = options.databases[name]
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  new Gauge({
    name: 'trunkline_jobs',
    help: 'Jobs in the queue by task and state',
    labelNames: ['task', 'state'] as const,
    registers: [register],
    async collect() {
      this.reset()
      try {
        const { rows } = await options.databases.appAll.query<{
          task: string
          waiting: number
          failed: number
        }>(QUEUE)
        for (const { task, waiting, failed } of rows) {
          this.set({ task, state: 'waiting' }, waiting)
          this.set({ task, state: 'failed' }, failed)
        }
      } catch {
        // Database away, or no worker has run yet: the gauge is left out and the rest is told.
      }
    },
  })

  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        // Unknown paths are one route; every guess of a scanner would else be a series of its own.
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
  })

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, options.token)) {
      // As if there were no such page.
      return reply.callNotFound()
    }
    return reply.type(register.contentType).send(await register.metrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(sent), digest(token))
  }
  // The true peer, and no proxy between: whoever comes through one is not on this machine.
  const proxied = request.headers['x-forwarded-for'] ?? request.headers['forwarded']
  return proxied === undefined && isLoopback(request.socket.remoteAddress ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** 127.0.0.0/8 and ::1, also as a v4 address mapped into v6. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
