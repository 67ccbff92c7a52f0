import { message } from '@trunkline/contract/errors'
import { connect, type Session } from '@trunkline/routeros'
import { open, type Keys } from '../secrets.ts'
import type { Databases } from '../db/pool.ts'
import type { AddressGuard } from './address-guard.ts'
import { allottedTo } from './allotted.ts'
import { DeviceError } from './devices.ts'
import { createDeviceTrust } from './device-trust.ts'
import { toDeviceError } from './faults.ts'
import { passwordContext } from './password-context.ts'
import { readSerial } from './readings/identity.ts'
import { fingerprintOf, hostOf, isManaged, portOf, type DeviceSettings } from './settings.ts'

export interface ConnectionSettings {
  keys: Keys
  databases: Databases
  guard: AddressGuard
  /** Milliseconds that an unused session stays open; default 150,000: two and a half polls. */
  idleMs?: number
}

export interface UseOptions {
  /** Milliseconds for connect and login; default 5,000. */
  connectTimeoutMs?: number
}

/**
 * The sessions of this process: one per device, opened on demand and kept open while in use. Readings, commands and
 * requests share it, with a small limit of calls in flight.
 */
export interface Connections {
  /**
   * The open session of a device, or a new one.
   * @throws DeviceError
   */
  session(of: DeviceSettings, options?: UseOptions): Promise<Session>
  /**
   * A separate session that is not shared; the caller closes it.
   * @throws DeviceError
   */
  fresh(of: DeviceSettings, options?: UseOptions): Promise<Session>
  /** The certificate that the device presented at the last connect; undefined without TLS or before. */
  certificate(id: number): string | undefined
  /** Closes the session of a device that is known to be unusable. */
  drop(id: number): void
  stop(): Promise<void>
}

interface OpenConnection {
  key: string
  session: Promise<Session>
  usedAt: number
  certificate: string | undefined
}

/** How long a rejected login is not retried. The delay doubles, so that the panel never triggers an account lockout. */
const loginBackoff = { first: 30_000, most: 900_000 }
const sweepMs = 15_000
/** Maximum calls in flight to one router: more do not help, because a router processes them sequentially. */
const window = 4

export function createConnections({ keys, databases, guard, idleMs = 150_000 }: ConnectionSettings): Connections {
  const stored = new Map<number, OpenConnection>()
  const rejected = new Map<number, { key: string; until: number; wait: number }>()
  const trust = createDeviceTrust(databases)
  let stopped = false

  const forget = (id: number, one: OpenConnection) => {
    if (stored.get(id) === one) stored.delete(id)
    one.session.then((session) => session.close()).catch(() => {})
  }

  async function openSession(of: DeviceSettings, { connectTimeoutMs = 5000 }: UseOptions): Promise<Session> {
    if (stopped) throw new DeviceError('unreachable', message('device.panel_stopping'))
    const key = fingerprintOf(of)
    const wait = rejected.get(of.id)
    if (wait !== undefined && wait.key === key && wait.until > Date.now())
      throw new DeviceError('login', message('device.login_paused'))
    if (wait !== undefined && wait.key !== key) rejected.delete(of.id)
    try {
      const session = await connectTo(of, connectTimeoutMs)
      rejected.delete(of.id)
      return session
    } catch (error) {
      const problem = toDeviceError(error)
      if (problem.error === 'login') {
        // With jitter, so that devices with the same wrong password do not retry simultaneously.
        const next = Math.min(wait?.key === key ? wait.wait * 2 : loginBackoff.first, loginBackoff.most)
        rejected.set(of.id, { key, wait: next, until: Date.now() + next * (0.8 + Math.random() * 0.4) })
      }
      throw problem
    }
  }

  async function connectTo(of: DeviceSettings, connectTimeoutMs: number): Promise<Session> {
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

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [id, one] of stored) if (now - one.usedAt > idleMs) forget(id, one)
    for (const [id, one] of rejected) if (one.until + loginBackoff.most < now) rejected.delete(id)
  }, sweepMs)
  sweep.unref()

  return {
    async session(of, options = {}) {
      const key = fingerprintOf(of)
      let one = stored.get(of.id)
      if (one !== undefined && one.key !== key) {
        forget(of.id, one)
        one = undefined
      }
      if (one !== undefined) {
        one.usedAt = Date.now()
        const session = await one.session
        if (session.isOpen) return session
        forget(of.id, one)
      }
      // Another caller may have found it closed and opened a new one.
      const other = stored.get(of.id)
      if (other !== undefined && other !== one && other.key === key) return other.session
      const created: OpenConnection = {
        key,
        session: openSession(of, options),
        usedAt: Date.now(),
        certificate: undefined,
      }
      stored.set(of.id, created)
      try {
        const session = await created.session
        created.certificate = session.fingerprint
        created.usedAt = Date.now()
        return session
      } catch (error) {
        if (stored.get(of.id) === created) stored.delete(of.id)
        throw error
      }
    },
    fresh: (of, options = {}) => openSession(of, options),
    certificate: (id) => stored.get(id)?.certificate,
    drop(id) {
      const one = stored.get(id)
      if (one !== undefined) forget(id, one)
    },
    async stop() {
      stopped = true
      clearInterval(sweep)
      const all = [...stored.values()]
      stored.clear()
      await Promise.allSettled(all.map(async ({ session }) => (await session).close()))
    },
  }
}
