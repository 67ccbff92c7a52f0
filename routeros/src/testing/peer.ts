import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { SentenceDecoder } from '../wire/decoder.ts'
import { encodeSentence } from '../wire/encode.ts'
import type { Target } from '../session.ts'

/** The peer's view of a scripted connection. */
export interface Side {
  socket: Socket
  /** The received sentences, in order. */
  received: string[][]
  send(...words: string[]): void
  bytes(bytes: Uint8Array): void
}

export interface Peer {
  target: Target
  port: number
  sides: Side[]
  stop(): Promise<void>
}

/** The tag word of a sentence, to send back with its replies. */
export const tagOf = (words: readonly string[]) => words.find((word) => word.startsWith('.tag=')) ?? ''

/** Starts a server that calls `answer` for every sentence: a router scripted by the test, byte by byte. */
export async function startPeer(
  answer: (side: Side, words: string[]) => void,
  makeServer: (onSocket: (socket: Socket) => void) => Server = createServer,
): Promise<Peer> {
  const sides: Side[] = []
  const server = makeServer((socket) => {
    const side: Side = {
      socket,
      received: [],
      send: (...words) => void socket.write(encodeSentence(words.filter((word) => word !== ''))),
      bytes: (bytes) => void socket.write(bytes),
    }
    sides.push(side)
    const decoder = new SentenceDecoder((bytes, starts, ends, count) => {
      const words = Array.from({ length: count }, (_, index) => bytes.toString('utf8', starts[index], ends[index]))
      side.received.push(words)
      answer(side, words)
    })
    socket.on('data', (chunk: Buffer) => decoder.push(chunk))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    sides,
    target: { host: '127.0.0.1', port, transport: 'api', user: 'panel', password: 'kept-Secret-1' },
    stop: async () => {
      for (const { socket } of sides) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Replies to the login, and passes everything else to `answer`. */
export const afterLogin =
  (answer: (side: Side, words: string[], tag: string) => void) =>
  (side: Side, words: string[]): void => {
    const tag = tagOf(words)
    if (words[0] === '/login') side.send('!done', tag)
    else answer(side, words, tag)
  }
