import { connect, type Socket } from 'node:net'
import { encodeSentence, SentenceReader } from '../protocol/wire.ts'

/** A client that sends and receives raw sentences, for tests of the protocol. */
export class RawClient {
  readonly received: string[][] = []
  isClosed = false
  private readonly socket: Socket
  private wake: () => void = () => {}
  private tags = 0

  private constructor(socket: Socket) {
    this.socket = socket
    const reader = new SentenceReader(() => ({ bytes: 0x10000000, words: 100_000 }))
    socket.on('data', (chunk: Buffer) => {
      this.received.push(...reader.push(chunk))
      this.wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
      this.wake()
    })
  }

  static open(port: number, host = '127.0.0.1'): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new RawClient(socket)))
    })
  }

  static async logIn(port: number, user = 'admin', password = 'secret'): Promise<RawClient> {
    const client = await RawClient.open(port)
    const answer = await client.call('/login', `=name=${user}`, `=password=${password}`)
    if (answer.at(-1)?.[0] !== '!done' || answer.length > 1) throw new Error('login rejected')
    return client
  }

  get localPort(): number {
    return this.socket.localPort ?? 0
  }

  send(...words: string[]): void {
    this.socket.write(encodeSentence(words))
  }

  /** Resolves when `isThere` returns true; rejects after five seconds. */
  async until(isThere: () => boolean, milliseconds = 5000): Promise<void> {
    const end = Date.now() + milliseconds
    while (!isThere()) {
      if (Date.now() > end) throw new Error(`Not received in time; received: ${JSON.stringify(this.received)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 25)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Sentences of one reply, without their tag. */
  async call(...words: string[]): Promise<string[][]> {
    this.tags += 1
    const tag = `.tag=t${this.tags}`
    this.send(...words, tag)
    const mine = (): string[][] => this.received.filter((sentence) => sentence.includes(tag))
    await this.until(() => this.isClosed || mine().some(([word]) => word === '!done'))
    return mine().map((sentence) => sentence.filter((word) => word !== tag))
  }

  /** Rows of a print. @throws Error with the router's message if it is rejected */
  async rows(...words: string[]): Promise<Record<string, string>[]> {
    const answer = await this.call(...words)
    const trap = answer.find(([word]) => word === '!trap')
    if (trap) throw new Error(trap.find((word) => word.startsWith('=message='))?.slice(9))
    return answer
      .filter(([word]) => word === '!re')
      .map((sentence) =>
        Object.fromEntries(
          sentence.slice(1).map((word) => {
            const cut = word.indexOf('=', 1)
            return [word.slice(1, cut), word.slice(cut + 1)] as const
          }),
        ),
      )
  }

  close(): void {
    this.socket.destroy()
  }
}
