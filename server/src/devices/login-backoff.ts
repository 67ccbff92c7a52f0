import { message } from '@trunkline/contract/errors'
import { DeviceError } from './devices.ts'

/** Milliseconds that a rejected login is not retried: the first delay, and the maximum of its doubling. */
const delay = { first: 30_000, max: 900_000 }

interface LoginAttempt {
  succeeded(): void
  rejected(): void
}

/** Delays logins that a device has rejected, so that the panel never triggers an account lockout. */
interface LoginBackoff {
  /**
   * Call it before a login, and report the outcome to what it returns. Other settings (address, user, password: the
   * key) are not delayed.
   * @throws DeviceError `login` while the delay lasts
   */
  attempt(id: number, key: string): LoginAttempt
  /** Forgets devices without a recent rejection. */
  sweep(): void
}

export function createLoginBackoff(): LoginBackoff {
  const rejections = new Map<number, { key: string; until: number; wait: number }>()
  return {
    attempt(id, key) {
      const last = rejections.get(id)
      if (last !== undefined && last.key === key && last.until > Date.now())
        throw new DeviceError('login', message('device.login_paused'))
      if (last !== undefined && last.key !== key) rejections.delete(id)
      return {
        succeeded: () => void rejections.delete(id),
        rejected() {
          // With jitter, so that devices with the same wrong password do not retry simultaneously.
          const wait = Math.min(last?.key === key ? last.wait * 2 : delay.first, delay.max)
          rejections.set(id, { key, wait, until: Date.now() + wait * (0.8 + Math.random() * 0.4) })
        },
      }
    },
    sweep() {
      const now = Date.now()
      for (const [id, { until }] of rejections) if (until + delay.max < now) rejections.delete(id)
    },
  }
}
