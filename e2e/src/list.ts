import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** The rows of the displayed list, without its header. */
export const rowsOf = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: title }).locator('tbody').getByRole('row')

/** Waits until the list has loaded the state in the address. */
export async function listReady(page: Page, title: string): Promise<void> {
  await rowsOf(page, title).first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

/** The first link of each row, its name. */
export async function namesOf(page: Page, title: string): Promise<string[]> {
  await listReady(page, title)
  return await rowsOf(page, title).evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.textContent ?? ''))
}

/**
 * Moves the focus with Tab only, as a keyboard user does.
 * @throws Error if the target is not reached in a whole cycle
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < 150; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target.toString()} cannot be reached with ${key}`)
}

/** Clicks a control that downloads a file, and returns its lines, split into cells (RFC 4180). */
export async function downloadCsv(page: Page, button: Locator): Promise<string[][]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const text = (await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, '')
  const cells = (line: string) =>
    [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map(cells)
}
