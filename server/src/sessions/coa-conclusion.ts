import type { CoaConclusion } from '@trunkline/contract/resources/radius-enums'
import type { CoaAnswer } from './coa.ts'

/** Seconds before the second, third and fourth attempt of a request that the NAS could not serve temporarily. */
export const retryDelays = [30, 120, 600] as const

/** `close`: the termination cause; the session is closed unless the NAS has reported it since. */
export type Consequence =
  | { close: 'Session-Context-Not-Found' | 'Residual-Session-Context-Removed' }
  | { conclusion: Exclude<CoaConclusion, 'closed' | 'reported'> | null }

/**
 * The consequence of a NAS's reply (RFC 5176, 3.6). An Error-Cause that is not listed here has none.
 * @param attempt number of the attempt, from 1
 */
export function consequenceOf(kind: 'coa' | 'disconnect', answer: CoaAnswer, attempt: number): Consequence {
  // 201 occurs only in a Disconnect-ACK: the session was gone, and residual state was removed.
  if (answer.state === 'ack')
    return kind === 'disconnect' && answer.cause === 201
      ? { close: 'Residual-Session-Context-Removed' }
      : { conclusion: null }
  if (answer.state !== 'nak') return { conclusion: null }
  switch (answer.cause) {
    case 503:
      return { close: 'Session-Context-Not-Found' }
    // Session context not removable, resources unavailable, request not routable, proxy error.
    case 502:
    case 504:
    case 505:
    case 506:
      return { conclusion: attempt <= retryDelays.length ? 'retry' : 'retries-used' }
    // An attribute or value that the NAS does not support. Also the assumption for a NAK without a cause.
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
