import { between, chance } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { activeRows } from './active.ts'
import { deviceModeRows } from './device-mode.ts'
import { jobRows } from './jobs.ts'
import type { StoredFile } from './files.ts'
import { readPackageFile } from './npk.ts'
import type { RouterState } from './router-state.ts'
import { safeModeRows } from './safe-mode.ts'
import { nextRun } from './schedule.ts'
import { compareText } from './text.ts'
import { formatDate, formatDateTime, formatDuration, formatTime } from './values.ts'
import type { View } from './view.ts'

const seconds = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / 1000) * 1000)

/** A number that varies slowly between two bounds. */
export const drift = (router: RouterState, name: string, from: number, to: number, period?: number): number =>
  driftOf(router, phaseOf(router, name), from, to, period)

/** Phase of a generated reading; readings that are queried often cache it. */
export const phaseOf = (router: RouterState, name: string): number => chance(router.seed, `drift ${name}`)

export function driftOf(router: RouterState, phase: number, from: number, to: number, period = 240_000): number {
  const now = router.monotonic()
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

/** Columns of packages, read from their header. */
function packageColumns({ type, bytes }: StoredFile): Row {
  const found = type === 'package' ? readPackageFile(bytes) : undefined
  if (found === undefined) return {}
  const { name, version, architecture } = found
  return {
    'package-name': name,
    'package-version': version,
    'package-architecture': architecture,
    'package-build-time': '2025-03-14 09:22:11',
  }
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
    ...packageColumns(file),
    ...(file.bytes.length <= 4096 && file.type !== 'backup' && file.type !== 'package'
      ? { contents: file.bytes.toString('utf8') }
      : {}),
  }))
  rows.sort((one, other) => compareText(one.name, other.name))
  router.table('/file').rows.splice(0, Number.POSITIVE_INFINITY, ...rows)
  return rows
}

function schedulers(router: RouterState): Row[] {
  return router.table('/system/scheduler').rows.map((row) => {
    const next = nextRun(router, row)
    return next === undefined ? row : { ...row, 'next-run': formatDateTime(router.version, next) }
  })
}

/** Global variables of scripts; the table holds the same rows, so that they can be named. */
function environment(router: RouterState): Row[] {
  const rows = [...router.globals].map(([name, { owner, value }], index) => ({
    '.id': `*${(index + 1).toString(16).toUpperCase()}`,
    name,
    user: owner,
    value,
  }))
  router.table('/system/script/environment').rows.splice(0, Number.POSITIVE_INFINITY, ...rows)
  return rows
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
    ...(router.version.major >= 7 ? { undo: action.undo } : {}),
    undoable: 'true',
  }))
}

export const systemViews: Readonly<Record<string, View>> = {
  '/system/resource': resource,
  '/system/health': health,
  '/system/clock': clock,
  '/system/scheduler': schedulers,
  '/system/script/job': jobRows,
  '/system/script/environment': environment,
  '/system/device-mode': deviceModeRows,
  '/system/routerboard': routerboard,
  '/system/license': license,
  '/system/history': history,
  '/safe-mode': safeModeRows,
  '/user/active': activeRows,
  '/file': files,
}
