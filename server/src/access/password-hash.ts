import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/** Cost of argon2id (RFC 9106): memory in KiB, passes, lanes. */
export interface PasswordCost {
  memory: number
  passes: number
  lanes: number
}

/** 64 MiB, three passes, one lane (RFC 9106, 4: second recommended option): about 60 ms of one core. */
export const defaultCost: PasswordCost = { memory: 65_536, passes: 3, lanes: 1 }

/** Maximum number of concurrent hashes, of 64 MiB each … */
export const maxConcurrent = 4
/** … and of queued callers; further callers get rate_limited. */
export const maxQueueLength = 50

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs `work` when a slot is free.
 * @throws AppError rate_limited if the queue is full
 */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxQueueLength) throw new AppError('rate_limited', { retryAfter: 2 })
    // The slot is passed to the next caller in the queue instead of being freed, so that a new caller cannot take it.
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

const options = ({ memory, passes, lanes }: PasswordCost) => ({
  algorithm: 2 as const,
  memoryCost: memory,
  timeCost: passes,
  parallelism: lanes,
})

/**
 * Hashes a password for storage.
 * @throws AppError rate_limited if the queue is full
 */
export const hashPassword = (password: string, cost: PasswordCost = defaultCost): Promise<string> =>
  withSlot(() => hash(password, options(cost)))

const decoys = new Map<string, Promise<string>>()

/**
 * Compares a password with a stored hash. Without a hash (no such account, or not for this form) it verifies a decoy of
 * the same cost and returns false, so that the time does not reveal which accounts exist.
 * @throws AppError rate_limited if the queue is full
 */
export function checkPassword(
  password: string,
  stored: string | null | undefined,
  cost: PasswordCost = defaultCost,
): Promise<boolean> {
  return withSlot(async () => {
    const against = stored ?? (await decoyOf(cost))
    return (await verify(against, password)) && typeof stored === 'string'
  })
}

function decoyOf(cost: PasswordCost): Promise<string> {
  const key = JSON.stringify(cost)
  let decoy = decoys.get(key)
  if (decoy === undefined) {
    decoy = hash('nobody has this password', options(cost))
    decoys.set(key, decoy)
  }
  return decoy
}

/** Creates the decoy at startup, so that the first unknown account takes no longer than the others. */
export const prepareDecoy = async (cost: PasswordCost = defaultCost): Promise<void> => void (await decoyOf(cost))
