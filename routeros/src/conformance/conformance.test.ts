import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { ownMenus } from './own-rows.ts'
import type { ConformanceReport } from './report.ts'
import { runConformance, type RunSettings } from './runner.ts'

const password = 'correct-horse-battery'
const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function start(options: SimulatorOptions): Promise<Simulator> {
  const users = [{ name: 'admin', password }]
  return startSimulator({ users, rest: 0, still: true, bootMs: 100, ...options })
}

/** A simulator that stops with its test. */
async function started(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await start(options)
  ends.push(() => simulator.stop())
  return simulator
}

const settingsFor = (simulator: Simulator, of: Partial<RunSettings> = {}): RunSettings => {
  const login = { host: simulator.host, user: 'admin', password }
  const { api, apiTls, rest, restTls } = simulator.ports
  const restPort = restTls ?? rest
  return {
    target:
      apiTls === undefined
        ? { ...login, transport: 'api', port: api ?? 0 }
        : { ...login, transport: 'api-ssl', port: apiTls },
    ...(restPort === undefined
      ? {}
      : { restTarget: { ...login, transport: 'rest', port: restPort, tls: restTls !== undefined } }),
    allowed: new Set(),
    ...of,
  }
}

/** Counters and times, which change by themselves. */
const volatile = /^(bytes|packets|fp-|[rt]x-|expires-after|last-seen|age|cache-used|last-logged-in|next-run|run-count)/

/** Everything that a check could change, without what changes by itself. */
const stateOf = (simulator: Simulator) =>
  Object.fromEntries(
    [...ownMenus.map(({ menu }) => menu), 'ip/dns', 'system/identity', 'ip/service'].map((menu) => [
      menu,
      tableOf(simulator, menu).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([property]) => !volatile.test(property))),
      ),
    ]),
  )

/** Rows of a menu; none if this router lacks it. */
const tableOf = (simulator: Simulator, menu: string) => {
  try {
    return simulator.table(menu)
  } catch {
    return []
  }
}

/** Checks with these results, as `name: reason`. */
const withResult = ({ checks }: ConformanceReport, ...results: string[]) =>
  checks.filter(({ result }) => results.includes(result)).map(({ name, reason }) => `${name}: ${reason}`)

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Runs the command. `onOutput` is called with the output so far. */
function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  onOutput: (output: string, interrupt: () => void) => void = () => undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...args], {
      // oxlint-disable-next-line node/no-process-env -- a program inherits the environment of the tests
      env: { ...process.env, ROUTEROS_PASSWORD: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        onOutput(output, () => child.kill('SIGINT'))
      })
    child.once('close', (code) => resolve({ code, output }))
  })
}

const argumentsFor = ({ host, ports }: Simulator, output: string) =>
  `--host ${host} --user admin --port ${ports.api} --rest-port ${ports.rest} --rest-plain --output ${output}`.split(' ')

test.concurrent.each([
  ['v6-capsman', { personality: 'v6-capsman', rest: false }],
  ['v6 with both logins', { personality: 'v6-capsman', version: '6.44.6', rest: false }],
  ['v7-wireless', { personality: 'v7-wireless' }],
  ['v7-wifi', { personality: 'v7-wifi' }],
  ['chr in TLS', { personality: 'chr', apiTls: 0, restTls: 0 }],
] as const)(
  'all assumptions hold on %s, and the router is left as it was',
  { timeout: 300_000 },
  async (_, options) => {
    const simulator = await start(options)
    try {
      const before = stateOf(simulator)
      const report = await runConformance(settingsFor(simulator, { allowed: new Set(['reboot', 'clock']) }))
      expect(withResult(report, 'failed', 'unknown')).toEqual([])
      expect(report.counts.passed).toBeGreaterThan(100)
      expect(report.checks.at(-1)).toMatchObject({ name: 'nothing-left', result: 'passed' })
      expect(stateOf(simulator)).toEqual(before)
    } finally {
      await simulator.stop()
    }
  },
)

