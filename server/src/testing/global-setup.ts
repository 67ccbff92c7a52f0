import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

import { atDatabase, startEmbedded, type Embedded } from '../db/embedded/launcher.ts'
import { queryOnce } from '../db/embedded/postmaster.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { createLog } from '../log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server's maintenance database, as a user who may create databases. */
    databaseServer: string
    /** Name of a migrated database, which each test file copies. */
    templateDatabase: string
    /** Why the template could not be created; '' on success. Tests without tables still run. */
    templateError: string
    /** Arguments of node that start the panel. */
    panelArguments: string[]
    /** Names the one resource whose calls the isolation matrix asks, as in the names of its calls; '' for all. */
    matrixResource: string
  }
}

/**
 * One server for the whole run: TEST_DATABASE_URL, else an embedded one in a temporary folder. It does not wait for the
 * disk, because nothing in it outlives the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog('warn')
  const outside = process.env.TEST_DATABASE_URL
  let embedded: Embedded | undefined
  let folder: string | undefined
  if (!outside) {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-test-'))
    const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
    embedded = await startEmbedded({ dataDir: folder, log, settings })
  }
  const server = atDatabase(outside ?? embedded!.url, 'postgres')
  const template = `trunkline_template_${process.pid}`
  let problem = ''
  try {
    await queryOnce(server, `create database ${template}`)
    await prepareDatabase(atDatabase(server, template), log, { durable: false })
    await prepareJobs(atDatabase(server, template))
  } catch (error) {
    problem = (error as Error).message
  }
  project.provide('panelArguments', await panelArguments(project))
  project.provide('templateError', problem)
  project.provide('matrixResource', process.env.MATRIX ?? '')
  project.provide('databaseServer', server)
  project.provide('templateDatabase', template)
  return async () => {
    if (outside) await queryOnce(server, `drop database if exists ${template} with (force)`)
    await embedded?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Tests start the built panel, which needs a third of the processor time of its sources. Built here if it is older than the
 * sources, except while they are being edited.
 */
async function panelArguments(project: TestProject): Promise<string[]> {
  if (project.vitest.config.watch) return ['--import', 'tsx', fileURLToPath(new URL('../main.ts', import.meta.url))]
  const { build, isBuilt, parts } = await import(new URL('../../../scripts/checkout.mjs', import.meta.url).href)
  const server = parts.find(({ name }: { name: string }) => name === 'server')
  if (!isBuilt(server)) await build(server)
  return ['--enable-source-maps', server.result]
}
