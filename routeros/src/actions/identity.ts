import { readRow, proplistOf, type RowOf } from '../menus/menu.ts'
import { systemIdentity, systemLicense, systemResource, systemRouterboard, user, userGroup } from '../menus/system.ts'
import type { CallOptions, Session } from '../session.ts'
import { readVersion, type Version } from '../values/version.ts'
import { unlessRejected } from './missing.ts'

export interface Identity {
  identity: string | null
  /** Display name: `hAP ax^2`, `CHR`. */
  board: string | null
  /** Product code: `C52iG-5HaxD2HaxD`; null for virtual routers. */
  model: string | null
  /** Of the board, or the system or software id of the licence if there is no board. */
  serial_number: string | null
  /** As the router reports it: `7.14.3 (stable)`. */
  version_text: string | null
  version: Version
  architecture: string | null
  uptime_seconds: number | null
  current_firmware: string | null
  upgrade_firmware: string | null
  resource: RowOf<typeof systemResource>
}

/**
 * Identifies a router with four small reads. Null for menus that it does not have, and for values that the user may
 * not see.
 * @throws RouterError if resource or identity cannot be read
 */
export async function readIdentity(session: Session, options: CallOptions = {}): Promise<Identity> {
  const [resources, names, boards] = await Promise.all([
    session.print(systemResource.path, { ...options, proplist: proplistOf(systemResource) }),
    session.print(systemIdentity.path, { ...options, proplist: proplistOf(systemIdentity) }),
    unlessRejected(session.print(systemRouterboard.path, { ...options, proplist: proplistOf(systemRouterboard) })),
  ])
  const resource = readRow(systemResource, resources[0] ?? {})
  const board = readRow(systemRouterboard, boards?.[0] ?? {})
  let serial = board.serial_number
  if (serial === null || serial === '') {
    const proplist = proplistOf(systemLicense)
    const rows = await unlessRejected(session.print(systemLicense.path, { ...options, proplist }))
    const license = readRow(systemLicense, rows?.[0] ?? {})
    serial = license.system_id ?? license.software_id
  }
  return {
    identity: readRow(systemIdentity, names[0] ?? {}).name,
    board: resource.board_name,
    model: board.model === '' ? null : board.model,
    serial_number: serial === '' ? null : serial,
    version_text: resource.version,
    version: readVersion(resource.version),
    architecture: resource.architecture_name,
    uptime_seconds: resource.uptime === null ? null : Math.floor(resource.uptime),
    current_firmware: board.current_firmware,
    upgrade_firmware: board.upgrade_firmware,
    resource,
  }
}

/** Only the version, for actions that depend on it. */
export async function versionOf(session: Session, options: CallOptions = {}): Promise<Version> {
  const rows = await session.print(systemResource.path, { ...options, proplist: ['version'] })
  return readVersion(rows[0]?.version)
}

/** Policies of the user on the router: `read`, `write`, `policy` …; empty if the router does not report them. */
export async function policiesOf(session: Session, userName: string, options: CallOptions = {}): Promise<string[]> {
  const users = await unlessRejected(
    session.print(user.path, { ...options, proplist: ['name', 'group'], where: { name: userName } }),
  )
  const group = users?.[0]?.group
  if (group === undefined) return []
  const groups = await unlessRejected(
    session.print(userGroup.path, { ...options, proplist: ['name', 'policy'], where: { name: group } }),
  )
  return readRow(userGroup, groups?.[0] ?? {}).policy.filter((policy) => !policy.startsWith('!'))
}
