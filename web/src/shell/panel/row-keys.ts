import type { RowMove } from './keys.ts'

/** The links of the visible rows, in order; lists mark them with `data-row`. */
const links = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

const rowOf = (element: Element | null) => element?.closest('tr, li, article') ?? null

/**
 * Moves the focus between rows by their links, or activates the checkbox or menu of the focused row.
 * @returns whether the page has a list
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
