import type { TFunction } from 'i18next'

/** Numbers as messages write them: limits, counts, the telephone number of an example. */
const number = /\d+(?:[.,]\d+)*(?: \d+)*/g

/** The key of a message among the texts: its words, with one sign for numbers. */
export const saidKey = (message: string): string =>
  message
    .replaceAll(number, 'n')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

type Say = (message: string, t: TFunction) => string | undefined
let sayOther: Say = () => undefined

/** Whoever knows more sentences than the texts do is asked for those that they lack (`sentences.ts`). */
export function askForOthers(say: Say): void {
  sayOther = say
}

/**
 * A message of the contract or the server, which are English, in the reader's language. One that the texts do not know
 * (most name a record) stays as it is: better in English than not at all.
 */
export function said(message: string, t: TFunction): string {
  const words = t(`form:said.${saidKey(message)}`, { n: message.match(number)?.[0] ?? '', defaultValue: '' })
  return words || (sayOther(message, t) ?? message)
}

/** The same for the messages of fields. */
export const saidFields = (errors: Record<string, string>, t: TFunction): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, said(message, t)]))
