import { Agent, request, type ClientRequest, type ClientRequestArgs, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RouterError } from '../errors.ts'
import { withDeadline } from '../net/deadline.ts'
import { maxReplyBytes } from '../net/limits.ts'
import { openSocket, socketErrorMessage } from '../net/socket.ts'
import type { CallOptions, Target } from '../session.ts'
import { textReader, type ReadText } from '../wire/text.ts'
import { errorOf, parseBody } from './body.ts'

/** The router aborts a request after 60 seconds. */
const maxRequestBytes = 60_000

/**
 * Keep-alive sockets of one router: RouterOS 7.16 and later lists each REST session until a reboot, so the client
 * opens as few as possible. The certificate is compared before anything is sent, including the password.
 */
export class RouterAgent extends Agent {
  readonly #target: Target
  readonly #port: number
  readonly #inTls: boolean
  readonly #ending = new AbortController()
  /** Fingerprint of the first connection. Later connections of this session must present the same certificate. */
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
      // Node omits the socket on an error; its types do not reflect that.
      (error: unknown) => (onOpen as ((error: unknown) => void) | undefined)?.(error),
    )
    return undefined
  }

  /** Also aborts connections that are being established. */
  override destroy(): void {
    this.#ending.abort()
    super.destroy()
  }
}

/** Sends requests to the REST interface of one router. */
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
   * @returns the parsed body; `[]` for an empty one
   * @throws RouterError of every kind except `unsupported`
   */
  async call(method: string, path: string, body: unknown, options: CallOptions = {}, isRead = false): Promise<unknown> {
    const endsAt = performance.now() + Math.min(options.timeoutMs ?? 30_000, maxRequestBytes)
    try {
      return await this.#send(method, path, body, endsAt, options.signal)
    } catch (error) {
      // The router closed a keep-alive connection just as it was reused. Repeating a read is safe.
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
          // Early versions of RouterOS 7 accept only this form.
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
      const onAbort = () => fail('The call was aborted.', signal?.reason)
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
      // Several errors may follow: the first one settles the promise, the others must not terminate the process.
      sent.on('error', (cause) => {
        if (cause instanceof RouterError) end(cause)
        else if ('code' in cause && String(cause.code).startsWith('HPE_'))
          end(new RouterError('protocol', 'The peer is not the REST interface of RouterOS.', { sent: true, cause }))
        else if (sent.reusedSocket) end(new StaleSocket(cause))
        else end(new RouterError('closed', socketErrorMessage(cause), { sent: hasSocket, cause }))
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
          reply.destroy(new RouterError('protocol', 'The reply exceeds the size limit.', { sent: true }))
      })
      reply.once('error', (cause) =>
        reject(
          cause instanceof RouterError
            ? cause
            : new RouterError('closed', socketErrorMessage(cause), { sent: true, cause }),
        ),
      )
      reply.once('close', () =>
        reject(new RouterError('closed', 'The connection ended before the reply was complete.', { sent: true })),
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
          reject(new RouterError('protocol', 'The peer is not the REST interface of RouterOS.', { sent: true }))
        else resolve(value)
      })
    })
  }
}

/** A keep-alive connection that the peer had already closed. */
class StaleSocket extends RouterError {
  constructor(cause: unknown) {
    super('closed', socketErrorMessage(cause), { sent: true, cause })
  }
}
