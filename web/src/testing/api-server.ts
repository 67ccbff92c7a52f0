import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  /** With its query. */
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

type Answer = (received: Received, response: ServerResponse) => unknown

export interface ApiServer {
  received: Received[]
  /** What was asked of one path, in order. */
  of: (path: string) => Received[]
  /** Answers `METHOD /path` from now on: a returned object becomes JSON with 200, `reply(…)` another status. */
  on: (call: string, answer: Answer) => void
  close: () => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  // An upload is a form of several parts: its text.
  if (request.headers['content-type']?.startsWith('multipart/')) return text
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

/** A reply with a status; an error code makes the body of an error reply. */
export const reply = (status: number, body?: object | string) => ({
  status,
  body: typeof body === 'string' ? { error: { code: body, message: `said ${body}`, request_id: 'r-1' } } : body,
})

/**
 * A real HTTP server for one test, which the page's origin is pointed at. The CSRF cookie is answered from the start.
 */
export async function startApiServer(): Promise<ApiServer> {
  const answers = new Map<string, Answer>()
  const received: Received[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const one: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: await readBody(request),
      }
      received.push(one)
      const answer = answers.get(`${one.method} ${one.path.split('?')[0]}`)
      const stated = answer ? await answer(one, response) : reply(404, 'not_found')
      if (response.writableEnded) return
      const { status, body } =
        stated && typeof stated === 'object' && 'status' in stated
          ? (stated as ReturnType<typeof reply>)
          : { status: 200, body: stated as object | undefined }
      response.writeHead(body === undefined && status === 200 ? 204 : status, { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  const api: ApiServer = {
    received,
    of: (path) => received.filter((one) => one.path.split('?')[0] === path),
    on: (call, answer) => answers.set(call, answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  let cookies = 0
  api.on('GET /sanctum/csrf-cookie', (_, response) => {
    response.setHeader('set-cookie', `XSRF-TOKEN=x${++cookies}; Path=/; SameSite=Strict`)
    return undefined
  })
  return api
}
