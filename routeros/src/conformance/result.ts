import { RouterError } from '../errors.ts'

/** What a check found about an assumption. */
export const checkResults = ['passed', 'failed', 'not applicable', 'unknown'] as const
export type CheckResult = (typeof checkResults)[number]

/** The assumption does not hold. */
export class CheckFailure extends Error {
  override name = 'CheckFailure'
}

/** This router cannot show whether the assumption holds: it lacks the menu, the hardware or the permission. */
export class NotApplicable extends Error {
  override name = 'NotApplicable'
}

/** The check came to no result. */
export class Undetermined extends Error {
  override name = 'Undetermined'
}

/** @throws CheckFailure with the message, unless the condition holds */
export function verify(condition: boolean, message: string): asserts condition {
  if (!condition) throw new CheckFailure(message)
}

/**
 * The error of a promise that the router is expected to reject.
 * @throws CheckFailure if it resolves
 */
export async function rejectionOf(work: Promise<unknown>, message: string): Promise<RouterError> {
  try {
    await work
  } catch (error) {
    if (error instanceof RouterError) return error
    throw error
  }
  throw new CheckFailure(message)
}

/** The result that an error stands for: a lost connection shows nothing about the router, a rejection does. */
export function resultOfError(error: unknown): { result: CheckResult; reason: string } {
  if (error instanceof CheckFailure) return { result: 'failed', reason: error.message }
  if (error instanceof NotApplicable) return { result: 'not applicable', reason: error.message }
  if (error instanceof Undetermined) return { result: 'unknown', reason: error.message }
  if (!(error instanceof RouterError))
    return { result: 'unknown', reason: error instanceof Error ? error.message : 'An unknown error occurred.' }
  if (error.kind === 'unsupported') return { result: 'not applicable', reason: error.message }
  if (error.kind === 'protocol')
    return { result: 'failed', reason: `The reply does not follow the protocol: ${error.message}` }
  if (error.kind !== 'refused') return { result: 'unknown', reason: `${error.kind}: ${error.message}` }
  if (/not enough permissions/.test(error.message))
    return { result: 'unknown', reason: `The login lacks a policy: ${error.message}` }
  if (/device-mode/.test(error.message))
    return { result: 'not applicable', reason: `The device mode forbids it: ${error.message}` }
  return { result: 'failed', reason: `The router rejected a command: ${error.message}` }
}
