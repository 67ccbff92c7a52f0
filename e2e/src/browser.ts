import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export type Skin = 'light' | 'dark'

/** Timeout of one action or wait, in milliseconds: machines that run tests are busy. */
export const timeout = 60_000

/** Errors on the pages of a context, as the browser reports them. */
export interface PageErrors {
  /** Errors of the console, of scripts and of the content security policy, and requests to other hosts. */
  list: string[]
  /** Errors that are expected from here on, for tests of rejections. */
  allow(pattern: RegExp): void
}

export interface Visitor {
  context: BrowserContext
  page: Page
  errors: PageErrors
  close(): Promise<void>
}

/** Debian's names, in order of preference: the first needs a third less processor time for the same pages. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * Starts Chromium: `CHROMIUM_PATH`, else the system's.
 * @param scrollbars whether scrollbars take space, as on Windows; otherwise they are hidden
 */
export async function startBrowser({ scrollbars = false } = {}): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH || paths.find((one) => existsSync(one))
  if (path === undefined || !existsSync(path))
    throw new Error(`Chromium not found at ${path ?? paths.join(' or ')}; set CHROMIUM_PATH`)
  return await chromium.launch({
    executablePath: path,
    ...(scrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      // Chromium rejects its sandbox when it runs as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      // Tests start with an empty cache: optimising the scripts of a page takes longer than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

const open = new Set<BrowserContext>()

/** All open pages of all contexts. */
export const openPages = (): Page[] => [...open].flatMap((context) => context.pages())

/** Collects errors on every page of the context, including pages opened later. */
async function watch(context: BrowserContext, origin: string): Promise<PageErrors> {
  const list: string[] = []
  const allowed: RegExp[] = []
  const add = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) list.push(text)
  }
  // A 503 or 504 that the page retried successfully is not an error.
  const forgive = (which: (text: string) => boolean) => {
    for (let at = list.findIndex(which); at >= 0; at = list.findIndex(which))
      console.log(`Retried successfully: ${list.splice(at, 1)[0]}`)
  }
  await context.exposeBinding('__reportViolation', (_, text: string) => add(text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const notify = (globalThis as unknown as { __reportViolation: (text: string) => void }).__reportViolation
      notify(`content security policy: ${event.violatedDirective} blocks ${event.blockedURI}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    add(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('response', (response) => {
    const request = response.request()
    const status = response.status()
    if (status >= 500)
      void response.text().then(
        (text) => console.log(`${request.method()} ${response.url()} answers ${status}: ${text.slice(0, 400)}`),
        () => undefined,
      )
    if (response.ok() && request.method() === 'GET')
      forgive((text) => / status of 50[34] /.test(text) && text.endsWith(`(${response.url()})`))
  })
  context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.once('framereceived', () => forgive((text) => /WebSocket connection to .* failed/.test(text))),
    ),
  )
  context.on('weberror', (error) => add(`script: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (/^(http|ws)s?:/.test(url) && new URL(url).host !== new URL(origin).host) add(`request to elsewhere: ${url}`)
  })
  return { list, allow: (pattern) => void allowed.push(pattern) }
}

/** A user at a separate browser, with an empty cache, and an empty storage unless one is given. */
export async function visit(
  browser: Browser,
  origin: string,
  {
    width = 1366,
    height = 900,
    skin = 'light',
    language = 'en-GB',
    storageState,
    serviceWorkers = 'block',
  }: {
    width?: number
    height?: number
    skin?: Skin
    language?: string
    /** Initial cookies and local storage, as saved from another browser. */
    storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
    /** Requests that go through one are not seen by the tests. */
    serviceWorkers?: 'allow' | 'block'
  } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    locale: language,
    timezoneId: 'Europe/Berlin',
    // Animations make screenshots depend on the moment.
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers,
    ...(storageState !== undefined && { storageState }),
  })
  open.add(context)
  context.on('close', () => open.delete(context))
  context.setDefaultTimeout(timeout)
  context.setDefaultNavigationTimeout(timeout)
  if (skin === 'dark')
    await context.addInitScript(() => {
      // The initial empty page of a window has no storage.
      if (location.protocol.startsWith('http') && localStorage.getItem('skin') === null)
        localStorage.setItem('skin', 'dark')
    })
  const errors = await watch(context, origin)
  const page = await context.newPage()
  return { context, page, errors: errors, close: () => context.close() }
}

/** Contents of local storage by key. */
export const storageOf = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
