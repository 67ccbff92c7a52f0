import { message } from '@trunkline/contract/errors'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Session } from '@trunkline/routeros'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { AppError, invalid } from '../errors.ts'
import { open, type Keys } from '../secrets.ts'
import type { AddressGuard } from './address-guard.ts'
import { allottedBelow, allottedTo } from './allotted.ts'
import type { Contact, ContactFound } from './devices.ts'
import { DeviceError } from './devices.ts'
import { toDeviceError } from './faults.ts'
import { passwordContext } from './password-context.ts'
import { within } from './reads.ts'
import { optional, readBoard, readResource } from './readings/identity.ts'
import { listOf, textOf } from './readings/values.ts'
import { hostOf, portOf, readSettings, type DeviceSettings } from './settings.ts'
import { sql } from 'kysely'

export interface ContactContext {
  keys: Keys
  databases: Databases
  guard: AddressGuard
  /** Duration of a failed test by a tenant in milliseconds; default 6,000. */
  contactMs?: number
}

const connectMs = 5000
const totalMs = 15_000
/** The duration of a connect timeout, plus one second for the rest. */
const tenantMs = 6000

/** The message for a tenant if no RouterOS answered, whatever the reason. */
const notReached = message('device.no_routeros_reached')

/**
 * First contact, see `Devices.contact`: identifies the device and finds problems. Stores nothing. A stored password is
 * sent only to where it was stored for: a different address, port, user or protocol requires it again.
 *
 * Tenants must not be able to use the test as a port scanner: unless a RouterOS answers, the reply is the same, after
 * the same time.
 */
export async function makeContact(context: ContactContext, of: Contact): Promise<ContactFound> {
  const began = performance.now()
  const { settings, password } = await requested(context, of)
  const { isProvider } = of.by
  const tenantTime = context.contactMs ?? tenantMs
  try {
    return await within(isProvider ? totalMs : tenantTime, find(context, of, settings, password))
  } catch (error) {
    const problem = toDeviceError(error)
    if (problem.error === 'address')
      throw invalid({
        // Names are not resolved for tenants.
        address:
          isProvider || isIP(hostOf(settings) ?? '') !== 0 ? problem.reason : message('device.address_not_allowed'),
      })
    if (problem.error === 'tunnel') throw invalid({ vpn_dialup_id: problem.reason })
    if (!isProvider && !isKnown(settings, problem)) {
      await sleep(Math.max(0, tenantTime - (performance.now() - began)))
      // Without its cause, which is in the panel's log only and never part of a reply.
      throw new AppError('device_unreachable', {
        reason: notReached,
        details: { error: 'unreachable', read_at: null, rows: null },
      })
    }
    if (problem.error === 'refused') throw new AppError('device_refused', { reason: problem.reason, cause: problem })
    throw new AppError('device_unreachable', {
      reason: problem.reason,
      details: { error: problem.error, read_at: null, rows: null, ...shown(problem) },
      cause: problem,
    })
  }
}

/**
 * Whether a tenant may see the error: a login rejected by RouterOS (over REST any web server may answer 401), or a
 * changed certificate of a device that was in contact before.
 */
const isKnown = (settings: DeviceSettings, { error: problem }: DeviceError): boolean =>
  (problem === 'login' && settings.protocol !== 'rest') || (problem === 'certificate' && settings.learned !== null)

/** The certificate that was presented instead of the pinned one. */
const shown = ({ cause }: DeviceError) => {
  const fingerprint = (cause as { fingerprint?: unknown } | undefined)?.fingerprint
  return typeof fingerprint === 'string' ? { certificate: fingerprint } : {}
}

