/**
 * Scrolls a row of tabs, sideways only, so that the open tab is in its middle.
 * @param open selector of the open tab
 */
export function scrollToOpen(row: HTMLElement | null, open: string): void {
  const tab = row?.querySelector<HTMLElement>(open)
  if (!row || !tab || row.scrollWidth <= row.clientWidth) return
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
}
