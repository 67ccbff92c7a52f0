import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

import { openDatabases } from '../db/databases.ts'
import { atDatabase } from '../db/embedded/launcher.ts'
import { queryOnce } from '../db/embedded/postmaster.ts'
import type { Databases } from '../db/pool.ts'

/** A database of one test file. */
export type EmptyDatabase = {
  /** URL as its owner. */
  url: string
  /** Drops it, closing open connections. */
  drop(): Promise<void>
}

export type TestDatabase = EmptyDatabase & {
  /** The two pools of the server, as in a real process. */
  databases: Databases
}

/**
 * A new database with the migrated schema and no rows, copied from the run's template. Call `drop` at the end of the
 * test file.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const problem = inject('templateError')
  if (problem) throw new Error(`The migrated template database could not be created: ${problem}`)
  const database = await create(inject('templateDatabase'))
  const databases = await openDatabases({ ownerUrl: database.url, pool: { app: 4, appAll: 4 } })
  return {
    ...database,
    databases,
    drop: async () => {
      await databases.close()
      await database.drop()
    },
  }
}

/** A database without tables, for tests of migrations. */
export const createEmptyDatabase = () => create('template0')

async function create(template: string): Promise<EmptyDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await copy(server, name, template)
  return {
    url: atDatabase(server, name),
    drop: async () => void (await queryOnce(server, `drop database if exists ${name} with (force)`)),
  }
}

async function copy(server: string, name: string, template: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Copying files is faster than copying through the WAL on a server without durability.
      await queryOnce(server, `create database ${name} template ${template} strategy file_copy`)
      return
    } catch (error) {
      // 55006: another test file is copying the template at the moment.
      if ((error as { code?: string }).code !== '55006' || attempt >= 100) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}
