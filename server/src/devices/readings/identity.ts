import { readHealth, RouterError, type Row, type Session } from '@trunkline/routeros'
import { numberOf, secondsOf, textOf, integerOf } from './values.ts'

/** Rows of a menu that a version or a board may lack; empty if the device reports that it does not exist. */
export async function optional(rows: Promise<Row[]>): Promise<Row[]> {
  try {
    return await rows
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return []
    throw error
  }
}

/** The serial number; an x86 or CHR has none and is identified by its licence id. Null if the login may not read it. */
export async function readSerial(session: Session, timeoutMs?: number): Promise<string | null> {
  const call = timeoutMs === undefined ? {} : { timeoutMs }
  const [board] = await optional(session.print('system/routerboard', { proplist: ['serial-number'], ...call }))
  const serial = textOf(board?.['serial-number'])
  if (serial !== null) return serial
  const [licence] = await optional(session.print('system/license', { ...call }))
  return textOf(licence?.['system-id']) ?? textOf(licence?.['software-id'])
}

export interface Resource {
  uptime_seconds: number | null
  routeros_version: string | null
  cpu_load: number | null
  cpu_count: number | null
  memory_total: number | null
  memory_free: number | null
  disk_total: number | null
  disk_free: number | null
  architecture: string | null
  board: string | null
  /** The oldest version that the device accepts. */
  factory_software: string | null
}

/** `7.16.2 (stable)` → `7.16.2` */
const versionOf = (text: string | undefined) => textOf(text)?.split(' ')[0] ?? null

export async function readResource(session: Session, timeoutMs?: number): Promise<Resource> {
  const [row = {}] = await session.print('system/resource', timeoutMs === undefined ? {} : { timeoutMs })
  return {
    uptime_seconds: secondsOf(row['uptime']),
    routeros_version: versionOf(row['version']),
    cpu_load: integerOf(row['cpu-load']),
    cpu_count: integerOf(row['cpu-count']),
    memory_total: numberOf(row['total-memory']),
    memory_free: numberOf(row['free-memory']),
    disk_total: numberOf(row['total-hdd-space']),
    disk_free: numberOf(row['free-hdd-space']),
    architecture: textOf(row['architecture-name']),
    board: textOf(row['board-name']),
    factory_software: versionOf(row['factory-software']),
  }
}

export interface Board {
  identity: string | null
  /** Product code. */
  model: string | null
  serial_number: string | null
  firmware: string | null
  upgrade_firmware: string | null
}

export async function readBoard(session: Session): Promise<Board> {
  const [identity, board] = await Promise.all([
    session.print('system/identity'),
    optional(session.print('system/routerboard')),
  ])
  const row = board[0] ?? {}
  return {
    identity: textOf(identity[0]?.['name']),
    model: textOf(row['model']),
    serial_number: textOf(row['serial-number']) ?? (await readSerial(session)),
    firmware: textOf(row['current-firmware']),
    upgrade_firmware: textOf(row['upgrade-firmware']),
  }
}

/** Temperature and voltage, from whichever sensors the board has. */
export const readSensors = async (session: Session) => readHealth(await optional(session.print('system/health')))

export async function readPackages(session: Session): Promise<string[]> {
  const rows = await optional(session.print('system/package', { proplist: ['name', 'disabled'] }))
  return rows.flatMap((row) => (row['name'] === undefined || row['disabled'] === 'true' ? [] : [row['name']]))
}
