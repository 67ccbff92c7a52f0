import { createHash } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { RouterError } from '../errors.ts'
import type { Target } from '../session.ts'

export interface OpenedSocket {
  socket: Socket
  /** SHA-256 of the certificate, hexadecimal in lower case; undefined without TLS or without a certificate. */
  fingerprint: string | undefined
}

/**
 * Ciphers offered in TLS. A RouterOS without a certificate supports only anonymous Diffie-Hellman, which OpenSSL
 * accepts at security level 0 only; it comes last, so that a router with a certificate presents it. One handshake
 * offers both: a second connection after a failure would be a second line in the router's log.
 */
const ciphers = 'HIGH:+aNULL:!eNULL:!PSK:!SRP:@SECLEVEL=0'

const messages: Record<string, string> = {
  ECONNREFUSED: 'The router refused the connection.',
  ECONNRESET: 'The router reset the connection.',
  EPIPE: 'The router reset the connection.',
  EHOSTUNREACH: 'There is no route to the router.',
  ENETUNREACH: 'There is no route to the router.',
  EADDRNOTAVAIL: 'There is no route to the router.',
  ENOTFOUND: 'The name of the router is not known.',
  EAI_AGAIN: 'The name of the router could not be looked up.',
  ETIMEDOUT: 'The router does not answer.',
}

/** Describes a socket error by the system's error code, without any data that was sent. */
export function socketErrorMessage(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return messages[code] ?? (code === '' ? 'The connection failed.' : `The connection failed (${code}).`)
}

/** Normalises a fingerprint for comparison: lower case, without colons. */
export const plainFingerprint = (fingerprint: string) => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

/** @returns the certificate's fingerprint. @throws RouterError certificate if it is not the pinned one */
function checkCertificate(socket: TLSSocket, pinned: string | undefined): string | undefined {
  const raw = socket.getPeerX509Certificate()?.raw
  const fingerprint = raw === undefined ? undefined : createHash('sha256').update(raw).digest('hex')
  if (pinned === undefined || plainFingerprint(pinned) === fingerprint) return fingerprint
  throw fingerprint === undefined
    ? new RouterError('certificate', 'The router presents no certificate, but one is pinned.')
    : new RouterError('certificate', 'The router presents a different certificate from the pinned one.', {
        fingerprint,
      })
}

/**
 * Opens a connection, with TLS if requested, and compares the certificate with the pinned one before the first byte is
 * sent. The certificate chain is not validated, because routers sign their own certificates.
 * @param signal aborts it: the socket is closed, and the promise is rejected with `reason`
 * @param onConnect called when the TCP connection is established, before TLS
 * @throws RouterError unreachable, certificate, protocol (no TLS on the port)
 */
export function openSocket(
  target: Target,
  port: number,
  inTls: boolean,
  signal: AbortSignal,
  onConnect?: () => void,
): Promise<OpenedSocket> {
  const { host } = target
  const place = { host: target.address ?? host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
  // Node interprets an empty address as the local host.
  if (place.host === '') return Promise.reject(new RouterError('unreachable', 'The address is empty.'))
  return new Promise((resolve, reject) => {
    const socket = inTls
      ? connectTls({
          ...place,
          ciphers,
          rejectUnauthorized: false,
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connectPlain(place)
    // The new owner of the socket adds its own listener; an error after an abort must not terminate the process.
    socket.on('error', () => undefined)
    let isConnected = false
    const end = (error: unknown) => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      reject(error)
    }
    const onAbort = () => end(signal.reason)
    const onError = (cause: unknown) =>
      end(
        new RouterError(
          inTls && isConnected ? 'protocol' : 'unreachable',
          inTls && isConnected ? 'The router did not agree on TLS.' : socketErrorMessage(cause),
          { cause },
        ),
      )
    const onClose = () => end(new RouterError('unreachable', 'The router closed the connection immediately.'))
    socket.once('connect', () => {
      isConnected = true
      onConnect?.()
    })
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once(inTls ? 'secureConnect' : 'connect', () => {
      try {
        const fingerprint = inTls ? checkCertificate(socket as TLSSocket, target.pinned) : undefined
        signal.removeEventListener('abort', onAbort)
        socket.off('error', onError)
        socket.off('close', onClose)
        resolve({ socket, fingerprint })
      } catch (error) {
        end(error)
      }
    })
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
