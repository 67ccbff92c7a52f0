import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { atDatabase, startEmbedded, type Embedded } from './db/embedded/launcher.ts'
import { queryOnce } from './db/embedded/postmaster.ts'
import { createLog } from './log.ts'
import { until } from './testing/radius-here.ts'

/** Several demo processes that start at the same time on one empty database: real processes, and a durable database. */
const startMs = 240_000

let root: string
let server: Embedded
const children: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'trunkline-together-'))
  server = await startEmbedded({ dataDir: join(root, 'server'), log: createLog('silent') })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

function startPanel(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, inject('panelArguments'), {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      TRUNKLINE_DATA: join(root, 'data'),
      TRUNKLINE_RADIUS: 'off',
      TRUNKLINE_DEMO: 'on',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  return {
    printed: () => printed,
    async ready() {
      await until(() => printed.includes(' is ready after ') || child.exitCode !== null, startMs)
      expect(child.exitCode, printed).toBeNull()
      const address = /is at (http:\S+)/.exec(printed)?.[1] ?? ''
      expect((await fetch(`${address}/health/ready`)).status).toBe(200)
    },
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
    },
  }
}

test('three demo processes on an empty database: one creates the demo, the others wait, all become ready', async () => {
  await queryOnce(server.url, 'create database together')
  const DATABASE_URL = atDatabase(server.url, 'together')
  const panels = [1, 2, 3].map(() => startPanel({ DATABASE_URL }))
  await Promise.all(panels.map((panel) => panel.ready()))
  const makers = panels.filter((panel) => panel.printed().includes('Password of all of them: '))
  expect(makers).toHaveLength(1)
  for (const panel of panels.filter((one) => !makers.includes(one)))
    expect(panel.printed()).toContain('Demo: its password was printed at the first start')
  const counted = async () =>
    queryOnce(
      DATABASE_URL,
      `select (select count(*)::int from company where parent_id is null) as providers, (select count(*)::int from company) as companies,
         (select count(*)::int from app_user) as users, (select count(*)::int from radius_certificate where active) as certificates`,
    )
  const [together] = await counted()
  expect(together).toMatchObject({ providers: 1, certificates: 2 })
  const created = /Demo: (\d+) companies, (\d+) users/.exec(makers[0]!.printed())
  expect(together).toMatchObject({ companies: Number(created?.[1]), users: Number(created?.[2]) })
  await Promise.all(panels.map((panel) => panel.end()))
}, 300_000)
