import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startBrowser, visit, type Visitor } from './browser.ts'
import { startMailbox, type Mailbox } from './mail.ts'
import { startPanel, type Panel } from './panel.ts'

/** A panel with the demo's people in it, its mail server, and Chromium. There when the first test begins. */
export interface Tenants {
  mailbox: Mailbox
  panel: Panel
  browser: Browser
  /** A new browser of its own, closed after the test. */
  newcomer(): Promise<Visitor>
}

/** Opens a house for the tests of a file, and closes it behind them. */
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
