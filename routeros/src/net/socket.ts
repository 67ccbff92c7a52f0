import { createHash } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { RouterError } from '../errors.ts'
import type { Target } from '../session.ts'

export interface Opened {
  socket: Socket
  /** SHA-256 of the certificate, hexadecimal in lower case; undefined without TLS or without a certificate. */
  fingerprint: string | undefined
}

/**
 * What is offered in TLS. A RouterOS without a certificate has anonymous Diffie-Hellman alone, which OpenSSL takes at
 * security level 0 only; it stands last, so that a router with a certificate shows it. Both go in one offer: a second
 * connection after a failure is a second line in the router's log.
 */
const ciphers = 'HIGH:+aNULL:!eNULL:!PSK:!SRP:@SECLEVEL=0'

const words: Record<string, string> = {
  ECONNREFUSED: 'The router refused the connection.',
  ECONNRESET: 'The router cut the connection off.',
  EPIPE: 'The router cut the connection off.',
  EHOSTUNREACH: 'There is no route to the router.',
  ENETUNREACH: 'There is no route to the router.',
  EADDRNOTAVAIL: 'There is no route to the router.',
  ENOTFOUND: 'The name of the router is not known.',
  EAI_AGAIN: 'The name of the router could not be looked up.',
  ETIMEDOUT: 'The router does not answer.',
}

/** What an error of a socket is in words of its own: the system's name of it, never what was sent. */
export function wordsOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return words[code] ?? (code === '' ? 'The connection failed.' : `The connection failed (${code}).`)
}

/** A fingerprint as it is compared: lower case, without colons. */
export const plainFingerprint = (fingerprint: string) => fingerprint.replaceAll(/[^0-9a-f]/gi, '').toLowerCase()

/** @returns the certificate's fingerprint. @throws RouterError certificate where it is not the pinned one */
function checkCertificate(socket: TLSSocket, pinned: string | undefined): string | undefined {
  const raw = socket.getPeerX509Certificate()?.raw
  const fingerprint = raw === undefined ? undefined : createHash('sha256').update(raw).digest('hex')
  if (pinned === undefined || plainFingerprint(pinned) === fingerprint) return fingerprint
  throw fingerprint === undefined
    ? new RouterError('certificate', 'The router shows no certificate, and one is pinned for it.')
    : new RouterError('certificate', 'The router shows another certificate than the one that is pinned for it.', {
        fingerprint,
      })
}

/**
 * Opens a connection, in TLS where it is asked for, and compares the certificate with the pinned one before a single
 * byte of ours goes out. A certificate is not checked otherwise: routers sign their own.
 * @param signal ends it: what is open is closed, and the promise is rejected with `reason`
 * @param onConnect called when somebody took the connection, before TLS
 * @throws RouterError unreachable, certificate, protocol (no TLS behind the port)
 */
export function openSocket(
  target: Target,
  port: number,
  inTls: boolean,
  signal: AbortSignal,
  onConnect?: () => void,
): Promise<Opened> {
  const { host } = target
  const place = { host: target.address ?? host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
  // Node takes no address for its own machine.
  if (place.host === '') return Promise.reject(new RouterError('unreachable', 'There is no address.'))
  return new Promise((resolve, reject) => {
    const socket = inTls
      ? connectTls({
          ...place,
          ciphers,
          rejectUnauthorized: false,
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connectPlain(place)
    // Whoever takes the socket over listens for itself; one that fails after it was given up must not end the program.
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
          inTls && isConnected ? 'The router did not agree on TLS.' : wordsOf(cause),
          { cause },
        ),
      )
    const onClose = () => end(new RouterError('unreachable', 'The router closed the connection at once.'))
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
