import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pages } from './pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trunkline-pages-'))
  mkdirSync(join(folder, 'assets'))
  for (const [name, content] of [
    ['index.html', '<meta nonce="__CSP_NONCE__">'],
    ['sw.js', 'the worker'],
    ['offline.html', '<h1>No connection</h1>'],
    ['assets/panel-abcdefg.js', 'export {}'],
  ] as const)
    writeFileSync(join(folder, name), content)
})
afterEach(() => rmSync(folder, { recursive: true }))

async function served(offline: boolean) {
  const app = Fastify()
  await app.register(pages, { folder, offline })
  return (url: string) => app.inject({ url })
}

describe('the browser application', () => {
  test('is served with a nonce of its own, and never stored', async () => {
    const get = await served(true)
    const [one, two] = [await get('/company-management/list'), await get('/')]
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1]
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(two.body).not.toBe(one.body)
    expect(one.headers['cache-control']).toBe('no-store')
    expect((await get('/assets/panel-abcdefg.js')).headers['cache-control']).toContain('immutable')
    expect((await get('/assets/missing.js')).statusCode).toBe(404)
  })

  test('has a service worker that may fetch, and an offline page with its own style', async () => {
    const get = await served(true)
    const worker = await get('/sw.js')
    expect(worker.body).toBe('the worker')
    expect(worker.headers['content-security-policy']).toContain("connect-src 'self'")
    const page = await get('/offline.html')
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'")
    expect(page.headers['content-security-policy']).not.toContain('nonce')
  })

  test('has one that removes itself where it is off', async () => {
    const get = await served(false)
    const worker = await get('/sw.js')
    expect(worker.statusCode).toBe(200)
    expect(worker.headers['content-type']).toContain('text/javascript')
    expect(worker.body).toContain('registration.unregister()')
    expect(worker.body).toContain('caches.delete')
    expect(worker.headers['cache-control']).toBe('no-store')
  })
})
