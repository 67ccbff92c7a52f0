import type { Socket } from 'node:net'
import { RouterError } from '../errors.ts'
import { maxReplyBytes, rowCost } from '../net/limits.ts'
import { socketErrorMessage } from '../net/socket.ts'
import type { Answer, CallOptions, Row } from '../session.ts'
import { SentenceDecoder } from '../wire/decoder.ts'
import { encodeSentence } from '../wire/encode.ts'
import { bang, replyReader, type Reply } from '../wire/reply.ts'
import type { ReadText } from '../wire/text.ts'
import { trapOf, type Call } from './call.ts'

/** Default timeout of a call, in milliseconds. */
const usualTimeout = 30_000
/** Milliseconds without any data after an unanswered call was cancelled, after which the connection counts as dead. */
const silenceTimeout = 10_000
/** Maximum bytes that a router may still send for a cancelled call. */
const maxBodyBytes = 8 * 1024 * 1024
/** Milliseconds that a router may take to end a listen. */
const cancelTimeout = 10_000

/** A call that runs until it is cancelled. */
export interface Stream {
  ended: Promise<void>
  cancel(): Promise<void>
}

/**
 * The calls of one connection. Each has its own tag, so that replies may come in any order; `window` calls are
 * in flight and the rest are queued. It exists before the login, which is a call like any other.
 */
export class Channel {
  readonly #socket: Socket
  readonly #window: number
  readonly #decoder: SentenceDecoder
  readonly #calls = new Map<string, Call>()
  /** Abandoned calls that have not ended, with the bytes received for them since. */
  readonly #late = new Map<string, number>()
  #waiting: Call[] = []
  #underWay = 0
  #lastTag = 0
  #heardAt = 0
  #end: RouterError | undefined
  #silence: NodeJS.Timeout | undefined

