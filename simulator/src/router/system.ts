import { between, chance } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { compareText } from './text.ts'
import { formatDate, formatDateTime, formatDuration, formatTime, parseDuration } from './values.ts'
import type { View } from './view.ts'

const seconds = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / 1000) * 1000)

/** A number that varies slowly between two bounds. */
export const drift = (router: RouterState, name: string, from: number, to: number, period?: number): number =>
  driftOf(router, phaseOf(router, name), from, to, period)

/** Phase of a generated reading; readings that are queried often cache it. */
export const phaseOf = (router: RouterState, name: string): number => chance(router.seed, `drift ${name}`)

export function driftOf(router: RouterState, phase: number, from: number, to: number, period = 240_000): number {
  const now = router.now()
  const slow = Math.sin(2 * Math.PI * (now / period + phase))
  const fast = Math.sin(2 * Math.PI * (now / (period / 7.3) + phase * 3))
  return from + ((slow * 0.7 + fast * 0.3 + 1) / 2) * (to - from)
}

function resource(router: RouterState): Row[] {
  const { hardware } = router
  const free = Math.round(drift(router, 'memory', 0.55, 0.72) * hardware.memory)
  const disk = Math.round(hardware.disk * 0.62) - router.files.size
  const isSeven = router.version.major >= 7
  return [
    {
      uptime: seconds(router.uptime()),
      version: `${router.version.text} (${isSeven ? 'stable' : 'long-term'})`,
      'build-time': isSeven && router.version.has('isoDates') ? '2025-03-14 09:22:11' : 'Jun/06/2024 07:51:38',
      'factory-software': hardware.factory,
      'free-memory': String(free),
      'total-memory': String(hardware.memory),
      cpu: hardware.cpu,
      'cpu-count': String(hardware.cores),
      'cpu-frequency': String(hardware.frequency),
      'cpu-load': String(Math.round(drift(router, 'load', 2, 31))),
      'free-hdd-space': String(disk),
      'total-hdd-space': String(hardware.disk),
      'write-sect-since-reboot': String(Math.floor(router.uptime() / 60_000)),
      'write-sect-total': String(412_000 + Math.floor(router.uptime() / 60_000)),
      'bad-blocks': '0',
      'architecture-name': hardware.architecture,
      'board-name': router.board,
      platform: 'MikroTik',
    },
  ]
}

function health(router: RouterState): Row[] {
  const celsius = (name: string, low: number, high: number): [string, string, string] => [
    name,
    String(Math.round(drift(router, name, low, high, 3_600_000))),
    'C',
  ]
  // Switches have sensors at their chips only.
  const ofSwitch = [celsius('sfp-temperature', 38, 46), celsius('switch-temperature', 41, 52)]
  const values: [string, string, string][] = router.board.startsWith('CRS')
    ? ofSwitch
    : [['voltage', drift(router, 'voltage', 23.6, 24.3).toFixed(1), 'V'], celsius('temperature', 34, 47)]
  if (router.hardware.cores > 1 && !router.board.startsWith('CRS')) {
    values.push(['cpu-temperature', String(Math.round(drift(router, 'cpu-temperature', 44, 61, 1_800_000))), 'C'])
  }
  if (router.version.major < 7) return [Object.fromEntries(values.map(([name, value]) => [name, value]))]
  return values.map(([name, value, type], index) => ({
    '.id': `*${(0xd + index).toString(16).toUpperCase()}`,
    name,
    value,
    type,
  }))
}

function clock(router: RouterState): Row[] {
  const row = router.single('/system/clock')
  const { '.id': _, ...rest } = row
  return [{ time: formatTime(router.now()), date: formatDate(router.version, router.now()), ...rest }]
}

