import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { message } from '@trunkline/contract/errors'
import { createAddressGuard, type Allow } from '../../devices/address-guard.ts'
import { DeviceError } from '../../devices/devices.ts'
import type { HttpMessage, Verdict } from './channels.ts'

/** Seconds for a whole request, from the name to the last byte of the reply. */
const timeoutSeconds = 10
/** Octets of a reply that are read; the rest is discarded. */
const maxReply = 65_536

export interface OutgoingSettings {
  /** Private prefixes that messages may be sent to: services in the operator's own network. */
  networks: readonly string[]
  /** Ports besides 443. */
  ports: readonly number[]
  /** Hosts of the panel's own services. */
  own: readonly string[]
  /** Addresses that bypass the guard and TLS: services of tests. */
  allow?: Allow
}

export interface OutgoingReply {
  status: number
  body: string
  retryAfter: number | undefined
}

/** Why there was no reply. */
export interface OutgoingFailure {
  verdict: Exclude<Verdict, { end: 'sent' }>
}

/** Sends a request to an address that a user entered. Never throws. */
export type SendOutgoing = (request: HttpMessage, signal: AbortSignal) => Promise<OutgoingReply | OutgoingFailure>

/**
 * Requests to addresses that users enter. Stricter than the guard of devices: HTTPS with certificate check, port 443 or
 * a listed one, no redirects. The name is resolved once and the checked address is connected to, so that a later DNS
 * answer cannot lead elsewhere.
 */
export function createOutgoing({ networks, ports, own, allow }: OutgoingSettings): SendOutgoing {
  const guard = createAddressGuard({ own, ...(allow !== undefined && { allow }) })
  const listed = networks.length === 0 ? undefined : createAddressGuard({ networks })
  return async (message_, signal) => {
    const url = new URL(message_.url)
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    let address: string
    let isExempt = false
    try {
      ;({ address } = await guard.check(host, port, async (one) => {
        if (listed === undefined) return false
        // The prefixes that the provider lists: the second guard rejects all others.
        return listed
          .check(one, port, async () => true)
          .then(
            () => true,
            () => false,
          )
      }))
      isExempt = allow?.(address, port) === true
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      return { verdict: verdictOfGuard(error, host) }
    }
    if (!isExempt && (url.protocol !== 'https:' || !(port === 443 || ports.includes(port))))
      return {
        verdict: { end: 'rejected', error: message('notification.address_blocked', { address: `${host}:${port}` }) },
      }
    return send(message_, { url, host, port, address }, signal)
  }
}

function verdictOfGuard(error: DeviceError, host: string): OutgoingFailure['verdict'] {
  return error.error === 'unreachable'
    ? { end: 'retry', error: message('notification.name_unknown', { name: host }) }
    : { end: 'rejected', error: message('notification.address_blocked', { address: host }) }
}

function send(
  { method, headers, body }: HttpMessage,
  { url, host, port, address }: { url: URL; host: string; port: number; address: string },
  signal: AbortSignal,
): Promise<OutgoingReply | OutgoingFailure> {
  return new Promise((done) => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
    const fail = (error: Error) =>
      done({
        verdict: {
          end: 'retry',
          error: timeout.aborted
            ? message('notification.timeout', { seconds: timeoutSeconds })
            : // The code alone: messages of Node contain the address.
              message('notification.connection', { cause: (error as NodeJS.ErrnoException).code ?? error.name }),
        },
      })
    const open = url.protocol === 'http:' ? httpRequest : httpsRequest
    const sent = open(
      {
        host: address,
        port,
        method,
        path: `${url.pathname}${url.search}`,
        // The name of the certificate; an address has none (RFC 6066, 3).
        ...(host !== address && { servername: host }),
        headers: {
          'user-agent': 'Trunkline',
          ...headers,
          host: url.host,
          'content-length': String(Buffer.byteLength(body)),
        },
        agent: false,
        signal: AbortSignal.any([signal, timeout]),
      },
      (reply) => {
        const parts: Buffer[] = []
        let size = 0
        const end = () => {
          const after = Number(reply.headers['retry-after'])
          done({
            status: reply.statusCode ?? 0,
            body: Buffer.concat(parts).subarray(0, maxReply).toString('utf8'),
            retryAfter: Number.isInteger(after) && after >= 0 ? after : undefined,
          })
        }
        reply.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size < maxReply) return
          end()
          reply.destroy()
        })
        reply.on('end', end)
        reply.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}
