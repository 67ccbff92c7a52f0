import { RouterError } from '../errors.ts'

/**
 * Runs the parts of one call sequentially. Once the first part succeeded, the call as a whole counts as sent: if a later
 * part fails before a byte is on the wire, the call must not be repeated.
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
