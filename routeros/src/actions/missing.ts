import { RouterError } from '../errors.ts'

/** Whether the router has no such menu or command, which depends on version and packages. */
export const isMissingMenu = (error: unknown): boolean =>
  error instanceof RouterError && error.kind === 'refused' && /^no such command|^unknown command/.test(error.message)

/** Whether a row is gone. */
export const isMissingRow = (error: unknown): boolean =>
  error instanceof RouterError && error.kind === 'refused' && error.message.startsWith('no such item')

/** What `work` gives; undefined where the router refuses it: menu not there, or not allowed to look. */
export async function unlessRejected<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return undefined
    throw error
  }
}
