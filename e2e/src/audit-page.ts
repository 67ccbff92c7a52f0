import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.0 A to 2.2 AA, and what axe recommends beyond it. */
const options: RunOptions & { checks: Record<string, { options: object }> } = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Axe runs this rule only if it is enabled by name.
  rules: { 'target-size': { enabled: true } },
  // An open menu or list of options is outside of the landmarks, like a dialog, which is exempt from the rule by default.
  checks: {
    region: {
      options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], svg' },
    },
  },
  resultTypes: ['violations'],
}

/** Waits for the end of the transitions that run: a button fades in after it was busy, with too little contrast on the way. */
const transitionsEnd = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/**
 * Waits until a page is stable: its heading is visible, nothing is marked as busy, and no file or call is in
 * flight. `busy: false` does not wait for parts that are kept loading on purpose.
 */
export async function settle(page: Page, { busy = true }: { busy?: boolean } = {}): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await transitionsEnd(page)
  if (!busy) return
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Stable: no request started or ended during several frames in a row.
        let seen = -1
        let still = 0
        const look = () => {
          const now = performance.getEntriesByType('resource').length
          still = now === seen ? still + 1 : 0
          seen = now
          if (still >= 6) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

const run = (page: Page, context?: string): Promise<AxeResults['violations']> =>
  page.evaluate(
    async ({ options, context }) =>
      (
        await (globalThis as unknown as { axe: { run(...given: unknown[]): Promise<AxeResults> } }).axe.run(
          ...(context === undefined ? [] : [context]),
          options,
        )
      ).violations,
    { options, context } as never,
  )

/**
 * Whether a target that a bar at the bottom of the window covers in part is still too small where it is scrolled to.
 * @returns undefined if the page no longer has it
 */
async function isSmallInView(page: Page, target: string): Promise<boolean | undefined> {
  const isThere = await page.evaluate((selector) => {
    const element = document.querySelector(selector)
    element?.scrollIntoView({ block: 'center' })
    return element !== null
  }, target)
  if (!isThere) return undefined
  const found = await run(page, target)
  await page.evaluate(() => scrollTo(0, 0))
  return found.some(({ id, nodes }) => id === 'target-size' && nodes.some((node) => node.target.join(' ') === target))
}

/** How often a page is checked that changes meanwhile, such as one with readings of devices. */
const maxChecks = 3

/** Findings of axe on the current page, one line per node. */
export async function violations(page: Page, check = 1): Promise<string[]> {
  // Evaluated through the debugger, so that the page's content security policy is unchanged.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const lines: string[] = []
  for (const { id, nodes } of await run(page))
    for (const { target, html, failureSummary } of nodes) {
      const where = target.join(' ')
      if (id === 'target-size' && failureSummary?.includes('obscured')) {
        const isSmall = await isSmallInView(page, where)
        if (isSmall === undefined && check < maxChecks) return await violations(page, check + 1)
        if (isSmall === false) continue
      }
      lines.push(
        `axe ${id}: ${where}\n    ${html.slice(0, 240)}\n    ${(failureSummary ?? '').replaceAll(/\s*\n\s*/g, ' ')}`,
      )
    }
  return lines
}

/** Whether the page scrolls horizontally, and which elements cause it. */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect()
      return width > 0 && right > clientWidth + 1
    })
    const names = wide.slice(-3).map((element) => element.outerHTML.slice(0, 160))
    return [`scrolls sideways: ${scrollWidth} px of content in ${clientWidth} px. For example ${names.join(' | ')}`]
  })
}

/** Open dialogs and menus that are outside of the window, in whole or in part. */
export async function outsideWindow(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog], [role=menu]')].flatMap((element) => {
      const { top, bottom, left, right, height } = element.getBoundingClientRect()
      const isInside = top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1
      return height === 0 || isInside
        ? []
        : [`outside of the window at ${Math.round(left)}, ${Math.round(top)}: ${element.outerHTML.slice(0, 160)}`]
    }),
  )
}

/** Findings of axe and horizontal overflow on a live page, which never becomes stable. */
export async function currentViolations(page: Page): Promise<string[]> {
  await settle(page, { busy: false })
  return [...(await violations(page)), ...(await sidewaysScroll(page))]
}
