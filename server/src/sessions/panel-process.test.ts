import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { noRadius, until } from '../testing/radius-here.ts'
import { freePort, testKey } from '../testing/radius.ts'

/**
 * The whole panel as a process with its own database: the fate of its FreeRADIUS when the panel stops, and when it
 * crashes.
 */
/** Makes the panel throw an uncaught error on a signal of the test. */
const thrower = `data:text/javascript,process.on('SIGUSR2', () => setImmediate(() => { throw new Error('from the test') }))`

let folder: string
let environment: NodeJS.ProcessEnv
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trunkline-panel-'))
  environment = {
    PATH: process.env.PATH ?? '',
    TRUNKLINE_KEY: testKey.toString('base64'),
    TRUNKLINE_DATA: folder,
    TRUNKLINE_DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: '0',
    RADIUS_AUTH_PORT: String(await freePort()),
    RADIUS_ACCT_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  }
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts the panel.
 * @returns the process, its output once it is ready, and its URL
 */
async function startPanel(more: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--import', thrower, ...inject('panelArguments')], {
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await until(() => printed.includes(' is ready after '), 60_000)
  const address = /is at (http:\S+)/.exec(printed)?.[1] ?? ''
  return {
    printed: () => printed,
    ready: async () => (await (await fetch(`${address}/health/ready`)).json()) as { status: string },
    running: () => child.exitCode === null && child.signalCode === null,
    metrics: async () => (await fetch(`${address}/metrics`)).text(),
    async end(signal: NodeJS.Signals) {
      const ended = once(child, 'exit')
      child.kill(signal)
      return (await ended)[0] as number
    },
  }
}

const pidOf = () => (JSON.parse(readFileSync(join(folder, 'radius', 'process.json'), 'utf8')) as { pid: number }).pid
const alive = (pid: number) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

describe.skipIf(noRadius !== undefined)('the panel as a process', () => {
  test('an error ends the panel and leaves FreeRADIUS running; the next start adopts it; a stop ends it', async () => {
    const first = await startPanel()
    expect(await first.ready()).toMatchObject({ status: 'ready', radius: 'running', components: { radius: 'up' } })
    expect(first.printed()).not.toContain('RADIUS is not running')
    await until(async () => /trunkline_radius_up\{host="[^"]+"\} 1/.test(await first.metrics()))
    const pid = pidOf()
    expect(await first.end('SIGUSR2')).toBe(1)
    expect(alive(pid)).toBe(true)
    const second = await startPanel()
    expect(await second.ready()).toMatchObject({ radius: 'running' })
    expect(pidOf()).toBe(pid)
    expect(await second.end('SIGTERM')).toBe(0)
    expect(alive(pid)).toBe(false)
  }, 120_000)

  test('a database that crashes or is killed stops neither the panel nor FreeRADIUS', async () => {
    const panel = await startPanel()
    const pid = pidOf()
    const postmaster = () => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    const backends = () =>
      readdirSync('/proc').filter((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
          return (
            stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(postmaster()) && /127\.0\.0\.1/.test(command)
          )
        } catch {
          return false
        }
      })
    for (const victim of ['backend', 'postmaster', 'backend', 'postmaster', 'backend'] as const) {
      const before = postmaster()
      if (victim === 'postmaster') process.kill(before, 'SIGKILL')
      else process.kill(Number(backends()[0]), 'SIGKILL')
      const began = Date.now()
      if (victim === 'postmaster')
        await until(() => existsSync(join(folder, 'postgres', 'postmaster.pid')) && postmaster() !== before, 10_000)
      // The loss is detected a moment later.
      await new Promise((done) => setTimeout(done, 1500))
      await until(async () => (await panel.ready()).status === 'ready', 10_000)
      expect(Date.now() - began).toBeLessThan(10_000)
      expect(panel.running()).toBe(true)
      expect(alive(pid)).toBe(true)
      expect(pidOf()).toBe(pid)
    }
    expect(await panel.ready()).toEqual({
      status: 'ready',
      radius: 'running',
      components: { database: 'up', runner: 'up', poller: 'up', listener: 'up', radius: 'up' },
    })
    expect(await panel.end('SIGTERM')).toBe(0)
  }, 120_000)

  test('if the port of FreeRADIUS is in use, a line after "ready" gives the reason and /health/ready reports it', async () => {
    const holder = spawn(
      process.execPath,
      [
        '-e',
        `require('node:dgram').createSocket('udp4').bind(${environment.RADIUS_AUTH_PORT}, '0.0.0.0', () => console.log(1))`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(holder)
    await once(holder.stdout, 'data')
    const panel = await startPanel()
    await until(() => panel.printed().includes('RADIUS is not running'))
    expect(panel.printed()).toMatch(
      new RegExp(
        `ready after [^]*RADIUS is not running: UDP port ${environment.RADIUS_AUTH_PORT} is in use by node \\(process ${holder.pid}\\)`,
      ),
    )
    expect(await panel.ready()).toMatchObject({
      status: 'ready',
      radius: 'ports-taken',
      components: { radius: 'down' },
    })
    expect(await panel.end('SIGTERM')).toBe(0)
    holder.kill('SIGKILL')
  }, 120_000)

  test('if disabled, FreeRADIUS is neither searched nor reported', async () => {
    const panel = await startPanel({ TRUNKLINE_RADIUS: 'off' })
    expect(await panel.ready()).toMatchObject({ status: 'ready', radius: 'off' })
    expect(await panel.end('SIGTERM')).toBe(0)
    expect(panel.printed()).not.toContain('RADIUS')
  }, 120_000)
})
