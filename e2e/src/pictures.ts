import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { openPages } from './browser.ts'

const folder = join(import.meta.dirname, '..', 'results')

// What the browsers showed when a test failed, for whoever has to find out why.
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    mkdirSync(folder, { recursive: true })
    const name = `${task.file.name} ${task.fullName ?? task.name}`.replaceAll(/[^\w-]+/g, '-').slice(0, 120)
    for (const [index, page] of openPages().entries()) {
      const path = join(folder, `${name}-${index + 1}.png`)
      await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined)
      console.log(`${page.url()} as in ${path}`)
    }
  })
})
