import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'

/** One request as a NAS got it. */
export interface HeardRequest {
  kind: 'disconnect' | 'coa'
  id: number
  /** Values by attribute number; those of makers as `vendor/number`. */
  attributes: Record<string, Buffer>
}

/** What the NAS does with a request: a yes, a no with or without a cause, silence, or an answer signed wrongly. */
export type Manner = 'ack' | { nak: number | undefined } | 'silence' | 'forged'

/**
 * A NAS that listens for RFC 5176, on a port of its own. A request that is not signed with its secret gets no answer, as
 * the RFC asks.
 */
export async function startTestNas(secret: string, manner: (request: HeardRequest) => Manner, address = '127.0.0.2') {
  const heard: HeardRequest[] = []
  const socket = createSocket('udp4')
  socket.on('message', (packet, from) => {
    const zeroed = Buffer.from(packet)
    zeroed.fill(0, 4, 20)
    if (!createHash('md5').update(zeroed).update(secret).digest().equals(packet.subarray(4, 20))) return
    const attributes: Record<string, Buffer> = {}
    for (let at = 20; at < packet.length; at += packet[at + 1] as number) {
      const value = packet.subarray(at + 2, at + (packet[at + 1] as number))
      if (packet[at] === 26) attributes[`${value.readUInt32BE(0)}/${value[4]}`] = value.subarray(6)
      else attributes[String(packet[at])] = value
    }
    const kind = packet[0] === 40 ? 'disconnect' : 'coa'
    const request = { kind, id: packet[1] as number, attributes } as const
    heard.push(request)
    const what = manner(request)
    if (what === 'silence') return
    const yes = kind === 'disconnect' ? 41 : 44
    const cause =
      typeof what === 'object' && what.nak !== undefined
        ? Buffer.from([101, 6, 0, 0, what.nak >> 8, what.nak & 255])
        : Buffer.alloc(0)
    const answer = Buffer.concat([
      Buffer.from([typeof what === 'object' ? yes + 1 : yes, packet[1] as number, 0, 20 + cause.length]),
      packet.subarray(4, 20),
      cause,
    ])
    createHash('md5')
      .update(answer)
      .update(what === 'forged' ? 'another' : secret)
      .digest()
      .copy(answer, 4)
    socket.send(answer, from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, address, done))
  return {
    heard,
    port: socket.address().port,
    address,
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  }
}
