import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../errors.ts'
import { errorBody } from './error-reply.ts'
import { acceptedLanguage } from './language.ts'

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Policies of files that the browser runs by themselves. What the service worker fetches falls under its own. */
const filePolicies: Record<string, string> = {
  'sw.js': "default-src 'none'; connect-src 'self'",
  'offline.html':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** Served in place of the service worker where it is off: browsers that have it remove it with what it stored. */
const removeWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
`

/** The nonce of the component library's style elements, which reads it from the page. */
const nonceMark = '__CSP_NONCE__'

/**
 * Serves the browser application: hashed assets are cached forever, the page itself never, and every path without a
 * file returns the page, because routing happens in the browser.
 * @param folder the built browser code
 * @param offline whether browsers may install the service worker with the offline page
 */
export async function pages(
  app: FastifyInstance,
  { folder, offline }: { folder: string; offline: boolean },
): Promise<void> {
  const index = join(folder, 'index.html')
  let page: { html: string; at: number } | undefined
  const html = () => {
    const at = statSync(index).mtimeMs
    if (page?.at !== at) page = { html: readFileSync(index, 'utf8'), at }
    return page.html
  }

  const sendPage = (reply: FastifyReply) => {
    if (!existsSync(index))
      return reply.code(503).type('text/plain').send('The browser code is not built yet: npm run build')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html().replaceAll(nonceMark, nonce))
  }

  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', '.vite/**', ...(offline ? [] : ['sw.js'])],
      setHeaders(reply, path) {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        )
        const own = filePolicies[basename(path)]
        if (own !== undefined) reply.header('content-security-policy', own)
      },
    })
  if (!offline)
    app.get('/sw.js', (_request, reply) =>
      reply
        .header('content-security-policy', filePolicies['sw.js'])
        .header('cache-control', 'no-store')
        .type('text/javascript; charset=utf-8')
        .send(removeWorker),
    )

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|sanctum|socket\.io|assets|health|metrics)(\/|$)/.test(path)
    if (wantsPage) return sendPage(reply)
    const language = acceptedLanguage(request.headers['accept-language'])
    return reply.code(404).send(errorBody(notFound(), request.id, language))
  })
}

/**
 * The frame that runs the helpdesk's chat script: sandboxed with an opaque origin, so that the script can read neither
 * tokens nor call the API. `script` is the URL that the provider configured.
 */
export function chatFrame(script: string): { html: string; policy: string } {
  const { origin, host } = new URL(script)
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Support chat</title></head><body><script src="${script.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`)}" async></script></body></html>`,
    policy: `default-src 'none'; script-src ${origin}; style-src ${origin} 'unsafe-inline'; img-src ${origin} data:; font-src ${origin}; connect-src ${origin} wss://${host}; frame-src ${origin}; frame-ancestors 'self'; sandbox allow-scripts allow-forms allow-popups`,
  }
}