function files(router: RouterState): Row[] {
  const rows = router.files.list().map((file) => ({
    '.id': file.id,
    name: file.name,
    type: file.type,
    size: String(file.bytes.length),
    ...(router.version.has('fileRead')
      ? { 'last-modified': formatDateTime(router.version, file.at) }
      : { 'creation-time': formatDateTime(router.version, file.at) }),
    ...(file.bytes.length <= 4096 && file.type !== 'backup' ? { contents: file.bytes.toString('utf8') } : {}),
  }))
  rows.sort((one, other) => compareText(one.name, other.name))
  router.table('/file').rows.splice(0, Number.POSITIVE_INFINITY, ...rows)
  return rows
}

function active(router: RouterState): Row[] {
  return [...router.ghosts, ...router.logins].map((login, index) => ({
    '.id': `*${(index + 1).toString(16).toUpperCase()}`,
    when: formatDateTime(router.version, login.since),
    name: login.user,
    address: login.address,
    via: login.via,
    ...(router.version.major >= 7
      ? { group: router.table('/user').rows.find((row) => row['name'] === login.user)?.['group'] ?? '' }
      : {}),
    radius: 'false',
  }))
}

/** Next run of a scheduler's entry, by the router's clock; undefined: never again. */
export function nextRun(router: RouterState, row: Row): number | undefined {
  if (row['disabled'] === 'true' || row['start-time'] === 'startup') return undefined
  const interval = parseDuration(row['interval'] ?? '0s') ?? 0
  const start = startOf(router, row)
  const ran = router.notes.get(`ran ${row['.id']}`)
  const set = router.notes.get(`scheduler ${row['name']}`)
  const since = Math.max(typeof ran === 'number' ? ran : 0, typeof set === 'number' ? set : 0)
  if (start > since) return start
  if (interval === 0) return undefined
  return start + (Math.floor((since - start) / interval) + 1) * interval
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

function startOf(router: RouterState, row: Row): number {
  const time = parseDuration(row['start-time'] ?? '0s') ?? 0
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(row['start-date'] ?? '')
  const old = /^([a-z]{3})\/(\d\d)\/(\d{4})$/i.exec(row['start-date'] ?? '')
  const day = iso
    ? Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
    : old
      ? Date.UTC(Number(old[3]), months.indexOf((old[1] ?? '').toLowerCase()), Number(old[2]))
      : Math.floor(router.now() / 86_400_000) * 86_400_000
  return day + time
}

function schedulers(router: RouterState): Row[] {
  return router.table('/system/scheduler').rows.map((row) => {
    const next = nextRun(router, row)
    return next === undefined ? row : { ...row, 'next-run': formatDateTime(router.version, next) }
  })
}

function routerboard(router: RouterState): Row[] {
  const { hardware } = router
  if (!hardware.isBoard) return [{ routerboard: 'false' }]
  const installed = router.notes.get('firmware')
  return [
    {
      routerboard: 'true',
      'board-name': router.board,
      model: hardware.model,
      'serial-number': router.shownSerial(),
      'firmware-type': hardware.firmware,
      'factory-firmware': hardware.factory,
      'current-firmware': typeof installed === 'string' ? installed : router.version.text,
      'upgrade-firmware': router.version.text,
    },
  ]
}

function license(router: RouterState): Row[] {
  if (!router.hardware.isBoard) return [{ 'system-id': router.shownSerial(), level: 'p1' }]
  const letters = 'ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789'
  const id = Array.from({ length: 8 }, (_, index) => letters[between(router.seed, `license ${index}`, 0, 34)]).join('')
  return [{ 'software-id': `${id.slice(0, 4)}-${id.slice(4)}`, nlevel: '6', features: '' }]
}

function history(router: RouterState): Row[] {
  return [...router.changeLog.actions].reverse().map((action) => ({
    '.id': action.id,
    action: action.text,
    by: action.by,
    policy: action.policy,
    time: formatDateTime(router.version, action.at),
    undoable: 'true',
  }))
}

export const systemViews: Readonly<Record<string, View>> = {
  '/system/resource': resource,
  '/system/health': health,
  '/system/clock': clock,
  '/system/scheduler': schedulers,
  '/system/routerboard': routerboard,
  '/system/license': license,
  '/system/history': history,
  '/user/active': active,
  '/file': files,
}
