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

/** At most this many hashes at once, of 64 MiB each … */
export const atOnce = 4
/** … and so many callers waiting; whoever comes after is told to come back. */
export const maxQueueLength = 50

let running = 0
const waiting: (() => void)[] = []

/** Runs `work` when one of the places is free. @throws AppError rate_limited with a full queue */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxQueueLength) throw new AppError('rate_limited', { retryAfter: 2 })
    // The place is handed over, not freed: nobody who comes meanwhile takes it.
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

/** Hashes a password that is to be stored. @throws AppError rate_limited with a full queue */
export const hashPassword = (password: string, cost: PasswordCost = defaultCost): Promise<string> =>
  inTurn(() => hash(password, options(cost)))

const decoys = new Map<string, Promise<string>>()

/**
 * Compares a password with a stored hash. Without one (no such account, or not through this form) it compares with a
 * decoy of the same cost and says no: the time does not tell which accounts exist.
 * @throws AppError rate_limited with a full queue
 */
export function checkPassword(
  password: string,
  stored: string | null | undefined,
  cost: PasswordCost = defaultCost,
): Promise<boolean> {
  return inTurn(async () => {
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

/** Makes the decoy at the start, so that the first unknown account takes no longer than the others. */
export const prepareDecoy = async (cost: PasswordCost = defaultCost): Promise<void> => void (await decoyOf(cost))
