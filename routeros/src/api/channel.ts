import type { Socket } from 'node:net'
import { RouterError } from '../errors.ts'
import { maxReplyBytes, rowCost } from '../net/limits.ts'
import { wordsOf } from '../net/socket.ts'
import type { Answer, CallOptions, Row } from '../session.ts'
import { SentenceDecoder } from '../wire/decoder.ts'
import { encodeSentence } from '../wire/encode.ts'
import { bang, replyReader, type Reply } from '../wire/reply.ts'
import type { ReadText } from '../wire/text.ts'
import { trapOf, type Call } from './call.ts'

/** Milliseconds that a call may take where nothing else is said. */
const usualTimeout = 30_000
/** Milliseconds of silence after an unanswered call was cancelled, until the connection counts as dead. */
const silenceTimeout = 10_000
/** Most bytes that a router may still send for a call that was cancelled. */
const maxBodyBytes = 8 * 1024 * 1024
/** Milliseconds that a router may take to end what was listened to. */
const cancelTimeout = 10_000

/** A call that goes on until it is cancelled. */
export interface Stream {
  ended: Promise<void>
  cancel(): Promise<void>
}

/**
 * The calls of one connection. Each has a tag of its own, so that replies may come in any order; `window` of them are
 * on their way and the rest wait here. It begins before the login, which is a call like others.
 */
export class Channel {
  readonly #socket: Socket
  readonly #window: number
  readonly #decoder: SentenceDecoder
  readonly #calls = new Map<string, Call>()
  /** Calls that were given up and have not ended, and what came for them since. */
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
    socket.on('error', (cause) => this.fail(new RouterError('closed', wordsOf(cause), { cause })))
    socket.on('end', () => this.fail(new RouterError('closed', 'The router closed the connection.')))
    socket.on('close', () => this.fail(new RouterError('closed', 'The connection ended.')))
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /**
   * Sends a command and gathers what it answers.
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
      const onAbort = () => fail('The call was given up.', signal?.reason)
      if (signal?.aborted === true) {
        onAbort()
        return
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#start(call)
    })
  }

  /**
   * Sends a command that answers until it is cancelled (`listen`). It takes no place in the window and has no time-out:
   * a router that is gone shows by the keep-alive of TCP.
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
    // Who does not look at the end must not be ended by it.
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

  /** Ends everything: calls under way and waiting are rejected with this, and `sent` as it is with each. */
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

  /** Ends it from our side. Resolved when the socket is closed, after a second at the latest. */
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
      call.settle(new RouterError('protocol', 'The command is longer than a router takes.', { cause }), undefined)
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

  /** Takes a call off the list and settles it. */
  #finish(call: Call, error: RouterError | undefined, ret?: string): void {
    this.#calls.delete(call.tag)
    if (call.isCounted) this.#underWay--
    call.settle(error, ret)
    this.#next()
  }

  /**
   * Settles a call that took too long and tells the router to stop. What it still answers has a tag that is not known
   * any more, and is dropped. Where not one byte came since it was sent, the connection may be half open.
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
        if (this.#heardAt < since) this.fail(new RouterError('closed', 'The router went silent.'))
      }, silenceTimeout)
    }
  }

  /** Asks for the end of a call. The tag of the question is not kept: what ends is seen by the other one. */
  #cancel(tag: string): void {
    this.#socket.write(encodeSentence(['/cancel', `=tag=${tag}`, `.tag=${++this.#lastTag}`]))
  }

  /** Passes over what belongs to no call: one that was given up, or the answer to a cancellation. */
  #drop(reply: Reply, bytes: number): void {
    const sum = this.#late.get(reply.tag ?? '')
    if (reply.tag === undefined || sum === undefined) return
    if (reply.word === '!done') this.#late.delete(reply.tag)
    else if (sum + bytes < maxBodyBytes) this.#late.set(reply.tag, sum + bytes)
    else this.fail(new RouterError('protocol', 'The router does not end a command that was cancelled.'))
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
            this.#fail(call, new RouterError('protocol', 'The answer is longer than is taken.', { sent: true }))
        } else call.onRow(reply.values)
        break
      case '!done':
        this.#finish(call, call.trap, reply.values.ret)
        break
      case '!trap':
        // The first one says what it is; a `!done` still follows.
        call.trap ??= trapOf(reply.values)
        break
      default:
      // `!empty` (7.18) says that there are no rows, which `!done` says as well; what a later version adds is passed over.
    }
  }
}