async function requested(
  { keys, databases }: ContactContext,
  of: Contact,
): Promise<{ settings: DeviceSettings; password: string }> {
  const stored = await withSystem(databases, async (tx) => {
    const device =
      of.hardware_id === undefined ? undefined : (await readSettings(tx, [of.hardware_id])).get(of.hardware_id)
    const tunnel = of.vpn_dialup_id == null ? undefined : await tunnelAddress(tx, of.vpn_dialup_id)
    return { device, tunnel }
  })
  const before = stored.device
  const settings: DeviceSettings = {
    id: of.hardware_id ?? 0,
    name: before?.name ?? '',
    company_id: before?.company_id ?? 0,
    address: of.address === undefined ? (before?.address ?? null) : of.address,
    protocol: of.protocol ?? before?.protocol ?? 'api-ssl',
    port: of.port === undefined ? (before?.port ?? null) : of.port,
    user: of.user ?? before?.user ?? null,
    password: null,
    pinned: before?.pinned ?? null,
    learned: before?.learned ?? null,
    changed: before?.changed ?? null,
    serial_number: null,
    vpn_dialup_id: of.vpn_dialup_id === undefined ? (before?.vpn_dialup_id ?? null) : of.vpn_dialup_id,
    tunnel_address: of.vpn_dialup_id === undefined ? (before?.tunnel_address ?? null) : (stored.tunnel ?? null),
  }
  if (settings.user === null) throw invalid({ user: message('field.required') })
  if (settings.address === null && settings.vpn_dialup_id === null)
    throw invalid({ address: message('field.required') })
  const same =
    before !== undefined &&
    (['address', 'protocol', 'user', 'vpn_dialup_id'] as const).every((key) => before[key] === settings[key]) &&
    portOf(before) === portOf(settings)
  if (!same) Object.assign(settings, { pinned: null, learned: null, changed: null })
  if (of.password !== undefined) return { settings, password: of.password }
  if (before?.password == null) return { settings, password: '' }
  if (!same) throw invalid({ password: message('device.password_required') })
  return { settings, password: open(keys, before.password, passwordContext(before.id)) }
}

async function tunnelAddress(tx: Parameters<typeof readSettings>[0], service_id: number): Promise<string | null> {
  const { rows } = await sql<{ address: string }>`
    select host(framed_ip) as address from session_live where service_id = ${service_id} and framed_ip is not null order by started_at desc limit 1`.execute(
    tx,
  )
  return rows[0]?.address ?? null
}

async function find(
  { guard, databases }: ContactContext,
  { by, hardware_id }: Contact,
  settings: DeviceSettings,
  password: string,
): Promise<ContactFound> {
  const host = hostOf(settings)
  if (host === null) throw new DeviceError('tunnel', message('device.tunnel_down'))
  const owner = { company_id: by.company_id, hardware_id, vpn_dialup_id: settings.vpn_dialup_id }
  const place = await guard.check(
    host,
    portOf(settings),
    by.isProvider
      ? async () => true
      : hardware_id === undefined
        ? allottedBelow(databases, owner)
        : allottedTo(databases, { ...owner, company_id: settings.company_id }),
  )
  const pinned = settings.pinned ?? settings.learned
  const session = await connect({
    host: place.host,
    address: place.address,
    port: portOf(settings),
    transport: settings.protocol,
    user: settings.user as string,
    password,
    ...(pinned !== null && { pinned }),
    connectTimeoutMs: connectMs,
  })
  try {
    const [resource, board, policies] = await Promise.all([
      readResource(session),
      readBoard(session),
      readPolicies(session, settings.user as string),
    ])
    return {
      identity: board.identity ?? '',
      board: resource.board ?? board.model ?? '',
      model: board.model,
      serial_number: board.serial_number,
      routeros_version: resource.routeros_version ?? '',
      uptime_seconds: resource.uptime_seconds ?? 0,
      certificate: session.fingerprint ?? null,
      policies,
      warnings: warningsOf(settings, session, policies),
    }
  } finally {
    void session.close().catch(() => {})
  }
}

/** The policies of the login's group; `!policy` means denied. Empty if the login may not read them. */
async function readPolicies(session: Session, user: string): Promise<string[]> {
  const [row] = await optional(session.print('user', { proplist: ['name', 'group'], where: { name: user } }))
  if (row?.['group'] === undefined) return []
  const [group] = await optional(
    session.print('user/group', { proplist: ['name', 'policy'], where: { name: row['group'] } }),
  )
  return listOf(textOf(group?.['policy']) ?? '').filter((policy) => !policy.startsWith('!'))
}

function warningsOf(settings: DeviceSettings, session: Session, policies: readonly string[]): string[] {
  const clear = settings.protocol === 'api' || (settings.protocol === 'rest' && portOf(settings) === 80)
  const lacks = (policy: string) => policies.length > 0 && !policies.includes(policy)
  return [
    ...(lacks('write') ? ['no-write'] : []),
    ...(lacks('policy') ? ['no-policy'] : []),
    ...(clear ? ['plain-text'] : []),
    ...(!clear && session.fingerprint === undefined ? ['no-certificate'] : []),
    ...(settings.user === 'admin' ? ['default-user'] : []),
  ]
}
