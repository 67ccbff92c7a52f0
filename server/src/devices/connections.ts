import { message } from '@trunkline/contract/errors'
import type { Session, SshSession } from '@trunkline/routeros'
import type { Databases } from '../db/pool.ts'
import type { Keys } from '../secrets.ts'
import type { AddressGuard } from './address-guard.ts'
import { createDeviceTrust } from './device-trust.ts'
import { DeviceError } from './devices.ts'
import { toDeviceError } from './faults.ts'
import { createLoginBackoff } from './login-backoff.ts'
import { openSession, type SessionContext } from './open-session.ts'
import { openSsh } from './open-ssh.ts'
import { fingerprintOf, type DeviceSettings } from './settings.ts'

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
  /**
   * A connection over SSH to the device of an open session; the caller closes it.
   * @throws DeviceError
   * @throws RouterError if the session ends
   */
  ssh(of: DeviceSettings, session: Session): Promise<SshSession>
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

const sweepMs = 15_000

export function createConnections({ keys, databases, guard, idleMs = 150_000 }: ConnectionSettings): Connections {
  const stored = new Map<number, OpenConnection>()
  const logins = createLoginBackoff()
  const context: SessionContext = { keys, databases, guard, trust: createDeviceTrust(databases) }
  let stopped = false

  const forget = (id: number, one: OpenConnection) => {
    if (stored.get(id) === one) stored.delete(id)
    one.session.then((session) => session.close()).catch(() => {})
  }

  async function connectTo(of: DeviceSettings, { connectTimeoutMs = 5000 }: UseOptions): Promise<Session> {
    if (stopped) throw new DeviceError('unreachable', message('device.panel_stopping'))
    const login = logins.attempt(of.id, fingerprintOf(of))
    try {
      const session = await openSession(context, of, connectTimeoutMs)
      login.succeeded()
      return session
    } catch (error) {
      const problem = toDeviceError(error)
      if (problem.error === 'login') login.rejected()
      throw problem
    }
  }

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [id, one] of stored) if (now - one.usedAt > idleMs) forget(id, one)
    logins.sweep()
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
        session: connectTo(of, options),
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
    fresh: (of, options = {}) => connectTo(of, options),
    ssh: (of, session) => openSsh(context, of, session),
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
