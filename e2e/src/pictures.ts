import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const folder = join(import.meta.dirname, '..', 'results')

// Screenshots of the browsers when a test failed. Runs before the teardown of a test file.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  mkdirSync(folder, { recursive: true })
  const name = `${task.file.name} ${task.name}`.replaceAll(/[^\w-]+/g, '-').slice(0, 100)
  for (const [index, page] of openPages().entries()) {
    const path = join(folder, `${name}-${index + 1}.png`)
    await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
    console.log(`${page.url()} as in ${path}`)
  }
})
