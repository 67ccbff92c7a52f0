import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { message, type Message } from '@trunkline/contract/errors'

/** A client of RFC 5176 (dynamic authorization): requests that a NAS ends or changes a running session. */

const codes = { disconnect: 40, coa: 43 } as const
/** Codes of the ACK and the NAK for each request (RFC 5176, 2.3). */
const answers = { disconnect: { ack: 41, nak: 42 }, coa: { ack: 44, nak: 45 } } as const

/** Attribute numbers of RFC 2865, 2866 and 5176. */
export const attributeTypes = {
  userName: 1,
  framedIpAddress: 8,
  sessionTimeout: 27,
  idleTimeout: 28,
  acctSessionId: 44,
  eventTimestamp: 55,
  messageAuthenticator: 80,
  errorCause: 101,
} as const

/** An encoded attribute, without its type and length. */
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
/** A vendor-specific attribute (RFC 2865, 5.26). */
export const vendorText = (vendor: number, type: number, value: string): Attribute => {
  const body = Buffer.from(value, 'utf8')
  const head = Buffer.alloc(6)
  head.writeUInt32BE(vendor)
  head[4] = type
  head[5] = body.length + 2
  return { type: 26, value: Buffer.concat([head, body]) }
}

/** The values of Error-Cause in RFC 5176 (3.6). */
const knownCauses = new Set([201, 401, 402, 403, 404, 405, 406, 407, 501, 502, 503, 504, 505, 506, 507, 508])

const messageOfCause = (cause: number): Message =>
  message(knownCauses.has(cause) ? 'coa.error_cause' : 'coa.unknown_cause', { cause })

export interface CoaRequest {
  kind: 'disconnect' | 'coa'
  address: string
  port: number
  secret: string
  attributes: readonly Attribute[]
  /** Number of tries, default 3; each sends the same packet, so that the NAS acts on it once. */
  tries?: number
  /** Milliseconds to wait for a reply to each try; default 3,000. */
  waitMs?: number
  signal?: AbortSignal
}

export type CoaAnswer =
  /** `cause` is undefined if the reply has none, as is usual for an ACK. */
  | { state: 'ack'; cause: number | undefined; detail: Message | null }
  | { state: 'nak'; cause: number | undefined; detail: Message }
  /** Signed with the secret, but neither the ACK nor the NAK of this request. */
  | { state: 'unexpected'; detail: Message }
  /** No packet signed with the secret was received. */
  | { state: 'timeout'; detail: Message }

/** Octets of a RADIUS header: code, id, length, authenticator (RFC 2865, 3). */
const headerLength = 20
/** Octets of an MD5 digest, which both authenticators are. */
const digestLength = 16

/**
 * Encodes and signs a request. Message-Authenticator is the first attribute, as in servers fixed against CVE-2024-3596:
 * RouterOS drops requests without it. It is HMAC-MD5 over the packet with both authenticators zero (RFC 2869, 5.14; RFC
 * 5176, 3.4); the Request Authenticator is MD5 over the packet and the secret (RFC 5176, 2.3).
 */
export function packetOf(code: number, id: number, attributes: readonly Attribute[], secret: string): Buffer {
  const signature: Attribute = { type: attributeTypes.messageAuthenticator, value: Buffer.alloc(digestLength) }
  const body = Buffer.concat(
    [signature, ...attributes].map(({ type, value }) => Buffer.concat([Buffer.from([type, value.length + 2]), value])),
  )
  const packet = Buffer.concat([Buffer.from([code, id, 0, 0]), Buffer.alloc(digestLength), body])
  packet.writeUInt16BE(packet.length, 2)
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, headerLength + 2)
  createHash('md5').update(packet).update(secret).digest().copy(packet, 4)
  return packet
}

/** The attributes of a packet with the offsets of their values; undefined if the packet is truncated. */
function attributesOf(packet: Buffer): { type: number; at: number; value: Buffer }[] | undefined {
  const end = packet.readUInt16BE(2)
  const found: { type: number; at: number; value: Buffer }[] = []
  for (let at = headerLength; at < end;) {
    const length = at + 1 < end ? (packet[at + 1] as number) : 0
    if (length < 2 || at + length > end) return undefined
    found.push({ type: packet[at] as number, at: at + 2, value: packet.subarray(at + 2, at + length) })
    at += length
  }
  return found
}

/**
 * Whether a packet is a reply to `request` signed with the secret, whatever its code. The Response Authenticator is
 * required (RFC 5176, 2.3). Message-Authenticator is optional, but must be valid if present: HMAC-MD5 over the reply
 * with the Request Authenticator in its place and zeros for itself (RFC 5176, 3.4).
 */
export function isAnswer(packet: Buffer, request: Buffer, secret: string): boolean {
  if (packet.length < headerLength || packet[1] !== request[1]) return false
  const length = packet.readUInt16BE(2)
  if (length < headerLength || length > packet.length) return false
  const attributes = attributesOf(packet)
  if (attributes === undefined) return false
  // The packet as it was signed: with the authenticator of the request.
  const signed = Buffer.from(packet.subarray(0, length))
  request.copy(signed, 4, 4, headerLength)
  const expected = createHash('md5').update(signed).update(secret).digest()
  if (!timingSafeEqual(expected, packet.subarray(4, headerLength))) return false
  const signatures = attributes.filter(({ type }) => type === attributeTypes.messageAuthenticator)
  const [signature] = signatures
  if (signature === undefined) return true
  if (signatures.length > 1 || signature.value.length !== digestLength) return false
  signed.fill(0, signature.at, signature.at + digestLength)
  return timingSafeEqual(createHmac('md5', secret).update(signed).digest(), signature.value)
}

/** Error-Cause of a reply; undefined if there is none. */
function causeOf(packet: Buffer): number | undefined {
  const found = attributesOf(packet)?.find(
    ({ type, value }) => type === attributeTypes.errorCause && value.length === 4,
  )
  return found?.value.readUInt32BE()
}

/**
 * Sends one request and waits for its reply.
 * @throws Error if the address is unreachable for sockets, or `signal` aborts
 */
export function sendCoaRequest(request: CoaRequest): Promise<CoaAnswer> {
  const { kind, address, port, secret, tries = 3, waitMs = 3_000, signal } = request
  const stamp = number(attributeTypes.eventTimestamp, Math.floor(Date.now() / 1000))
  const packet = packetOf(codes[kind], randomInt(256), [...request.attributes, stamp], secret)
  const expected = answers[kind]
  return new Promise((done, fail) => {
    // One socket per request, so that a reply to another request with the same id arrives at another port.
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    let timer: NodeJS.Timeout | undefined
    let forged = 0
    const finish = (end: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      socket.close()
      end()
    }
    const abort = () => finish(() => fail(new Error('The request to the NAS was aborted.')))
    socket.on('error', (error) => finish(() => fail(error)))
    socket.on('message', (answer, from) => {
      if (from.port !== port) return
      if (!isAnswer(answer, packet, secret)) return void forged++
      const code = answer[0]
      if (code !== expected.ack && code !== expected.nak)
        return finish(() => done({ state: 'unexpected', detail: message('coa.unexpected_code', { code: code ?? 0 }) }))
      const cause = causeOf(answer)
      const named = cause === undefined ? null : messageOfCause(cause)
      finish(() =>
        done(
          code === expected.ack
            ? { state: 'ack', cause, detail: named }
            : { state: 'nak', cause, detail: named ?? message('coa.no_cause') },
        ),
      )
    })
    const attempt = (left: number) => {
      if (left === 0) {
        const detail = forged > 0 ? message('coa.other_secret') : message('coa.no_answer', { address, port, tries })
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
