import type { CoaConclusion } from '@trunkline/contract/resources/radius-enums'
import type { CoaAnswer } from './coa.ts'

/** Seconds until the second, third and fourth attempt of a request that the NAS could not serve at the time. */
export const retryDelays = [30, 120, 600] as const

/** `close`: what ended the session, as its cause; it is closed unless the NAS has reported it since. */
export type Consequence =
  | { close: 'Session-Context-Not-Found' | 'Residual-Session-Context-Removed' }
  | { conclusion: Exclude<CoaConclusion, 'closed' | 'reported'> | null }

/**
 * What follows from an answer of a NAS (RFC 5176, 3.6). A cause that is not named here leaves the session as it is.
 * @param attempt which attempt was answered, from 1
 */
export function consequenceOf(kind: 'coa' | 'disconnect', answer: CoaAnswer, attempt: number): Consequence {
  // 201 belongs to the ACK of a Disconnect alone: the session was gone, and its remains were removed.
  if (answer.state === 'ack')
    return kind === 'disconnect' && answer.cause === 201
      ? { close: 'Residual-Session-Context-Removed' }
      : { conclusion: null }
  if (answer.state !== 'nak') return { conclusion: null }
  switch (answer.cause) {
    case 503:
      return { close: 'Session-Context-Not-Found' }
    // Not removable now, no resources, not routable now, a proxy failed.
    case 502:
    case 504:
    case 505:
    case 506:
      return { conclusion: attempt <= retryDelays.length ? 'retry' : 'retries-used' }
    // An attribute or value that the NAS does not take. Without a cause there is nothing better to assume.
    case 401:
    case 402:
    case 404:
    case 407:
    case undefined:
      return { conclusion: kind === 'coa' ? 'replaced' : 'not-repeated' }
    case 403:
    case 405:
    case 406:
    case 501:
      return { conclusion: 'setting' }
    case 507:
      return { conclusion: 'reauthentication' }
    default:
      return { conclusion: null }
  }
}
