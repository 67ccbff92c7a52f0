import { createHash, randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** A client of RFC 5176 (dynamic authorization): asks a NAS to end or to change a session that runs on it. */

const codes = { disconnect: 40, coa: 43 } as const
/** Code of the yes and of the no to each request (RFC 5176, 2.3). */
const answers = { disconnect: { ack: 41, nak: 42 }, coa: { ack: 44, nak: 45 } } as const

/** Numbers of RFC 2865, 2866 and 5176. */
export const attributeTypes = {
  userName: 1,
  framedIpAddress: 8,
  sessionTimeout: 27,
  idleTimeout: 28,
  acctSessionId: 44,
  eventTimestamp: 55,
  errorCause: 101,
} as const

/** One attribute as it goes over the wire, without its type and length. */
export interface Attribute {
  type: number
  value: Buffer
}

export const text = (type: number, value: string): Attribute => ({ type, value: Buffer.from(value, 'utf8') })
export const number = (type: number, value: number): Attribute => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return { type, value: bytes }
}
export const ipv4 = (type: number, value: string): Attribute => ({
  type,
  value: Buffer.from(value.split('.').map(Number)),
})
/** An attribute of a maker (RFC 2865, 5.26). */
export const vendorText = (vendor: number, type: number, value: string): Attribute => {
  const body = Buffer.from(value, 'utf8')
  const head = Buffer.alloc(6)
  head.writeUInt32BE(vendor)
  head[4] = type
  head[5] = body.length + 2
  return { type: 26, value: Buffer.concat([head, body]) }
}

/** What RFC 5176 (3.6) calls the values of Error-Cause. */
const causes: Record<number, string> = {
  401: 'Unsupported attribute',
  402: 'Missing attribute',
  403: 'NAS identification mismatch',
  404: 'Invalid request',
  405: 'Unsupported service',
  406: 'Unsupported extension',
  407: 'Invalid attribute value',
  501: 'Administratively prohibited',
  502: 'Request not routable',
  503: 'Session context not found',
  504: 'Session context not removable',
  505: 'Other proxy processing error',
  506: 'Resources unavailable',
  507: 'Request initiated',
  508: 'Multiple session selection unsupported',
}

export interface CoaRequest {
  kind: 'disconnect' | 'coa'
  address: string
  port: number
  secret: string
  attributes: readonly Attribute[]
  /** 3 where it is left out; the same packet each time, so that the NAS acts on it once. */
  tries?: number
  /** Milliseconds to wait for the answer to each try; 3,000 where it is left out. */
  waitMs?: number
  signal?: AbortSignal
}

export type CoaAnswer =
  | { state: 'ack' }
  /** `cause` is left out where the NAS gives none. */
  | { state: 'nak'; cause: number | undefined; detail: string }
  /** Nothing that was signed with the secret came back. */
  | { state: 'timeout'; detail: string }

/** The packet, with its authenticator: MD5 over itself with 16 zero bytes in that place, and the secret (RFC 5176, 2.3). */
export function packetOf(code: number, id: number, attributes: readonly Attribute[], secret: string): Buffer {
  const body = Buffer.concat(
    attributes.map(({ type, value }) => Buffer.concat([Buffer.from([type, value.length + 2]), value])),
  )
  const packet = Buffer.concat([Buffer.from([code, id, 0, 0]), Buffer.alloc(16), body])
  packet.writeUInt16BE(packet.length, 2)
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4)
  return packet
}

/** Whether a packet is the answer to `request`, signed with the secret. */
export function isAnswer(packet: Buffer, request: Buffer, secret: string): boolean {
  if (packet.length < 20 || packet[1] !== request[1]) return false
  const length = packet.readUInt16BE(2)
  if (length < 20 || length > packet.length) return false
  const expected = createHash('md5')
    .update(packet.subarray(0, 4))
    .update(request.subarray(4, 20))
    .update(packet.subarray(20, length))
    .update(secret)
    .digest()
  return expected.equals(packet.subarray(4, 20))
}

/** Error-Cause of a NAK; undefined where there is none or the packet is cut short. */
function causeOf(packet: Buffer): number | undefined {
  const end = packet.readUInt16BE(2)
  for (let at = 20; at + 2 <= end;) {
    const length = packet[at + 1] as number
    if (length < 2 || at + length > end) return undefined
    if (packet[at] === attributeTypes.errorCause && length === 6) return packet.readUInt32BE(at + 2)
    at += length
  }
  return undefined
}

/**
 * Sends one request and waits for its answer.
 * @throws Error where the address can't be sent to, or `signal` fires
 */
export function askNas(request: CoaRequest): Promise<CoaAnswer> {
  const { kind, address, port, secret, tries = 3, waitMs = 3_000, signal } = request
  const stamp = number(attributeTypes.eventTimestamp, Math.floor(Date.now() / 1000))
  const packet = packetOf(codes[kind], randomInt(256), [...request.attributes, stamp], secret)
  const expected = answers[kind]
  return new Promise((done, fail) => {
    // A socket a request: another's answer with the same id comes to another port.
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    let timer: NodeJS.Timeout | undefined
    let forged = 0
    const finish = (end: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      socket.close()
      end()
    }
    const abort = () => finish(() => fail(new Error('The request to the NAS was broken off.')))
    socket.on('error', (error) => finish(() => fail(error)))
    socket.on('message', (answer, from) => {
      if (from.port !== port) return
      if (!isAnswer(answer, packet, secret)) return void forged++
      if (answer[0] === expected.ack) return finish(() => done({ state: 'ack' }))
      if (answer[0] !== expected.nak) return void forged++
      const cause = causeOf(answer)
      const detail = cause === undefined ? 'The NAS gives no reason.' : (causes[cause] ?? `Error-Cause ${cause}`)
      finish(() => done({ state: 'nak', cause, detail }))
    })
    const attempt = (left: number) => {
      if (left === 0) {
        const detail =
          forged > 0
            ? 'The NAS answers with another secret.'
            : `No answer from ${address} port ${port} to ${tries} tries: unreachable, not listening, or another secret.`
        return finish(() => done({ state: 'timeout', detail }))
      }
      socket.send(packet, port, address, (error) => {
        if (error) finish(() => fail(error))
      })
      timer = setTimeout(() => attempt(left - 1), waitMs)
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) return abort()
    attempt(tries)
  })
}
