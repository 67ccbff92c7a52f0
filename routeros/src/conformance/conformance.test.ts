import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
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
  return startSimulator({ users, rest: 0, ssh: 0, still: true, bootMs: 100, ...options })
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
    values: new Map(),
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
      const values = new Map([
        ['serve-address', '127.0.0.1'],
        ['cable-port', 'ether2'],
        ['scan-interface', 'wifi1'],
      ] as const)
      const report = await runConformance(settingsFor(simulator, { allowed: new Set(['reboot', 'clock']), values }))
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
  ['safe-limit', 'login-plain', ['--only', 'login-plain,safe-limit,tags']],
  ['job-policy', 'login-plain', ['--only', 'login-plain,job-policy,tags']],
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

test('safe mode is undone after a connection fell silent, and nothing is left', { timeout: 60_000 }, async () => {
  // Nine minutes take less than five seconds.
  const simulator = await started({ speed: 120 })
  const before = stateOf(simulator)
  const only = new Set(['safe-blackhole'])
  const skipped = await runConformance(settingsFor(simulator, { only }))
  expect(withResult(skipped, 'not applicable')).toEqual(['safe-blackhole: Needs --allow-blackhole.'])
  const report = await runConformance(settingsFor(simulator, { only, allowed: new Set(['blackhole']) }))
  expect(withResult(report, 'passed')).toEqual(['safe-blackhole: null', 'nothing-left: null'])
  expect(report.checks[0]?.evidence).toEqual([expect.stringMatching(/^after [4-9] s$/)])
  expect(stateOf(simulator)).toEqual(before)
})

test('an interrupt while a connection is cut off releases safe mode, so that nothing returns later', async () => {
  const simulator = await started()
  const before = stateOf(simulator)
  const session = await connect(settingsFor(simulator).target)
  ends.unshift(() => session.close())
  const isInSafeMode = async () => (await session.print('safe-mode'))[0]?.enabled
  const interrupt = new AbortController()
  const running = runConformance(
    settingsFor(simulator, {
      only: new Set(['safe-blackhole']),
      allowed: new Set(['blackhole']),
      signal: interrupt.signal,
    }),
  )
  const isCutOff = () =>
    simulator.table('ip/firewall/filter').some((row) => row['src-port'] !== undefined && row['disabled'] === 'false')
  await expect.poll(isCutOff, { timeout: 10_000 }).toBe(true)
  expect(await isInSafeMode()).toBe('true')
  interrupt.abort()
  const report = await running
  expect(withResult(report, 'unknown')).toEqual(['safe-blackhole: The run was interrupted.'])
  expect(withResult(report, 'passed')).toEqual(['nothing-left: null'])
  expect(await isInSafeMode()).toBe('false')
  expect(stateOf(simulator)).toEqual(before)
})

test('checks that need a value are not applicable without it, and no cable of an uplink is tested', async () => {
  const simulator = await started()
  const only = new Set(['fetch-get', 'fetch-status', 'fetch-put', 'cable-live', 'wifi-scan-clients'])
  const commands = () => simulator.commands.map(({ words }) => words[0])
  const without = await runConformance(settingsFor(simulator, { only }))
  expect(withResult(without, 'not applicable')).toEqual([
    'cable-live: Needs --cable-port.',
    'wifi-scan-clients: Needs --scan-interface.',
    'fetch-get: Needs --serve-address.',
    'fetch-status: Needs --serve-address.',
    'fetch-put: Needs --serve-address.',
  ])
  const uplink = new Map([
    ['cable-port', 'ether1'],
    ['scan-interface', 'wifi9'],
    ['serve-address', '192.0.2.1'],
  ] as const)
  const report = await runConformance(settingsFor(simulator, { only, values: uplink }))
  expect(withResult(report, 'not applicable')).toEqual([
    'cable-live: The port may lead to this computer or to another network.',
    'wifi-scan-clients: /interface/wifi has no interface of this name.',
  ])
  const message = '--serve-address is not an address of this computer.'
  expect(withResult(report, 'unknown')).toEqual(
    ['fetch-get', 'fetch-status', 'fetch-put'].map((name) => `${name}: ${message}`),
  )
  for (const command of ['cable-test', 'scan', 'fetch'])
    expect(commands().filter((path) => path?.endsWith(`/${command}`) === true)).toEqual([])
})

test('the new assumptions fail on a router that does not follow them', { timeout: 60_000 }, async () => {
  const simulator = await started({ version: '7.20.4' })
  const { faults } = simulator
  faults.add({ kind: 'lie', menu: '/', verb: 'import' })
  faults.add({ kind: 'lie', menu: 'user/active', verb: 'remove' })
  faults.add({ kind: 'lie', menu: 'interface/ethernet', verb: 'cable-test' })
  faults.add({ kind: 'lie', menu: 'tool', verb: 'traceroute' })
  faults.add({ kind: 'lie', menu: 'console', verb: 'inspect' })
  faults.add({ kind: 'lie', menu: 'tool', verb: 'fetch' })
  const only = [
    'import-partial',
    'logout-verb',
    'cable-test',
    'traceroute-sections',
    'package-apply',
    'fetch-get',
    'fetch-status',
    'fetch-put',
    'fetch-own-ca',
  ]
  const values = new Map([['serve-address', '127.0.0.1']] as const)
  const report = await runConformance(settingsFor(simulator, { only: new Set(only), values }))
  expect(withResult(report, 'failed')).toEqual([
    'traceroute-sections: The router returned no rows.',
    'package-apply: The menu has no commands.',
    'logout-verb: The command did not close the connection.',
    'cable-test: The reply has no status.',
    'fetch-get: The last row has not the status `finished`.',
    'fetch-status: The router reported no error.',
    'fetch-put: The router did not send a PUT.',
    'fetch-own-ca: The router accepted a server of an unknown authority.',
    'import-partial: The import reported no error.',
  ])
})

test('a history without commands that undo, or without a menu, is not applicable', async () => {
  const simulator = await started()
  const only = new Set(['history-undo-text'])
  simulator.faults.add({ kind: 'omitFields', menu: 'system/history', fields: ['undo'], whole: true })
  const without = await runConformance(settingsFor(simulator, { only }))
  expect(withResult(without, 'not applicable')).toEqual(['history-undo-text: The history has no commands that undo.'])
  simulator.faults.add({ kind: 'refuse', menu: 'system/history', verb: 'print', message: 'no such command' })
  const missing = await runConformance(settingsFor(simulator, { only }))
  expect(withResult(missing, 'not applicable')).toEqual(['history-undo-text: The router has no /system/history.'])
})

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
