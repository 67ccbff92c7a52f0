import type { RowMark } from './shapes.ts'

/*
 * The comment of a row created by the panel starts with a mark of its purpose: `trunkline:a17 Kim’s telephone` for an
 * entry of access control, `trunkline:h4 …` for the hours of a Wi-Fi network. All other rows on a device belong to its
 * operator.
 */

const letters = { access: 'a', hours: 'h' } as const

export const markText = ({ kind, id }: RowMark, words: string): string =>
  `trunkline:${letters[kind]}${id} ${words}`.trim()

export function readMark(comment: string | null | undefined): RowMark | null {
  const found = /^trunkline:([ah])([1-9]\d{0,15})(?= |$)/.exec(comment ?? '')
  return found === null ? null : { kind: found[1] === 'a' ? 'access' : 'hours', id: Number(found[2]) }
}

/** A unique string per mark. */
export const markKey = ({ kind, id }: RowMark): string => `${letters[kind]}${id}`
