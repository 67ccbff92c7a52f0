import { createHash, createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'

/** One request as the NAS received it. */
export interface ReceivedRequest {
  kind: 'disconnect' | 'coa'
  id: number
  /** Values by attribute number; vendor-specific ones as `vendor/number`. */
  attributes: Record<string, Buffer>
}

/** Message-Authenticator of a reply; omitted by default, as the RFC allows. */
interface ReplySignature {
  signature?: 'right' | 'wrong'
}

/**
 * The behaviour of the NAS: an ACK or a NAK with or without an Error-Cause, no reply, a reply with a wrong Response
 * Authenticator, or a correctly signed one with a code that does not belong to the request.
 */
export type NasBehaviour =
  | 'ack'
  | 'silence'
  | 'forged'
  | ({ ack: number | undefined } & ReplySignature)
  | ({ nak: number | undefined } & ReplySignature)
  | ({ code: number } & ReplySignature)

const messageAuthenticator = 80

/**
 * Whether RouterOS 7.15 and later would accept the request: Message-Authenticator is its first attribute, and it and
 * the Request Authenticator are valid (RFC 5176, 2.3 and 3.4).
 */
function isSigned(packet: Buffer, secret: string): boolean {
  const zeroed = Buffer.from(packet)
  zeroed.fill(0, 4, 20)
  if (!createHash('md5').update(zeroed).update(secret).digest().equals(packet.subarray(4, 20))) return false
  if (packet[20] !== messageAuthenticator || packet[21] !== 18) return false
  zeroed.fill(0, 22, 38)
  return createHmac('md5', secret).update(zeroed).digest().equals(packet.subarray(22, 38))
}

/** A signed answer to `request`. */
function answerOf(
  request: Buffer,
  code: number,
  cause: number | undefined,
  how: ReplySignature,
  secret: string,
): Buffer {
  const parts = [Buffer.from([code, request[1] as number, 0, 0]), request.subarray(4, 20)]
  if (how.signature) parts.push(Buffer.from([messageAuthenticator, 18]), Buffer.alloc(16))
  if (cause !== undefined) parts.push(Buffer.from([101, 6, 0, 0, cause >> 8, cause & 255]))
  const answer = Buffer.concat(parts)
  answer.writeUInt16BE(answer.length, 2)
  if (how.signature)
    createHmac('md5', how.signature === 'right' ? secret : 'another')
      .update(answer)
      .digest()
      .copy(answer, 22)
  createHash('md5').update(answer).update(secret).digest().copy(answer, 4)
  return answer
}

/** A NAS that listens for RFC 5176, on its own port. A request without both valid authenticators gets no reply. */
export async function startTestNas(
  secret: string,
  manner: (request: ReceivedRequest) => NasBehaviour,
  address = '127.0.0.2',
) {
  const received: ReceivedRequest[] = []
  const socket = createSocket('udp4')
  socket.on('message', (packet, from) => {
    if (!isSigned(packet, secret)) return
    const attributes: Record<string, Buffer> = {}
    for (let at = 20; at < packet.length; at += packet[at + 1] as number) {
      const value = packet.subarray(at + 2, at + (packet[at + 1] as number))
      if (packet[at] === 26) attributes[`${value.readUInt32BE(0)}/${value[4]}`] = value.subarray(6)
      else attributes[String(packet[at])] = value
    }
    const kind = packet[0] === 40 ? 'disconnect' : 'coa'
    const request = { kind, id: packet[1] as number, attributes } as const
    received.push(request)
    const what = manner(request)
    if (what === 'silence') return
    const ack = kind === 'disconnect' ? 41 : 44
    const send = (answer: Buffer) => socket.send(answer, from.port, from.address)
    if (what === 'ack') send(answerOf(packet, ack, undefined, {}, secret))
    else if (what === 'forged') send(answerOf(packet, ack, undefined, {}, 'another'))
    else if ('code' in what) send(answerOf(packet, what.code, undefined, what, secret))
    else if ('ack' in what) send(answerOf(packet, ack, what.ack, what, secret))
    else send(answerOf(packet, ack + 1, what.nak, what, secret))
  })
  await new Promise<void>((done) => socket.bind(0, address, done))
  return {
    requests: received,
    port: socket.address().port,
    address,
    stop: () => new Promise<void>((done) => socket.close(() => done())),
  }
}
