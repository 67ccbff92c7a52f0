import type { Client, Connection, Submittable } from 'pg'

/** Bytes of rows per chunk. */
const partBytes = 4 * 1024 * 1024

/** The connection methods of `pg` that COPY needs; its types omit them. */
type CopyConnection = Connection & {
  stream: {
    pause(): void
    resume(): void
    destroy(): void
    writableNeedDrain: boolean
    once(event: string, listener: () => void): void
  }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Methods that `pg` calls on the active query. */
abstract class CopyQuery implements Submittable {
  protected connection: CopyConnection | undefined
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  submit(connection: Connection): void {
    this.connection = connection as CopyConnection
    this.connection.query(this.#text)
  }
  handleCommandComplete(): void {}
  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
}

class CopyOut extends CopyQuery {
  #chunks: Buffer[] = []
  #bytes = 0
  #ended = false
  #error: Error | undefined
  #wake: (() => void) | undefined

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy, because the driver reuses the buffer for the next message.
    this.#chunks.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < partBytes) return
    this.connection?.stream.pause()
    this.#wake?.()
  }
  handleError(error: Error): void {
    this.#error = error
    this.#ended = true
    this.#wake?.()
  }
  handleReadyForQuery(): void {
    this.#ended = true
    this.#wake?.()
  }
  /** Closes the connection. */
  abandon(): void {
    this.connection?.stream.destroy()
  }
  /** The rows received so far, if there are enough of them or no more follow; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    this.connection?.stream.resume()
    while (!this.#ended && this.#bytes < partBytes) await new Promise<void>((done) => (this.#wake = done))
    if (this.#error) throw this.#error
    if (this.#bytes === 0) return undefined
    const part = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bytes = 0
    return part
  }
}

/**
 * Runs `copy … to stdout` and yields complete rows, a few MiB at a time. The server waits while a chunk is processed.
 * @param client must not be used for anything else until the last chunk was read
 */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  const query = client.query(new CopyOut(statement))
  let ended = false
  try {
    for (let part = await query.next(); part !== undefined; part = await query.next()) yield part
    ended = true
  } finally {
    // If the consumer stops reading the server would wait forever: only closing the connection ends COPY immediately.
    if (!ended) query.abandon()
  }
}

class CopyIn extends CopyQuery {
  readonly #source: AsyncIterable<Buffer>
  readonly done: Promise<void>
  #resolve!: () => void
  #reject!: (error: Error) => void
  #error: Error | undefined
  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text)
    this.#source = source
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }
  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }
  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const part of this.#source) {
        if (this.#error) return
        connection.sendCopyFromChunk(part)
        // A lost connection ends the wait too.
        if (connection.stream.writableNeedDrain)
          await new Promise<void>((go) => {
            connection.stream.once('drain', go)
            connection.stream.once('close', go)
          })
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#error ??= error as Error
      connection.sendCopyFail('The source ended with an error.')
    }
  }
  handleError(error: Error): void {
    // An error of the source comes back as a server error; the original one has the reason.
    this.#error ??= error
    // A lost connection never becomes ready again.
    if (!('severity' in error)) this.#reject(this.#error)
  }
  handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error)
    else this.#resolve()
  }
}

/**
 * Runs `copy … from stdin` with the rows that `source` yields.
 * @throws Error of the source, or of PostgreSQL
 */
export const copyIn = (client: Client, statement: string, source: AsyncIterable<Buffer>): Promise<void> =>
  client.query(new CopyIn(statement, source)).done