test.concurrent.each([
  ['scheduler-once', 'login-plain', ['--only', 'login-plain,scheduler-once,tags']],
  ['job-survives-close', 'login-plain', ['--only', 'login-plain,job-survives-close,tags']],
  ['the whole run', 'rest-move', []],
] as const)(
  'an interrupt during %s removes everything and writes a report without secrets',
  { timeout: 120_000 },
  async (_, after, only) => {
    const simulator = await start({})
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
    try {
      const before = stateOf(simulator)
      let isInterrupted = false
      const { code, output } = await runCommand(
        [...argumentsFor(simulator, join(folder, 'report')), ...only],
        { ROUTEROS_PASSWORD: password },
        (text, interrupt) => {
          if (isInterrupted || !new RegExp(` ${after}\\b`).test(text)) return
          isInterrupted = true
          // The next check has created its first object by then.
          setTimeout(interrupt, 500)
        },
      )
      expect(code, output).toBe(130)
      const files = ['report.json', 'report.md'].map((name) => readFileSync(join(folder, name), 'utf8'))
      const report = JSON.parse(files[0] ?? '') as ConformanceReport
      expect(report.interrupted).toBe(true)
      expect(report.checks.at(-1)).toMatchObject({ name: 'nothing-left', result: 'passed' })
      expect(withResult(report, 'unknown').at(-1)).toMatch(/The run was interrupted/)
      expect(stateOf(simulator)).toEqual(before)
      for (const text of [...files, output]) {
        expect(text).not.toContain(password)
        expect(text).not.toContain(simulator.serial)
      }
    } finally {
      rmSync(folder, { recursive: true })
      await simulator.stop()
    }
  },
)

test('a router that reports success without a change fails the checks, and the others still run', async () => {
  const simulator = await started()
  simulator.faults.add({ kind: 'lie', menu: 'ip/firewall/address-list', verb: 'set' })
  const only = new Set(['add-id', 'set-boolean', 'set-empty', 'set-several', 'order-move'])
  const report = await runConformance(settingsFor(simulator, { only }))
  expect(withResult(report, 'failed')).toEqual([
    'set-several: The command changed no row.',
    'set-boolean: The flag read differs from the one written.',
    'set-empty: The comment was not cleared.',
  ])
  expect(withResult(report, 'passed')).toEqual(['add-id: null', 'order-move: null', 'nothing-left: null'])
})

test('another message of a missing row fails the check that depends on it', async () => {
  const simulator = await started()
  simulator.faults.add({ kind: 'refuse', menu: 'ip/firewall/address-list', verb: 'set', message: 'not there' })
  const report = await runConformance(settingsFor(simulator, { only: new Set(['row-unknown']) }))
  expect(withResult(report, 'failed')).toEqual([
    'row-unknown: The message about set does not start with `no such item`.',
  ])
})

test('a check without an answer ends at its deadline with an unknown result, and the others run', async () => {
  const simulator = await started()
  simulator.faults.add({ kind: 'silent', menu: 'ip/firewall/address-list', verb: 'add', nth: 1 })
  const before = stateOf(simulator)
  const report = await runConformance(settingsFor(simulator, { only: new Set(['query-id', 'add-id']) }))
  expect(withResult(report, 'unknown')).toEqual(['query-id: The check did not end within 20 s.'])
  expect(withResult(report, 'passed')).toEqual(['add-id: null', 'nothing-left: null'])
  expect(stateOf(simulator)).toEqual(before)
})

test('a row that cannot be removed fails the closing check', async () => {
  const simulator = await started()
  simulator.faults.add({ kind: 'refuse', menu: 'system/script', verb: 'remove', message: 'failure: busy' })
  const report = await runConformance(settingsFor(simulator, { only: new Set(['value-long']) }))
  expect(withResult(report, 'failed')).toEqual(['nothing-left: 1 rows of this run are left.'])
  expect(report.checks.at(-1)?.evidence).toContain(`system/script: ${report.prefix}`)
})

test('failed checks end the command with 1', { timeout: 120_000 }, async () => {
  const simulator = await started()
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  simulator.faults.add({ kind: 'lie', menu: 'ip/firewall/address-list', verb: 'set' })
  const args = [...argumentsFor(simulator, join(folder, 'report')), '--only', 'set-empty,add-id']
  const { code, output } = await runCommand(args, { ROUTEROS_PASSWORD: password })
  expect(code, output).toBe(1)
  expect(output).toContain('failed          set-empty: The comment was not cleared.')
  expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('### set-empty: failed')
})

test('wrong arguments end the command with 2 and a message, a router without an answer with 3', async () => {
  const simulator = await started()
  const args = argumentsFor(simulator, 'unused')
  const missing = await runCommand(['--user', 'admin'], {})
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('--host is missing.') as string })
  const given = await runCommand([...args, '--password', 'visible'], {})
  expect(given).toMatchObject({ code: 2, output: expect.stringContaining('not an argument') as string })
  expect(given.output).not.toContain('visible')
  const none = await runCommand(args, {})
  expect(none).toMatchObject({ code: 2, output: expect.stringContaining('There is no password') as string })
  const wrong = await runCommand(args, { ROUTEROS_PASSWORD: 'wrong' })
  expect(wrong).toMatchObject({ code: 3, output: expect.stringContaining('(login)') as string })
})
