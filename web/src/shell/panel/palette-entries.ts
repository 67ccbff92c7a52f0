import type { SearchState } from '@trunkline/contract/resources/search'
import type { Icon } from '@tabler/icons-react'

/** The groups in the order in which they are shown. Commands come first, since they were typed as such. */
export const paletteGroups = ['commands', 'tabs', 'screens', 'actions', 'records', 'next'] as const

export interface PaletteEntry {
  key: string
  group: (typeof paletteGroups)[number]
  text: string
  detail?: string | undefined
  /** Where a record is: the companies from the user's own to the owner. */
  path?: string | undefined
  state?: SearchState | null
  /** Further texts that it is found by. */
  words?: string | undefined
  /** Shown only when it was searched for. */
  hidden?: boolean
  icon?: Icon
  run: () => void
  /** The palette stays open, with this text in its field. */
  typed?: string
}

/** Without case, accents and punctuation: "Wi-Fi" and "wifi", "802.1X" and "8021x" are the same. */
export const plain = (text: string): string =>
  text
    .toLocaleLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^\p{L}\p{N}\s]/gu, '')

export const tokensOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean)

/** Groups that the palette has computed for what was typed: they are not filtered again. */
const computed: readonly PaletteEntry['group'][] = ['commands', 'records', 'next']

/**
 * Entries that contain every typed word, within a group those that start with it first. Records are not filtered: the
 * server has already searched them, in fields that are not shown here.
 */
export function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = tokensOf(typed)
  const isEmpty = typed.trim() === ''
  const rank = (entry: PaletteEntry): number => {
    if (computed.includes(entry.group)) return 1
    if (isEmpty) return entry.hidden === true ? 0 : 1
    const text = plain(entry.text)
    const all = `${text} ${plain(`${entry.detail ?? ''} ${entry.words ?? ''}`)}`
    if (words.length === 0 || !words.every((word) => all.includes(word))) return 0
    return text.startsWith(words[0] as string) ? 3 : words.every((word) => text.includes(word)) ? 2 : 1
  }
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => paletteGroups.indexOf(a.entry.group) - paletteGroups.indexOf(b.entry.group) || b.rank - a.rank)
    .map((one) => one.entry)
}

/** Words of at least so many letters select a command. */
const minCommandWord = 3

/** Whether each typed word starts a word of the label, in any order. */
export const commandMatches = (label: string, head: readonly string[]): boolean => {
  const own = tokensOf(label)
  return head.every((word) => word.length >= minCommandWord && own.some((one) => one.startsWith(word)))
}

/**
 * What was typed, split into a command and the record that it is about: "reboot quay router", or "quay router ports". The
 * longest command wins; undefined if no label matches.
 * @param labels texts of commands without a record
 */
export function splitCommand(typed: string, labels: readonly string[]): { head: string[]; rest: string } | undefined {
  const raw = typed.trim().split(/\s+/)
  for (let count = raw.length - 1; count > 0; count--)
    for (const [command, rest] of [
      [raw.slice(0, count), raw.slice(count)],
      [raw.slice(-count), raw.slice(0, -count)],
    ] as const) {
      const head = command.flatMap(tokensOf)
      if (head.length > 0 && labels.some((label) => commandMatches(label, head))) return { head, rest: rest.join(' ') }
    }
  return undefined
}
