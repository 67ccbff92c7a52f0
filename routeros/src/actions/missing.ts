import { RouterError } from '../errors.ts'

/** Whether the error says that the router has no such menu or command, which depends on version and packages. */
export const isMissingMenu = (error: unknown): boolean =>
  error instanceof RouterError && error.kind === 'refused' && /^no such command|^unknown command/.test(error.message)

/** Whether the error says that the row does not exist. */
export const isMissingRow = (error: unknown): boolean =>
  error instanceof RouterError && error.kind === 'refused' && error.message.startsWith('no such item')

/** The result of `work`; undefined if the router rejects it: the menu does not exist or the user may not read it. */
export async function unlessRejected<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return undefined
    throw error
  }
}
