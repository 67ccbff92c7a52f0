import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'

/** Encodes packets of RFC 2865 and 2866 octet by octet, for cases that radclient cannot send. */

/** One attribute: its number, or a vendor's number and attribute, and at most 253 (vendor: 247) octets. */
export interface RawAttribute {
  type: number
  vendor?: number
  value: Buffer
}

export const codes = { accessRequest: 1, accept: 2, reject: 3, accountingRequest: 4, accountingResponse: 5 } as const
const messageAuthenticator = 80

function encode(attributes: readonly RawAttribute[]): Buffer {
  return Buffer.concat(
    attributes.map(({ type, vendor, value }) => {
      if (vendor === undefined) return Buffer.concat([Buffer.from([type, value.length + 2]), value])
      const head = Buffer.alloc(8)
      head[0] = 26
      head[1] = value.length + 8
      head.writeUInt32BE(vendor, 2)
      head[6] = type
      head[7] = value.length + 2
      return Buffer.concat([head, value])
    }),
  )
}

/** An Accounting-Request, authenticated by RFC 2866 (section 3). */
export function accountingRequest(id: number, attributes: readonly RawAttribute[], secret: string): Buffer {
  const packet = Buffer.concat([Buffer.from([codes.accountingRequest, id, 0, 0]), Buffer.alloc(16), encode(attributes)])
  packet.writeUInt16BE(packet.length, 2)
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4)
  return packet
}

/** An Access-Request with a Message-Authenticator as its first attribute (RFC 3579, 3.2). */
export function accessRequest(id: number, attributes: readonly RawAttribute[], secret: string): Buffer {
  const signed = [{ type: messageAuthenticator, value: Buffer.alloc(16) }, ...attributes]
  const packet = Buffer.concat([Buffer.from([codes.accessRequest, id, 0, 0]), randomBytes(16), encode(signed)])
  packet.writeUInt16BE(packet.length, 2)
  createHmac('md5', secret).update(packet).digest().copy(packet, 22)
  return packet
}

/** User-Password (RFC 2865, 5.2), hidden with the authenticator of a request made by `accessRequest`. */
export function withPassword(packet: Buffer, password: Buffer, secret: string): Buffer {
  const padded = Buffer.alloc(Math.max(16, Math.ceil(password.length / 16) * 16))
  password.copy(padded)
  let last = packet.subarray(4, 20)
  for (let at = 0; at < padded.length; at += 16) {
    const mask = createHash('md5').update(secret).update(last).digest()
    for (let i = 0; i < 16; i++) padded[at + i] = (padded[at + i] as number) ^ (mask[i] as number)
    last = padded.subarray(at, at + 16)
  }
  const whole = Buffer.concat([packet, encode([{ type: 2, value: padded }])])
  whole.writeUInt16BE(whole.length, 2)
  whole.fill(0, 22, 38)
  createHmac('md5', secret).update(whole).digest().copy(whole, 22)
  return whole
}

/**
 * Checks that a reply belongs to the request: its Response Authenticator, and for the reply to a login a valid
 * Message-Authenticator as the first attribute.
 * @throws Error with the violation
 */
export function checkReply(reply: Buffer, request: Buffer, secret: string): void {
  const signed = Buffer.from(reply)
  request.copy(signed, 4, 4, 20)
  if (!createHash('md5').update(signed).update(secret).digest().equals(reply.subarray(4, 20)))
    throw new Error('The Response Authenticator of a reply is wrong.')
  if (request[0] !== codes.accessRequest) return
  if (reply[20] !== messageAuthenticator) throw new Error(`A reply begins with attribute ${reply[20]}.`)
  const unsigned = Buffer.from(signed)
  unsigned.fill(0, 22, 38)
  if (!createHmac('md5', secret).update(unsigned).digest().equals(reply.subarray(22, 38)))
    throw new Error('The Message-Authenticator of a reply is wrong.')
}

/** A NAS that sends packets from one address, several at a time. */
export interface PacketSender {
  /** Sends, repeats every 3 s up to `tries` times, and returns the checked reply; undefined: none received. */
  send(make: (id: number) => Buffer): Promise<Buffer | undefined>
  close(): void
}

export async function packetSender(
  to: { port: number; address: string },
  from: string,
  secret: string,
  { tries = 5, inFlight = 24 }: { tries?: number; inFlight?: number } = {},
): Promise<PacketSender> {
  const socket: Socket = createSocket(from.includes(':') ? 'udp6' : 'udp4')
  await new Promise<void>((done) => socket.bind(0, from, done))
  const waiting = new Map<number, (reply: Buffer) => void>()
  // Used in rotation: FreeRADIUS answers an id that is reused soon from its cache.
  const ids = Array.from({ length: 256 }, (_, id) => id)
  let slots = inFlight
  const queue: (() => void)[] = []
  socket.on('message', (reply) => waiting.get(reply[1] as number)?.(reply))
  return {
    async send(make) {
      // More in flight would overflow the receiver's buffer, and such a loss is not worth testing.
      if (slots > 0) slots--
      else await new Promise<void>((done) => queue.push(done))
      const id = ids.shift() as number
      const packet = make(id)
      try {
        return await new Promise<Buffer | undefined>((done, fail) => {
          let timer: NodeJS.Timeout
          waiting.set(id, (reply) => {
            clearTimeout(timer)
            try {
              checkReply(reply, packet, secret)
              done(reply)
            } catch (error) {
              fail(error as Error)
            }
          })
          const attempt = (left: number) => {
            if (left === 0) return done(undefined)
            socket.send(packet, to.port, to.address)
            timer = setTimeout(() => attempt(left - 1), 3_000)
          }
          attempt(tries)
        })
      } finally {
        waiting.delete(id)
        ids.push(id)
        const next = queue.shift()
        if (next === undefined) slots++
        else next()
      }
    },
    close: () => socket.close(),
  }
}
