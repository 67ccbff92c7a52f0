import { RouterError } from '../errors.ts'

/**
 * Runs the parts of one call one after the other. Once the first one is done, the call as a whole was sent: where a later
 * part fails without a byte on the wire, it must not look as if all of it could be sent again.
 */
export async function inTurn(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  let isStarted = false
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      if (!isStarted || !(error instanceof RouterError) || error.sent) throw error
      const { kind, message, cause } = error
      throw new RouterError(kind, message, { sent: true, cause })
    }
    isStarted = true
  }
}
