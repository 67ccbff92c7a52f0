import { afterEach, expect, test } from 'vitest'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { connect } from '../connect.ts'
import type { Session, Target } from '../session.ts'
import { cellInfo } from './cell.ts'
import { exportConfig } from './export.ts'
import { policiesOf, readIdentity } from './identity.ts'
import { ethernetPorts, traffic } from './ports.ts'
import { reboot } from './reboot.ts'
import { detectWifi } from './wifi.ts'

let simulator: Simulator | undefined
const sessions: Session[] = []

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await simulator?.stop()
})

async function start(options: SimulatorOptions = {}) {
  simulator = await startSimulator({ users: [{ name: 'panel', password: 'kept-Secret-1' }], rest: 0, ...options })
  return simulator
}
const open = async (of: Simulator, more: Partial<Target> = {}) => {
  const port = more.transport === 'rest' ? of.ports.rest : of.ports.api
  const target: Target = { host: of.host, transport: 'api', user: 'panel', password: 'kept-Secret-1', ...more }
  const session = await connect({ ...target, ...(port === undefined ? {} : { port }), tls: false })
  sessions.push(session)
  return session
}

const transports = ['api', 'rest'] as const

test.each(transports)('identity is read over %s', async (transport) => {
  const of = await start({ identity: 'roof-7', serial: 'HG7001' })
  const session = await open(of, { transport })
  const found = await readIdentity(session)
  expect(found).toMatchObject({ identity: 'roof-7', serial_number: 'HG7001', version: { major: 7 } })
  expect(found.uptime_seconds).toBeGreaterThan(0)
  expect(found.resource.total_memory).toBeGreaterThan(1e6)
  expect(found.model).not.toBeNull()
  expect(await policiesOf(session, 'panel')).toEqual(expect.arrayContaining(['read', 'write', 'policy', 'sensitive']))
  expect(await policiesOf(session, 'nobody')).toEqual([])
})

test.each(transports)('ports with link and PoE, and traffic are read over %s', async (transport) => {
  const session = await open(await start(), { transport })
  const ports = await ethernetPorts(session)
  expect(ports.length).toBeGreaterThan(1)
  expect(ports.every(({ state }) => state !== null)).toBe(true)
  expect(ports.some(({ state }) => state?.status === 'link-ok' && (state.rate ?? 0) >= 1e7)).toBe(true)
  const [first] = ports
  expect(await ethernetPorts(session, [first?.port.name ?? ''])).toHaveLength(1)
  const names = ports.flatMap(({ port }) => port.name ?? []).slice(0, 2)
  const rates = await traffic(session, names)
  expect(rates.map(({ name }) => name)).toEqual(names)
  expect(rates.every((row) => typeof row.rx_bits_per_second === 'number')).toBe(true)
  expect(await traffic(session, [])).toEqual([])
})

test.each([
  ['v6-capsman', ['caps-man', 'local-wireless']],
  ['v7-wireless', ['caps-man', 'local-wireless']],
  ['v7-wifi', ['wifi-capsman', 'local-wifi']],
  ['switch', []],
] as const)('the Wi-Fi systems of a %s are detected', async (personality, stacks) => {
  const of = await start({ personality, ...(personality === 'v6-capsman' ? { rest: false } : {}) })
  expect(await detectWifi(await open(of))).toEqual(stacks)
})

test.each([
  ['7.18.2', 'api'],
  ['7.18.2', 'rest'],
  ['6.49.17', 'api'],
] as const)('a modem of RouterOS %s is read over %s', async (version, transport) => {
  const of = await start({ personality: 'lte', version, ...(version.startsWith('6') ? { rest: false } : {}) })
  const [cell, ...more] = await cellInfo(await open(of, { transport }))
  expect(more).toEqual([])
  expect(cell).toMatchObject({ is_connected: true, settings: { name: 'lte1', running: true }, pin_status: 'ok' })
  expect(cell?.primary?.band).toMatch(/^B\d+$/)
  expect(cell?.signals.map(({ name }) => name)).toEqual(expect.arrayContaining(['rsrp', 'rsrq', 'sinr']))
  expect(cell?.signals.every(({ value }) => value < 40 && value > -140)).toBe(true)
  expect(cell?.imei).toMatch(/^\d{15}$/)
})

test('a switch supplies PoE on most of its ports', async () => {
  const ports = await ethernetPorts(await open(await start({ personality: 'switch' })))
  expect(ports.length).toBeGreaterThan(24)
  expect(ports.filter(({ poe }) => poe !== null)).toHaveLength(24)
  expect(ports.every(({ poe }) => poe === null || poe.state?.poe_out_status !== undefined)).toBe(true)
  const optical = ports.find(({ state }) => state?.sfp_rx_power !== null)
  expect(optical?.state?.sfp_rx_power).toBeLessThan(0)
})

test('a virtual router is identified by its licence', async () => {
  const found = await readIdentity(await open(await start({ personality: 'chr' })))
  expect(found).toMatchObject({ board: 'CHR', model: null, current_firmware: null })
  expect(found.serial_number).not.toBeNull()
})

test('a device without modems returns no cells', async () => {
  expect(await cellInfo(await open(await start()))).toEqual([])
})

test('a reboot ends the connection, and the uptime confirms it', async () => {
  const of = await start({ bootMs: 100, speed: 50 })
  const before = (await readIdentity(await open(of))).uptime_seconds ?? 0
  const session = await open(of)
  await reboot(session)
  expect(session.isOpen).toBe(false)
  await expect
    .poll(async () => (await readIdentity(await open(of))).uptime_seconds, { timeout: 10_000 })
    .toBeLessThan(before)
})

test.each(transports)('a configuration is exported and leaves no file on the router, over %s', async (transport) => {
  const of = await start()
  const session = await open(of, { transport })
  const files = of.table('file').length
  const text = await exportConfig(session)
  expect(text).toContain('/ip address')
  expect(text).not.toMatch(/^# .* by RouterOS/m)
  expect(text).not.toContain('\\\n')
  expect(of.table('file')).toHaveLength(files)
  expect(await exportConfig(session)).toBe(text)
})

test.each(['6.49.17', '7.12.1'])('RouterOS %s exports the file contents in a print', async (version) => {
  const of = await start({ version, ...(version.startsWith('6') ? { rest: false } : {}) })
  const session = await open(of)
  const text = await exportConfig(session)
  expect(text).toContain('/ip address')
  expect(text).not.toMatch(/^# .* by RouterOS/m)
  // RouterOS 6 writes secrets into the file unless they are excluded, RouterOS 7 rejects the flag.
  const exported = of.commands.find(({ words }) => words[0] === '/export')
  expect(exported?.words.includes('=hide-sensitive=')).toBe(version.startsWith('6'))
  expect(of.table('file').filter((row) => row.name?.includes('trunkline') === true)).toEqual([])
})
