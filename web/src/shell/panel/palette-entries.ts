import type { Icon } from '@tabler/icons-react'

export interface PaletteEntry {
  key: string
  group: 'screens' | 'actions' | 'records'
  text: string
  detail?: string
  /** The tooltip: the position of a record in the hierarchy. */
  title?: string
  icon?: Icon
  run: () => void
}

const plain = (text: string) =>
  text
    .toLocaleLowerCase()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')

/**
 * Entries that contain every typed word, those that start with it first. Records are not filtered: the server has
 * already searched them, in fields that are not shown here.
 */
export function matching(entries: PaletteEntry[], typed: string): PaletteEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  const rank = (entry: PaletteEntry): number => {
    if (entry.group === 'records') return 1
    const text = plain(`${entry.text} ${entry.detail ?? ''}`)
    if (!words.every((word) => text.includes(word))) return 0
    return text.startsWith(words[0] as string) ? 2 : 1
  }
  const order = ['screens', 'actions', 'records']
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => order.indexOf(a.entry.group) - order.indexOf(b.entry.group) || b.rank - a.rank)
    .map((one) => one.entry)
}
