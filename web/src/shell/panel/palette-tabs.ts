/** A tab of the page behind the palette. */
export interface PageTab {
  label: string
  open: () => void
}

/** The text of an element without the counts inside it. */
function labelOf(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  return walker.nextNode()?.nodeValue?.trim() ?? ''
}

/**
 * The tabs that the page shows, read from the page itself: whatever a page draws as tabs, or as links between related
 * pages (`LinkTabs`), is found, and only what this user may open is there.
 */
export const tabsOfPage = (): PageTab[] =>
  [...document.querySelectorAll<HTMLElement>('main [role="tab"]:not(:disabled), main nav[data-tabs] a')]
    .filter((element) => element.ariaSelected !== 'true' && !element.hasAttribute('aria-current'))
    .map((element) => ({ label: labelOf(element), open: () => element.click() }))
    .filter(({ label }) => label !== '')
