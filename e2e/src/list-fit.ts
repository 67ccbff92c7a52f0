import type { Page } from 'playwright-core'

/**
 * What does not fit in the tables of lists on the page: a region that scrolls sideways, a cell below the cell of the
 * row's actions, a column head that is cut off. Empty for a page without lists.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const region of document.querySelectorAll<HTMLElement>('main [role="group"][tabindex="0"]')) {
      const table = region.querySelector('table')
      if (table === null) continue
      const name = table.getAttribute('aria-label') ?? ''
      const wide = region.scrollWidth - region.clientWidth
      if (wide > 1) found.push(`${name}: ${wide} px do not fit in ${region.clientWidth}`)
      for (const label of table.querySelectorAll<HTMLElement>('thead th span'))
        if (label.scrollWidth > label.clientWidth + 1 && label.clientWidth > 1)
          found.push(`${name}: the head "${label.textContent}" is cut off`)
      for (const row of table.querySelectorAll('tr')) {
        const cells = [...row.children]
        const last = cells.at(-1)
        if (last === undefined || getComputedStyle(last).position !== 'sticky') continue
        const edge = last.getBoundingClientRect().left
        for (const cell of cells.slice(0, -1))
          if (cell.getBoundingClientRect().right > edge + 1)
            found.push(`${name}: "${cell.textContent}" is below the actions`)
      }
    }
    return [...new Set(found)]
  })

/** Whether the page shows a list with rows. */
export const hasRows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('main [role="group"][tabindex="0"] tbody tr') !== null)
