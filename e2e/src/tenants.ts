import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startBrowser, visit, type Visitor } from './browser.ts'
import { startMailbox, type Mailbox } from './mail.ts'
import { startPanel, type Panel } from './panel.ts'

/** A panel with demo users, its mail server, and Chromium. Available when the first test starts. */
export interface Tenants {
  mailbox: Mailbox
  panel: Panel
  browser: Browser
  /** A new browser, closed after the test. */
  newcomer(): Promise<Visitor>
}

/** Starts a panel for the tests of a file, and stops it after them. */
export function useTenants(name: string): Tenants {
  const started = Date.now()
  const visitors = new Set<Visitor>()
  const tenants = {
    async newcomer() {
      const visitor = await visit(tenants.browser, tenants.panel.origin)
      visitors.add(visitor)
      return visitor
    },
  } as Tenants
  beforeAll(async () => {
    tenants.mailbox = await startMailbox()
    tenants.panel = await startPanel({ demo: true, smtpUrl: tenants.mailbox.url })
    tenants.browser = await startBrowser()
  })
  afterEach(async () => {
    for (const visitor of visitors) await visitor.close()
    visitors.clear()
  })
  afterAll(async () => {
    console.log(`${name}: ${Math.round((Date.now() - started) / 1000)} s`)
    await tenants.browser?.close()
    await tenants.panel?.stop()
    await tenants.mailbox?.stop()
  })
  return tenants
}
