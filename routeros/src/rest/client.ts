import { Agent, request, type ClientRequest, type ClientRequestArgs, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RouterError } from '../errors.ts'
import { withDeadline } from '../net/deadline.ts'
import { maxReplyBytes } from '../net/limits.ts'
import { openSocket, wordsOf } from '../net/socket.ts'
import type { CallOptions, Target } from '../session.ts'
import { textReader, type ReadText } from '../wire/text.ts'
import { errorOf, parseBody } from './body.ts'

/** The router ends a request after 60 seconds, whatever it does. */
const maxRequestBytes = 60_000

/**
 * Sockets of one router, kept open: a RouterOS 7.16 and later remembers each REST session until it is rebooted, so few
 * are made. The certificate is compared before anything is sent, password included.
 */
class RouterAgent extends Agent {
  readonly #target: Target
  readonly #port: number
  readonly #inTls: boolean
  readonly #ending = new AbortController()
  /** Of the first connection. The later ones of this session have to show the same. */
  fingerprint: string | undefined

  constructor(target: Target) {
    super({ keepAlive: true, maxSockets: Math.max(1, target.window ?? 4), scheduling: 'lifo' })
    this.#target = target
    this.#port = target.port ?? (target.tls === false ? 80 : 443)
    this.#inTls = target.tls ?? this.#port !== 80
  }

  override createConnection(
    _options: ClientRequestArgs,
    onOpen?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | null | undefined {
    const pinned = this.#target.pinned ?? this.fingerprint
    const target = pinned === undefined ? this.#target : { ...this.#target, pinned }
    withDeadline(
      this.#target.connectTimeoutMs ?? 5_000,
      this.#ending.signal,
      () => new RouterError('unreachable', 'The router does not answer.'),
      (signal) => openSocket(target, this.#port, this.#inTls, signal),
    ).then(
      ({ socket, fingerprint }) => {
        this.fingerprint ??= fingerprint
        onOpen?.(null, socket)
      },
      // Node leaves the socket out where there is an error; its types do not.
      (error: unknown) => (onOpen as ((error: unknown) => void) | undefined)?.(error),
    )
    return undefined
  }

  /** Ends those that are still on their way to the router, too. */
  override destroy(): void {
    this.#ending.abort()
    super.destroy()
  }
}

/** Requests to the REST interface of one router. */
export class RestClient {
  readonly #agent: RouterAgent
  readonly #target: Target
  readonly #authorization: string
  readonly #readText: ReadText
  readonly #underWay = new Set<ClientRequest>()
  isOpen = true

  constructor(target: Target) {
    this.#target = target
    this.#agent = new RouterAgent(target)
    this.#authorization = `Basic ${Buffer.from(`${target.user}:${target.password}`).toString('base64')}`
    this.#readText = textReader(target.codePage ?? 'windows-1252')
  }

  get fingerprint(): string | undefined {
    return this.#agent.fingerprint
  }

  /**
   * @param path below `/rest/`
   * @returns the parsed body; `[]` for none
   * @throws RouterError of every kind but `unsupported`
   */
  async call(method: string, path: string, body: unknown, options: CallOptions = {}, isRead = false): Promise<unknown> {
    const endsAt = performance.now() + Math.min(options.timeoutMs ?? 30_000, maxRequestBytes)
    try {
      return await this.#send(method, path, body, endsAt, options.signal)
    } catch (error) {
      // The router closed a kept connection at the moment that it was used again. Reading twice does no harm.
      if (!isRead || !(error instanceof StaleSocket)) throw error
      return await this.#send(method, path, body, endsAt, options.signal)
    }
  }

  close(): void {
    this.isOpen = false
    for (const sent of this.#underWay)
      sent.destroy(new RouterError('closed', 'The session was closed.', { sent: sent.socket !== null }))
    this.#agent.destroy()
  }

  #send(method: string, path: string, body: unknown, endsAt: number, signal?: AbortSignal): Promise<unknown> {
    if (!this.isOpen) return Promise.reject(new RouterError('closed', 'The session was closed.'))
    const text = body === undefined ? undefined : JSON.stringify(body)
    const escaped = path.split('/').map(encodeURIComponent).join('/')
    return new Promise((resolve, reject) => {
      const sent = request({
        agent: this.#agent,
        method,
        path: `/rest/${escaped}`,
        headers: {
          host: this.#target.host,
          authorization: this.#authorization,
          accept: 'application/json',
          // Early versions of RouterOS 7 take this and nothing longer.
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      })
      let hasSocket = false
      const fail = (message: string, cause?: unknown) =>
        sent.destroy(new RouterError('timeout', message, { sent: hasSocket, cause }))
      const timer = setTimeout(
        () => fail('The router did not answer in time.'),
        Math.max(1, endsAt - performance.now()),
      )
      const onAbort = () => fail('The call was given up.', signal?.reason)
      const end = (error: unknown, value?: unknown) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        this.#underWay.delete(sent)
        if (error === undefined) resolve(value)
        else reject(error)
      }
      this.#underWay.add(sent)
      sent.once('socket', () => {
        hasSocket = true
      })
      sent.once('response', (reply) => this.#read(reply).then((value) => end(undefined, value), end))
      // More than one may come: the first one settles it, the others must not end the program.
      sent.on('error', (cause) => {
        if (cause instanceof RouterError) end(cause)
        else if ('code' in cause && String(cause.code).startsWith('HPE_'))
          end(new RouterError('protocol', 'What answers is not the REST interface of RouterOS.', { sent: true, cause }))
        else if (sent.reusedSocket) end(new StaleSocket(cause))
        else end(new RouterError('closed', wordsOf(cause), { sent: hasSocket, cause }))
      })
      if (signal?.aborted === true) onAbort()
      else signal?.addEventListener('abort', onAbort, { once: true })
      sent.end(text)
    })
  }

  /** Reads the whole reply. */
  #read(reply: IncomingMessage): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let length = 0
      reply.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > maxReplyBytes)
          reply.destroy(new RouterError('protocol', 'The answer is longer than is taken.', { sent: true }))
      })
      reply.once('error', (cause) =>
        reject(cause instanceof RouterError ? cause : new RouterError('closed', wordsOf(cause), { sent: true, cause })),
      )
      reply.once('close', () =>
        reject(new RouterError('closed', 'The connection ended before the whole answer.', { sent: true })),
      )
      reply.once('end', () => {
        const status = reply.statusCode ?? 0
        let value: unknown
        try {
          value = parseBody(Buffer.concat(chunks), this.#readText)
        } catch (error) {
          reject(error)
          return
        }
        if (status >= 400) reject(errorOf(status, value))
        else if (status < 200 || status >= 300 || value === undefined)
          reject(new RouterError('protocol', 'What answers is not the REST interface of RouterOS.', { sent: true }))
        else resolve(value)
      })
    })
  }
}

/** A kept connection that the other side had closed already. */
class StaleSocket extends RouterError {
  constructor(cause: unknown) {
    super('closed', wordsOf(cause), { sent: true, cause })
  }
}
