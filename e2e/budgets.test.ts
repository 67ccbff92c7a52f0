import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, visit } from './src/browser.ts'
import { listReady } from './src/list.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { demoUser, fillSignIn } from './src/sign-in.ts'

let panel: Panel
let browser: Browser

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

/** Resources of a page by its own performance entries. Sizes are transfer sizes in kB. */
interface Weight {
  scripts: number
  scriptRequests: number
  styles: number
  /** Scripts requested after the page was drawn: the live channel and other deferred parts. */
  laterScripts: number
}

/** Records the moment at which the first element that matches this selector is drawn. */
async function observeReady(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const noted = globalThis as unknown as { readyAt?: number }
    new MutationObserver((_, observer) => {
      if (document.querySelector(wanted) === null) return
      noted.readyAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, selector)
}

async function weigh(page: Page): Promise<Weight> {
  const { readyAt, files } = await page.evaluate(() => ({
    readyAt: (globalThis as unknown as { readyAt?: number }).readyAt ?? Infinity,
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, startTime, encodedBodySize, decodedBodySize }) => ({
        path: new URL(name).pathname,
        startTime,
        encodedBodySize,
        decodedBodySize,
      }),
    ),
  }))
  // All but the smallest files are compressed.
  expect(
    files.filter(
      ({ path, encodedBodySize, decodedBodySize }) =>
        /\.(js|css)$/.test(path) && decodedBodySize > 2000 && encodedBodySize >= decodedBodySize,
    ),
  ).toEqual([])
  const ending = (end: string, late: boolean) =>
    files.filter(({ path, startTime }) => path.endsWith(end) && startTime > readyAt === late)
  const sum = (of: { encodedBodySize: number }[]) =>
    of.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0) / 1000
  return {
    scripts: sum(ending('.js', false)),
    scriptRequests: ending('.js', false).length,
    styles: sum(ending('.css', false)),
    laterScripts: sum(ending('.js', true)),
  }
}

const loadText = ({ scripts, scriptRequests, styles, laterScripts }: Weight) =>
  `${scripts.toFixed(1)} kB of JavaScript in ${scriptRequests} requests, ${styles.toFixed(1)} kB of CSS; later ${laterScripts.toFixed(1)} kB`

test('the sign-in page loads at most 140 kB of JavaScript, and the first list after it 254 kB in all', async () => {
  const { page, close } = await visit(browser, panel.origin)
  await observeReady(page, 'main form')
  await page.goto(`/login?to=${encodeURIComponent('/company-management/list')}`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const signInPage = await weigh(page)
  console.log(`sign-in page: ${loadText(signInPage)}`)
  await close()

  // With an empty cache again, directly to the list, so that the parts of the sign-in page are not counted.
  const signedIn = await visit(browser, panel.origin)
  await signedIn.page.goto('/login')
  await fillSignIn(signedIn.page, { email: demoUser('admin', 'simrush') })
  await signedIn.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const cookiesAndStorage = await signedIn.context.storageState()
  await signedIn.close()
  const cold = await visit(browser, panel.origin, { storageState: cookiesAndStorage })
  await observeReady(cold.page, 'main tbody tr')
  await cold.page.goto('/company-management/list')
  await listReady(cold.page, 'Companies')
  const list = await weigh(cold.page)
  console.log(`first list, cold: ${loadText(list)}`)
  await cold.close()

  expect(signInPage.scripts).toBeLessThanOrEqual(140)
  expect(list.scripts).toBeLessThanOrEqual(254)
  expect(signInPage.styles).toBeLessThanOrEqual(40)
  expect(list.styles).toBeLessThanOrEqual(40)
  // Sixteen, and the few lines that choose the theme before the first paint.
  expect(list.scriptRequests).toBeLessThanOrEqual(16 + 1)
})

test('the build is within its budgets by its own manifest', async () => {
  const report = fileURLToPath(new URL('../web/bundle-report.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [report])
  console.log(stdout.trim())
})
