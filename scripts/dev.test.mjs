import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { root } from './checkout.mjs'

const started = []
afterEach(async () => {
  for (const { child, mark, folder } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    for (const { pid } of processesOf(mark, folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It has already ended.
    return ''
  }
}

/** Running processes that inherited the marker in their environment, or whose working directory is in the folder. */
function processesOf(mark, folder) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid: Number(pid), command: textOf(`/proc/${pid}/cmdline`) }))
    .filter(({ pid, command }) => {
      // A zombie process has no command.
      if (command === '') return false
      return command.includes(folder) || textOf(`/proc/${pid}/environ`).includes(mark)
    })
}

/** The first of four consecutive free TCP ports. */
async function freePort() {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)))
    if (free.every(Boolean)) return first
  }
}

const isFree = (port) =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, () => server.close(() => done(true)))
  })

/** Starts `npm run dev` and waits until it serves pages and calls. */
async function startDev() {
  const port = await freePort()
  const mark = `DEV_TEST=${randomUUID()}`
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-dev-'))
  const child = spawn('npm', ['run', 'dev'], {
    cwd: root,
    // Its own process group, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEV_TEST: mark.slice('DEV_TEST='.length),
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUNKLINE_DATA: folder,
      TRUNKLINE_DEMO: 'off',
      LOG_LEVEL: 'info',
    },
  })
  const own = { child, mark, folder, port, printed: '' }
  started.push(own)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (own.printed += String(chunk)))
  const get = (path) => fetch(`http://localhost:${port + 1}${path}`).catch(() => undefined)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm run dev ended with ${child.exitCode}:\n${own.printed}`)
    // The page from Vite, and a call through it to the server; FreeRADIUS has started by then, if it is installed.
    const [page, call] = [await get('/'), await get('/api/openapi.json')]
    if (page?.ok && call?.ok && own.printed.includes(' is ready after ')) return own
    await sleep(200)
  }
}

/** Waits until no process is left. */
const ended = ({ child, mark, folder }) =>
  vi.waitFor(
    () => {
      expect(processesOf(mark, folder)).toEqual([])
      expect(child.exitCode !== null || child.signalCode !== null).toBe(true)
    },
    { timeout: 60_000, interval: 200 },
  )

describe.skipIf(process.platform !== 'linux')('npm run dev', { timeout: 300_000 }, () => {
  test('runs twice concurrently on separate ports, and one SIGTERM stops all its processes', async () => {
    const [one, two] = [await startDev(), await startDev()]
    const commands = processesOf(one.mark, one.folder).map(({ command }) => command)
    for (const part of ['vite.js', 'server/src/main.ts', join(one.folder, 'postgres')])
      expect(
        commands.some((command) => command.includes(part)),
        `${part} in ${commands.join('\n')}`,
      ).toBe(true)
    const exit = once(one.child, 'exit')
    one.child.kill('SIGTERM')
    await exit
    await ended(one)
    for (let offset = 0; offset < 4; offset++) expect(await isFree(one.port + offset)).toBe(true)
    expect((await fetch(`http://localhost:${two.port + 1}/api/openapi.json`)).ok).toBe(true)
  })

  test('stops all its processes at Ctrl+C, which reaches every process of the terminal', async () => {
    const dev = await startDev()
    process.kill(-Number(dev.child.pid), 'SIGINT')
    await ended(dev)
    expect(dev.printed).not.toContain('second signal')
  })

  test('rejects an invalid PORT', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-dev-'))
    try {
      const child = spawn(process.execPath, ['scripts/dev.mjs'], {
        cwd: root,
        env: { PATH: process.env.PATH, PORT: '0', TRUNKLINE_DATA: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let printed = ''
      child.stderr.on('data', (chunk) => (printed += String(chunk)))
      expect((await once(child, 'close'))[0]).toBe(78)
      expect(printed).toBe('PORT: must be a whole number from 1 to 65532\n')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
