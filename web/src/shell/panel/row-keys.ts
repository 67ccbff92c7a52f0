import type { RowMove } from './keys.ts'

/** The link of every row that a list shows, in order; lists mark them with `data-row`. */
const links = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

const rowOf = (element: Element | null) => element?.closest('tr, li, article') ?? null

/**
 * Moves the focus from row to row by their links, or presses the box or the menu of the row that has it.
 * @returns whether there was a list to do it in
 */
export function moveInList(to: RowMove): boolean {
  const all = links()
  if (all.length === 0) return false
  const row = rowOf(document.activeElement)
  const at = row === null ? -1 : all.findIndex((link) => row.contains(link))
  if (to === 'next' || to === 'previous') {
    const next = at < 0 ? 0 : Math.min(Math.max(at + (to === 'next' ? 1 : -1), 0), all.length - 1)
    all[next]?.focus()
    all[next]?.scrollIntoView({ block: 'nearest' })
    return true
  }
  if (at < 0) return false
  row?.querySelector<HTMLElement>(to === 'select' ? 'input[type="checkbox"]' : 'button[aria-haspopup="menu"]')?.click()
  return true
}
