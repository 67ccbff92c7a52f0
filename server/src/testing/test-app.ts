import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** The whole server on a database of its own, answering `inject`; nothing listens. */
export async function startTestApp(overrides: Partial<Config> = {}): Promise<{ database: TestDatabase; app: FastifyInstance; config: Config }> {
  const database = await createTestDatabase()
  const config: Config = { ...readConfig({ TRUNKLINE_KEY: Buffer.alloc(32, 7).toString('base64'), RATE_LIMIT: '0', LOG_LEVEL: 'silent' }, []), ...overrides }
  const app = await buildApp({ config, log: createLog('silent'), databases: database.databases })
  await app.ready()
  return { database, app, config }
}
