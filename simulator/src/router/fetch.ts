import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { trustedBy } from './commands-certificate.ts'
import type { Row } from '../tables/table.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'

const largest = 32 * 1_048_576
const timeoutMs = 30_000

interface FetchResult {
  status: number
  bytes: Buffer
}

/** @param trusted authorities that may have signed the certificate; undefined accepts any */
function download(
  url: URL,
  method: string,
  body: string | undefined,
  trusted: readonly string[] | undefined,
  headers: Row,
): Promise<FetchResult> {
  const options = {
    method,
    headers,
    timeout: timeoutMs,
    rejectUnauthorized: trusted !== undefined,
    ca: trusted && [...trusted],
  }
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage): void => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > largest) request.destroy(new Error('not enough space'))
        else parts.push(part)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }))
      response.on('error', reject)
    }
    const request = url.protocol === 'https:' ? httpsRequest(url, options, receive) : httpRequest(url, options, receive)
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', reject)
    request.end(body)
  })
}

/** `name:value,name:value`, with commas in values escaped by a backslash. */
function headersOf(text: string): Row {
  const headers: Row = {}
  for (const part of text.split(/(?<!\\),/)) {
    const cut = part.indexOf(':')
    if (cut > 0)
      headers[part.slice(0, cut).trim()] = part
        .slice(cut + 1)
        .replace(/\\,/g, ',')
        .trim()
  }
  return headers
}

function addressOf(args: ReadonlyMap<string, string>): URL {
  const text =
    args.get('url') ?? `${args.get('mode') ?? 'http'}://${args.get('address') ?? ''}${args.get('src-path') ?? '/'}`
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Trap('failure: invalid URL protocol')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Trap('failure: invalid URL protocol')
  return url
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'failure: connection refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'failure: resolving error'
  if (typeof code === 'string' && /CERT|SELF_SIGNED|ISSUER|VERIFY|TLS/.test(code)) {
    return 'failure: ssl: no trusted CA certificate found (6)'
  }
  return 'failure: connection timeout'
}

function storeFile(router: RouterState, url: URL, args: ReadonlyMap<string, string>, bytes: Buffer): void {
  const name = args.get('dst-path') ?? url.pathname.split('/').at(-1) ?? ''
  router.files.write(name === '' ? 'index.html' : name.replace(/^\//, ''), bytes, router.now())
}

/** Fetches over HTTP or HTTPS, into a file or as data. Any certificate is accepted unless `check-certificate=yes`. */
const fetchHandler: Handler = async (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const url = addressOf(args)
  const method = (args.get('http-method') ?? 'get').toUpperCase()
  const checks = (args.get('check-certificate') ?? 'no').startsWith('yes')
  const headers = headersOf(args.get('http-header-field') ?? '')
  const { user } = Object.fromEntries(args)
  if (user !== undefined) {
    headers['Authorization'] = `Basic ${Buffer.from(`${user}:${args.get('password') ?? ''}`).toString('base64')}`
  }
  let found: FetchResult
  try {
    found = await download(url, method, args.get('http-data'), checks ? trustedBy(router) : undefined, headers)
  } catch (error) {
    throw new Trap(reasonOf(error))
  }
  if (found.status < 200 || found.status > 299) throw new Trap(`failure: closing connection: <${found.status}>`)
  const kilobytes = String(Math.ceil(found.bytes.length / 1024))
  const asData = (args.get('output') ?? 'file') === 'user'
  const isStored = args.get('keep-result') !== 'no' && args.get('output') !== 'none' && !asData
  if (isStored) storeFile(router, url, args, found.bytes)
  return {
    rows: [
      {
        status: 'finished',
        downloaded: kilobytes,
        total: kilobytes,
        duration: '1s',
        ...(asData ? { data: found.bytes.toString('utf8').slice(0, 64_512) } : {}),
      },
    ],
  }
}

export const fetchHandlers: Readonly<Record<string, Handler>> = {
  '/tool/fetch': fetchHandler,
}
