import { message } from '@trunkline/contract/errors'
import { connect, type Session } from '@trunkline/routeros'
import type { Databases } from '../db/pool.ts'
import { open, type Keys } from '../secrets.ts'
import type { AddressGuard } from './address-guard.ts'
import { allottedTo } from './allotted.ts'
import type { DeviceTrust } from './device-trust.ts'
import { DeviceError } from './devices.ts'
import { passwordContext } from './password-context.ts'
import { readSerial } from './readings/identity.ts'
import { hostOf, isManaged, portOf, type DeviceSettings } from './settings.ts'

/** Maximum calls in flight to one router: more do not help, because a router processes them sequentially. */
const window = 4

export interface SessionContext {
  keys: Keys
  databases: Databases
  guard: AddressGuard
  trust: DeviceTrust
}

/**
 * Connects to a device and logs in. Checks its address, its certificate, and that it is the expected device.
 * @throws DeviceError
 * @throws RouterError
 */
export async function openSession(
  { keys, databases, guard, trust }: SessionContext,
  of: DeviceSettings,
  connectTimeoutMs: number,
): Promise<Session> {
  if (!isManaged(of)) throw new DeviceError('address', message('device.not_managed'))
  const host = hostOf(of)
  if (host === null) throw new DeviceError('tunnel', message('device.tunnel_down'))
  const owner = { company_id: of.company_id, hardware_id: of.id, vpn_dialup_id: of.vpn_dialup_id }
  const place = await guard.check(host, portOf(of), allottedTo(databases, owner))
  const pinned = of.pinned ?? of.learned
  const session = await connect({
    host: place.host,
    address: place.address,
    port: portOf(of),
    transport: of.protocol,
    user: of.user as string,
    password: of.password === null ? '' : open(keys, of.password, passwordContext(of.id)),
    ...(pinned !== null && { pinned }),
    connectTimeoutMs,
    window,
  }).catch(async (error: unknown) => {
    await trust.reportChange(of, error)
    throw error
  })
  try {
    await checkSerial(session, of, connectTimeoutMs)
    if (pinned !== null) await trust.clearChange(of)
    else if (session.fingerprint !== undefined) await trust.learn(of, session.fingerprint)
    return session
  } catch (error) {
    void session.close().catch(() => {})
    throw error
  }
}

/** @throws DeviceError `other-device` */
async function checkSerial(session: Session, of: DeviceSettings, connectTimeoutMs: number): Promise<void> {
  if (of.serial_number === null) return
  const serial = await readSerial(session, connectTimeoutMs)
  if (serial === null || serial.toUpperCase() === of.serial_number.toUpperCase()) return
  throw new DeviceError(
    'other-device',
    message('device.other_serial_number', { serial_number: serial, expected: of.serial_number }),
  )
}
