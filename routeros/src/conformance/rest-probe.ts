import { request } from 'node:http'
import { RouterError } from '../errors.ts'
import { socketErrorMessage } from '../net/socket.ts'
import { parseBody } from '../rest/body.ts'
import { RouterAgent } from '../rest/client.ts'
import type { Target } from '../session.ts'
import { textReader } from '../wire/text.ts'

/** Status and parsed body of a reply; the body is undefined if it is not JSON. */
export interface RestReply {
  status: number
  body: unknown
}

const requestTimeout = 15_000

/** Sends single requests to the REST interface and returns their statuses, which a session hides. */
export class RestProbe {
  readonly #target: Target
  readonly #agent: RouterAgent

  constructor(target: Target) {
    this.#target = target
    this.#agent = new RouterAgent({ ...target, window: 1 })
  }

  /**
   * @param path below `/rest/`
   * @param login of the target if absent
   * @throws RouterError unreachable, closed, timeout
   */
  call(
    method: string,
    path: string,
    body?: unknown,
    login: Pick<Target, 'user' | 'password'> = this.#target,
  ): Promise<RestReply> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown) =>
        reject(
          cause instanceof RouterError ? cause : new RouterError('closed', socketErrorMessage(cause), { sent: true }),
        )
      const sent = request({
        agent: this.#agent,
        method,
        path: `/rest/${path.split('/').map(encodeURIComponent).join('/')}`,
        headers: {
          host: this.#target.host,
          authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
        timeout: requestTimeout,
      })
      sent.once('timeout', () =>
        sent.destroy(new RouterError('timeout', 'The router did not answer in time.', { sent: true })),
      )
      sent.once('error', fail)
      sent.once('response', (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.once('error', fail)
        reply.once('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            body: parseBody(Buffer.concat(chunks), textReader(this.#target.codePage ?? 'windows-1252')),
          }),
        )
      })
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