  constructor(socket: Socket, window: number, readText: ReadText) {
    this.#socket = socket
    this.#window = Math.max(1, window)
    const read = replyReader(readText)
    this.#decoder = new SentenceDecoder((bytes, starts, ends, count) => {
      const first = starts[0] ?? 0
      this.#handle(read(bytes, starts, ends, count), (ends[count - 1] ?? 0) - first)
    }, bang)
    socket.on('data', (chunk: Buffer) => {
      this.#heardAt = performance.now()
      try {
        this.#decoder.push(chunk)
      } catch (error) {
        this.fail(error instanceof RouterError ? error : new RouterError('protocol', 'The reply could not be read.'))
      }
    })
    socket.on('error', (cause) => this.fail(new RouterError('closed', socketErrorMessage(cause), { cause })))
    socket.on('end', () => this.fail(new RouterError('closed', 'The router closed the connection.')))
    socket.on('close', () => this.fail(new RouterError('closed', 'The connection ended.')))
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /**
   * Sends a command and collects its reply.
   * @param words the command and its arguments, without a tag
   * @throws RouterError refused, timeout, closed, protocol
   */
  call(words: readonly string[], options: CallOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { signal } = options
      const call = this.#newCall(words, (error, ret) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        if (error === undefined) resolve({ rows: call.rows, ret })
        else reject(error)
      })
      const fail = (message: string, cause?: unknown) =>
        this.#fail(call, new RouterError('timeout', message, { sent: call.isSent, cause }))
      const timer = setTimeout(
        () => fail('The router did not answer in time.'),
        Math.max(1, options.timeoutMs ?? usualTimeout),
      )
      const onAbort = () => fail('The call was aborted.', signal?.reason)
      if (signal?.aborted === true) {
        onAbort()
        return
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#start(call)
    })
  }

  /**
   * Sends a command that replies until it is cancelled (`listen`). It does not occupy the window and has no timeout:
   * TCP keep-alive detects a router that is gone.
   */
  stream(words: readonly string[], onRow: (row: Row) => void): Stream {
    let isCancelled = false
    let call: Call | undefined
    const ended = new Promise<void>((resolve, reject) => {
      call = this.#newCall(words, (error) => {
        if (error === undefined || (isCancelled && error.category === 2)) resolve()
        else reject(error)
      })
      call.onRow = (row) => {
        if (!isCancelled) onRow(row)
      }
      call.isCounted = false
      this.#start(call)
    })
    // An unhandled rejection would terminate the process of a caller that ignores `ended`.
    ended.catch(() => undefined)
    return {
      ended,
      cancel: async () => {
        const listened = call
        if (isCancelled || listened === undefined || !this.#calls.has(listened.tag)) {
          await ended.catch(() => undefined)
          return
        }
        isCancelled = true
        this.#cancel(listened.tag)
        const timer = setTimeout(() => {
          this.#late.set(listened.tag, 0)
          this.#finish(listened, new RouterError('timeout', 'The router did not stop in time.', { sent: true }))
        }, cancelTimeout)
        await ended.catch((error: unknown) => {
          if (error instanceof RouterError && error.kind === 'timeout') throw error
        })
        clearTimeout(timer)
      },
    }
  }

  /** Ends everything: calls in flight and queued are rejected with this error, and `sent` set for each. */
  fail(error: RouterError): void {
    if (this.#end !== undefined) return
    this.#end = error
    clearTimeout(this.#silence)
    this.#socket.destroy()
    const calls = [...this.#calls.values(), ...this.#waiting]
    this.#calls.clear()
    this.#waiting = []
    for (const call of calls) call.settle(call.trap ?? this.#endFor(call), undefined)
  }

  /** Closes the connection. Resolves when the socket is closed, after a second at the latest. */
  async close(): Promise<void> {
    const socket = this.#socket
    if (this.#end === undefined && !socket.destroyed) {
      this.#end = new RouterError('closed', 'The session was closed.')
      clearTimeout(this.#silence)
      const calls = [...this.#calls.values(), ...this.#waiting]
      this.#calls.clear()
      this.#waiting = []
      for (const call of calls) call.settle(this.#endFor(call), undefined)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => socket.destroy(), 1_000)
        socket.once('close', () => {
          clearTimeout(timer)
          resolve()
        })
        socket.resume()
        socket.end(() => socket.destroy())
      })
    }
  }

  #newCall(words: readonly string[], settle: Call['settle']): Call {
    return {
      tag: String(++this.#lastTag),
      words,
      rows: [],
      onRow: undefined,
      trap: undefined,
      bytes: 0,
      sentAt: 0,
      isCounted: true,
      isSent: false,
      settle,
    }
  }

  #endFor(call: Call): RouterError {
    const { kind, message, cause } = this.#end ?? new RouterError('closed', 'The connection ended.')
    return new RouterError(kind, message, { cause, sent: call.isSent })
  }

  #start(call: Call): void {
    if (this.#end !== undefined) {
      const message = this.#end.kind === 'closed' ? this.#end.message : 'The connection ended.'
      call.settle(new RouterError('closed', message, { cause: this.#end }), undefined)
    } else if (call.isCounted && this.#underWay >= this.#window) this.#waiting.push(call)
    else this.#send(call)
  }

  #send(call: Call): void {
    let bytes: Buffer
    try {
      bytes = encodeSentence([...call.words, `.tag=${call.tag}`])
    } catch (cause) {
      call.settle(new RouterError('protocol', 'The command exceeds the size limit of a router.', { cause }), undefined)
      return
    }
    if (call.isCounted) this.#underWay++
    this.#calls.set(call.tag, call)
    call.isSent = true
    call.sentAt = performance.now()
    this.#socket.write(bytes)
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#underWay < this.#window && this.#end === undefined) {
      const call = this.#waiting.shift()
      if (call !== undefined) this.#send(call)
    }
  }

  /** Removes a call from the list and settles it. */
  #finish(call: Call, error: RouterError | undefined, ret?: string): void {
    this.#calls.delete(call.tag)
    if (call.isCounted) this.#underWay--
    call.settle(error, ret)
    this.#next()
  }

  /**
   * Settles a call that timed out and cancels it on the router. Its late replies have an unknown tag and are dropped.
   * If no byte arrived since it was sent, the connection may be half open.
   */
  #fail(call: Call, error: RouterError): void {
    if (!call.isSent) {
      this.#waiting = this.#waiting.filter((other) => other !== call)
      call.settle(error, undefined)
      return
    }
    if (!this.#calls.has(call.tag) || this.#end !== undefined) return
    this.#late.set(call.tag, 0)
    this.#finish(call, call.trap ?? error)
    this.#cancel(call.tag)
    if (this.#heardAt < call.sentAt && this.#silence === undefined) {
      const since = performance.now()
      this.#silence = setTimeout(() => {
        this.#silence = undefined
        if (this.#heardAt < since) this.fail(new RouterError('closed', 'The router stopped responding.'))
      }, silenceTimeout)
    }
  }

  /**
   * Cancels a call on the router. The tag of the cancel command is not stored: the cancelled call itself reports the
   * end.
   */
  #cancel(tag: string): void {
    this.#socket.write(encodeSentence(['/cancel', `=tag=${tag}`, `.tag=${++this.#lastTag}`]))
  }

  /** Ignores replies that belong to no call: an abandoned one, or the reply to a cancel. */
  #drop(reply: Reply, bytes: number): void {
    const sum = this.#late.get(reply.tag ?? '')
    if (reply.tag === undefined || sum === undefined) return
    if (reply.word === '!done') this.#late.delete(reply.tag)
    else if (sum + bytes < maxBodyBytes) this.#late.set(reply.tag, sum + bytes)
    else this.fail(new RouterError('protocol', 'The router did not end a cancelled command.'))
  }

  #handle(reply: Reply, bytes: number): void {
    if (reply.word === '!fatal') {
      const stated = reply.text.join(' ') || reply.values.message || 'without a word'
      this.fail(new RouterError('closed', `The router ended the session: ${stated}.`))
      return
    }
    const call = reply.tag === undefined ? undefined : this.#calls.get(reply.tag)
    if (call === undefined) {
      this.#drop(reply, bytes)
      return
    }
    switch (reply.word) {
      case '!re':
        if (call.onRow === undefined) {
          call.rows.push(reply.values)
          call.bytes += bytes + rowCost
          if (call.bytes > maxReplyBytes)
            this.#fail(call, new RouterError('protocol', 'The reply exceeds the size limit.', { sent: true }))
        } else call.onRow(reply.values)
        break
      case '!done':
        this.#finish(call, call.trap, reply.values.ret)
        break
      case '!trap':
        // The first trap is reported; a `!done` still follows.
        call.trap ??= trapOf(reply.values)
        break
      default:
      // `!empty` (7.18) means no rows, as `!done` does; unknown replies of later versions are ignored.
    }
  }
}
