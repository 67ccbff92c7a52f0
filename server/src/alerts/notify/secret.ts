import { open, seal, type Keys } from '../../secrets.ts'

/** The parts of a target that users cannot read again. */
export interface TargetSecret {
  url: string | null
  token: string | null
}

/** Encryption context of the secrets of notification targets, which are sealed before a new target has an id. */
export const targetContext = 'notification-target'

export const sealTarget = (keys: Keys, secret: TargetSecret): Buffer =>
  seal(keys, JSON.stringify(secret), targetContext)

/** @throws Error if no key decrypts it */
export const openTarget = (keys: Keys, sealed: Buffer | null): TargetSecret =>
  sealed === null ? { url: null, token: null } : (JSON.parse(open(keys, sealed, targetContext)) as TargetSecret)
