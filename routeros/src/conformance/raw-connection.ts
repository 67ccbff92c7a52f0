import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { challengeAnswer } from '../api/login.ts'
import { RouterError } from '../errors.ts'
import { withDeadline } from '../net/deadline.ts'
import { openSocket, socketErrorMessage } from '../net/socket.ts'
import type { Target } from '../session.ts'
import { SentenceDecoder } from '../wire/decoder.ts'
import { encodeSentence } from '../wire/encode.ts'
import { bang, replyReader, type Reply } from '../wire/reply.ts'
import { lengthSize, writeLength } from '../wire/length.ts'
import { textReader, type ReadText } from '../wire/text.ts'

/** Milliseconds until a reply has to be complete. */
const replyTimeout = 10_000

/** A reply as one line: `!trap category=0 message=no such command`. */
export const lineOf = ({ word, values, text }: Reply): string =>
  [word, ...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...text].join(' ')

/** A connection whose replies are visible sentence by sentence, for checks of the protocol itself. */
export class RawConnection {
  readonly replies: Reply[] = []
  readonly #socket: Socket
  #error: RouterError | undefined
  #onChange: (() => void) | undefined
  #lastTag = 0

  private constructor(socket: Socket, readText: ReadText) {
    this.#socket = socket
    const read = replyReader(readText)
    const decoder = new SentenceDecoder((bytes, starts, ends, count) => {
      this.replies.push(read(bytes, starts, ends, count))
    }, bang)
    socket.on('data', (chunk: Buffer) => {
      try {
        decoder.push(chunk)
      } catch (error) {
        this.#end(error instanceof RouterError ? error : new RouterError('protocol', 'The reply could not be read.'))
      }
      this.#onChange?.()
    })
    socket.on('error', (cause) => this.#end(new RouterError('closed', socketErrorMessage(cause), { cause })))
    socket.on('end', () => this.#end(new RouterError('closed', 'The router closed the connection.')))
    socket.on('close', () => this.#end(new RouterError('closed', 'The connection ended.')))
  }

  /**
   * Connects without a login.
   * @param readText decodes words; by default as sessions do
   * @throws RouterError
   */
  static async open(
    target: Target,
    signal: AbortSignal,
    readText = textReader(target.codePage ?? 'windows-1252'),
  ): Promise<RawConnection> {
    const isTls = target.transport === 'api-ssl'
    const { socket } = await withDeadline(
      target.connectTimeoutMs ?? 5_000,
      signal,
      () => new RouterError('unreachable', 'The router does not answer.'),
      (aborted) => openSocket(target, target.port ?? (isTls ? 8729 : 8728), isTls, aborted),
    )
    return new RawConnection(socket, readText)
  }

  /** The address of this computer that the router sees. */
  get localAddress(): string {
    return this.#socket.localAddress ?? ''
  }

  get localPort(): number {
    return this.#socket.localPort ?? 0
  }

  get isOpen(): boolean {
    return this.#error === undefined
  }

  /**
   * Logs in by both methods.
   * @returns whether the router sent a challenge, as versions before 6.45.1 do
   * @throws RouterError login
   */
  async logIn({ user, password }: Pick<Target, 'user' | 'password'>): Promise<{ isChallenged: boolean }> {
    const first = await this.call('/login', `=name=${user}`, `=password=${password}`)
    const challenge = first.at(-1)?.values.ret
    const last =
      challenge === undefined
        ? first
        : await this.call('/login', `=name=${user}`, `=response=${challengeAnswer(password, challenge)}`)
    const problem = last.find(({ word }) => word === '!trap' || word === '!fatal')
    if (problem !== undefined) throw new RouterError('login', problem.values.message ?? problem.text.join(' '))
    return { isChallenged: challenge !== undefined }
  }

  /** @returns the tag of the command */
  send(...sentence: string[]): string {
    const tag = `check${++this.#lastTag}`
    this.#socket.write(encodeSentence([...sentence, `.tag=${tag}`]))
    return tag
  }

  /** Sends a command whose last word has bytes that are not text, and waits for its `!done`. @throws RouterError */
  async callBytes(words: readonly string[], last: Buffer): Promise<Reply[]> {
    const tag = `check${++this.#lastTag}`
    const length = Buffer.alloc(lengthSize(last.length))
    writeLength(length, 0, last.length)
    // Without the empty word that ends a sentence.
    const start = encodeSentence([...words, `.tag=${tag}`]).subarray(0, -1)
    this.#socket.write(Buffer.concat([start, length, last, Buffer.from([0])]))
    await this.until(() => this.of(tag).some(({ word }) => word === '!done'))
    return this.of(tag)
  }

  /** Replies with this tag so far. */
  of(tag: string): Reply[] {
    return this.replies.filter((reply) => reply.tag === tag)
  }

  /**
   * Sends a command, and waits for its `!done`, or for a `!fatal`.
   * @throws RouterError timeout, closed, protocol
   */
  async call(...sentence: string[]): Promise<Reply[]> {
    const from = this.replies.length
    const tag = this.send(...sentence)
    const isFatal = () => this.replies.slice(from).some(({ word }) => word === '!fatal')
    await this.until(() => isFatal() || this.of(tag).some(({ word }) => word === '!done'))
    return isFatal() ? this.replies.slice(from) : this.of(tag)
  }

  /** Waits for a state of the received replies. @throws RouterError timeout, closed, protocol */
  until(isReached: () => boolean, ms = replyTimeout): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: RouterError) => {
        clearTimeout(timer)
        this.#onChange = undefined
        if (error === undefined) resolve()
        else reject(error)
      }
      const timer = setTimeout(
        () => settle(new RouterError('timeout', 'The router did not answer in time.', { sent: true })),
        ms,
      )
      this.#onChange = () => {
        if (isReached()) settle()
        else if (this.#error !== undefined) settle(this.#error)
      }
      this.#onChange()
    })
  }

  /** Closes the connection with a reset, as a router behind a failing line sees it; in TLS without a close notice. */
  reset(): void {
    if (this.#socket instanceof TLSSocket) this.#socket.destroy()
    else this.#socket.resetAndDestroy()
  }

  #end(error: RouterError): void {
    this.#error ??= error
    this.#onChange?.()
  }
}
