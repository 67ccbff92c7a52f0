import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import { RouterError, type Row, type Session } from '@trunkline/routeros'
import { DeviceError } from '../devices.ts'
import { toDeviceError, deviceMessage } from '../faults.ts'
import { flagOf } from '../readings/values.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from '../run.ts'
import { isVirtual, radioOf, rootOf } from './carriers.ts'
import { noted, withReadings } from './converge.ts'
import { dialectOf, readRaw, type RawWifi } from './raw.ts'
import type { WifiInput } from './shapes.ts'
import { isController } from './stacks.ts'

/** The state of the radios before provisioning: stored with the command, so that any worker can restore it. */
interface RadioState {
  radios: string[]
  interfaces: { id: string; name: string; place: string }[]
  ports: Row[]
  rules: { id: string; interface: string }[]
}

const portProperties = [
  'interface',
  'bridge',
  'pvid',
  'frame-types',
  'ingress-filtering',
  'horizon',
  'disabled',
  'dynamic',
]

/**
 * Makes a controller re-create the interfaces of radios. They get new ids, and in the new system new names: references
 * to them (bridge ports, access list rows) are updated (https://help.mikrotik.com/docs/spaces/ROS/pages/224559120/WiFi,
 * "CAPsMAN"). It is never sent twice: after the loss of a worker only the result is checked.
 */
export async function runProvision(run: Run, input: WifiInput): Promise<CommandOutcome> {
  if (!isController(input.stack))
    return { state: 'refused', message: message('wifi.no_controller', { name: run.settings.name }) }
  const root = input.stack === 'caps-man' ? 'caps-man' : 'interface/wifi'
  let before = run.savedState as RadioState | undefined
  if (run.sentAt === undefined || before?.radios === undefined) {
    const started = await begin(run, input, root)
    if ('state' in started) return started
    before = started
  }
  try {
    return await settle(run, input, root, before)
  } catch (error) {
    if (!(error instanceof DeviceError) && !(error instanceof RouterError)) throw error
    run.drop()
    return { state: 'unknown', message: message('wifi.provision_lost', { cause: toDeviceError(error).reason }) }
  }
}

/** Reads the current state and starts the provisioning. */
async function begin(run: Run, input: WifiInput, root: string): Promise<RadioState | CommandOutcome> {
  try {
    const session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    const raw = await readRaw(session, dialectOf(input.stack))
    const chosen = chooseRadios(raw, input.ids)
    if ('reason' in chosen) return { state: 'refused', message: chosen }
    const before = await readBefore(session, raw, root, chosen.radios)
    await run.markSent({ ...before })
    try {
      await session.run(`${root}/${menuOf(root, chosen.menu)}/provision`, { numbers: chosen.ids.join(',') })
    } catch (error) {
      if (!(error instanceof RouterError)) throw error
      if (error.kind === 'refused') return { state: 'refused', message: deviceMessage(error.message) }
      // The state afterwards shows whether the command arrived.
      run.drop()
    }
    return before
  } catch (error) {
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', message: deviceMessage(error.message) }
      : notReached(toDeviceError(error))
  }
}

const macOf = (row: Row | undefined) => row?.['radio-mac'] ?? ''
const nameOf = (row: Row) => row['name'] ?? ''
const idOf = (row: Row) => row['.id'] ?? ''

/** Radios of the controller: those of these access points, or all. */
function chooseRadios(
  raw: RawWifi,
  ids: readonly string[] | undefined,
): { menu: string; ids: string[]; radios: string[] } | Message {
  const remote = raw.radios.filter((radio) => raw.dialect === 'caps-man' || !flagOf(radio['local']))
  if (ids === undefined) {
    if (raw.remoteCaps.length === 0) return message('wifi.no_connected_access_points')
    return {
      menu: 'remote-cap',
      ids: raw.remoteCaps.map(idOf),
      radios: remote.filter((one) => !flagOf(one['local'])).map(macOf),
    }
  }
  const found = new Map<string, string>()
  for (const id of ids) {
    const row = raw.interfaces.find((one) => idOf(one) === id)
    if (row === undefined) return message('wifi.access_point_gone', { id })
    const radio = radioOf(raw, row)
    if (radio === undefined || !remote.includes(radio))
      return message('wifi.access_point_disconnected', { name: nameOf(row) })
    found.set(idOf(radio), macOf(radio))
  }
  return { menu: 'radio', ids: [...found.keys()], radios: [...found.values()] }
}

/** In the new system the remote-cap menu is below `capsman`. */
const menuOf = (root: string, menu: string) =>
  root === 'interface/wifi' && menu === 'remote-cap' ? 'capsman/remote-cap' : menu

/**
 * Interfaces of radios, each with what identifies it after it is re-created: its radio, and its position on that radio.
 */
