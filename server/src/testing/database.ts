import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'

import { atDatabase } from '../db/embedded/launcher.ts'
import { ask } from '../db/embedded/postmaster.ts'

/** A database of one test file. */
export type EmptyDatabase = {
  /** Address as its owner. */
  url: string
  /** Removes it, cutting whatever is still connected. */
  drop(): Promise<void>
}

/** A database without tables, for tests of what makes the tables. */
export const createEmptyDatabase = () => create('template0')

async function create(template: string): Promise<EmptyDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await ask(server, `create database ${name} template ${template}`)
  return {
    url: atDatabase(server, name),
    drop: async () => void (await ask(server, `drop database if exists ${name} with (force)`)),
  }
}