function placesOf(raw: RawWifi, radios: readonly string[]): RadioState['interfaces'] {
  const counts = new Map<string, number>()
  return raw.interfaces.flatMap((row) => {
    const mac = macOf(rootOf(raw, row))
    if (!radios.includes(mac)) return []
    const of = isVirtual(row) ? `${mac} ${row['configuration'] ?? ''}` : mac
    const number = (counts.get(of) ?? 0) + 1
    counts.set(of, number)
    return [{ id: idOf(row), name: nameOf(row), place: `${of} ${number}` }]
  })
}

async function readBefore(session: Session, raw: RawWifi, root: string, radios: string[]): Promise<RadioState> {
  const interfaces = placesOf(raw, radios)
  const names = new Set(interfaces.map(({ name }) => name))
  const [ports, rules] = await Promise.all([
    session.print('interface/bridge/port', { proplist: portProperties }),
    session.print(`${root}/access-list`, { proplist: ['interface'] }),
  ])
  return {
    radios,
    interfaces,
    ports: ports.filter((row) => names.has(row['interface'] ?? '') && !flagOf(row['dynamic'])),
    rules: rules
      .filter((row) => names.has(row['interface'] ?? ''))
      .map((row) => ({ id: idOf(row), interface: row['interface'] ?? '' })),
  }
}

/** Waits for the radios' interfaces, updates the references to the old ones, and reports the result. */
async function settle(run: Run, input: WifiInput, root: string, before: RadioState): Promise<CommandOutcome> {
  await run.progress('reading')
  const until = Date.now() + run.timeouts.lookMs
  for (;;) {
    const session = await untilReached(run, until, run.session)
    try {
      const raw = await readRaw(session, dialectOf(input.stack))
      const now = placesOf(raw, before.radios)
      const missing = before.radios.filter((mac) => !now.some(({ place }) => place === `${mac} 1`))
      const isNew = now.length > 0 && !now.some(({ id }) => before.interfaces.some((one) => one.id === id))
      if ((missing.length === 0 && isNew) || Date.now() + run.timeouts.pauseMs > until) {
        const repaired = await repair(session, root, before, now)
        return await withReadings(run, session, endOf(before, now, missing, isNew, repaired))
      }
    } catch (error) {
      if (!(error instanceof RouterError) || error.kind === 'refused' || Date.now() + run.timeouts.pauseMs > until)
        throw error
      run.drop()
    }
    await sleep(run.timeouts.pauseMs)
  }
}

interface RepairResult {
  ports: number
  rules: number
  lost: string[]
}

/**
 * Restores the references to the old interfaces.
 * @throws RouterError
 */
async function repair(
  session: Session,
  root: string,
  before: RadioState,
  now: RadioState['interfaces'],
): Promise<RepairResult> {
  const done: RepairResult = { ports: 0, rules: 0, lost: [] }
  const renamed = new Map(
    before.interfaces.map(({ name, place }) => [name, now.find((one) => one.place === place)?.name]),
  )
  const [ports, rules] = await Promise.all([
    session.print('interface/bridge/port', { proplist: portProperties }),
    session.print(`${root}/access-list`, { proplist: ['interface'] }),
  ])
  for (const { '.id': id = '', dynamic: _, ...port } of before.ports) {
    const name = renamed.get(port['interface'] ?? '')
    if (name === undefined) done.lost.push(`${port['interface']} (${port['bridge']})`)
    else if (ports.some((row) => row['interface'] === name)) continue
    else if (ports.some((row) => idOf(row) === id)) await session.set('interface/bridge/port', id, { interface: name })
    else await session.add('interface/bridge/port', { ...port, interface: name })
    if (name !== undefined) done.ports++
  }
  for (const { id, interface: old } of before.rules) {
    const name = renamed.get(old)
    const row = rules.find((one) => idOf(one) === id)
    if (row === undefined || row['interface'] === name) continue
    if (name === undefined) done.lost.push(`${old} (access-list)`)
    else {
      await session.set(`${root}/access-list`, id, { interface: name })
      done.rules++
    }
  }
  return done
}

function endOf(
  before: RadioState,
  now: RadioState['interfaces'],
  missing: readonly string[],
  isNew: boolean,
  { ports, rules, lost }: RepairResult,
): CommandOutcome {
  const notes: Message[] = [
    message('wifi.access_points', { before: before.interfaces.length, now: now.length }),
    ...(ports > 0 ? [message('wifi.ports_updated', { ports })] : []),
    ...(rules > 0 ? [message('wifi.access_rows_updated', { rows: rules })] : []),
    ...(lost.length > 0 ? [message('wifi.references_lost', { names: lost.slice(0, 5) })] : []),
  ]
  if (missing.length > 0)
    return {
      state: 'unknown',
      message: message('wifi.radios_without_access_point', { radios: missing.slice(0, 5), notes }),
    }
  if (!isNew) return { state: 'unknown', message: message('wifi.provision_unverified', { notes }) }
  return { state: 'done', message: noted(notes) }
}
