import { createHash } from 'node:crypto'
import { Client, type SFTPWrapper } from 'ssh2'
import { RouterError } from '../errors.ts'
import { withDeadline } from '../net/deadline.ts'
import { plainFingerprint, socketErrorMessage } from '../net/socket.ts'

export interface SshTarget {
  /** Address to connect to; a name is resolved. */
  address: string
  port: number
  user: string
  password: string
  /** SHA-256 of the host key, hexadecimal: a router with another key does not receive the password. */
  pinned?: string
  /** Milliseconds for connection and login; 10,000 by default. */
  connectTimeoutMs?: number
}

/** A connection over SSH, for files that a version of RouterOS does not return over the API. */
export interface SshSession {
  /** SHA-256 of the host key, hexadecimal in lower case. */
  readonly hostKey: string
  /**
   * The bytes of a file, over SFTP.
   * @param name as in the menu `/file`
   * @throws RouterError refused (no such file, or no permission), unsupported for a larger file, timeout, closed
   */
  readFile(name: string, options: { maxBytes: number; timeoutMs?: number }): Promise<Buffer>
  /**
   * Writes a new file, over SFTP.
   * @param name as in the menu `/file`
   * @throws RouterError refused (no permission, or no space), timeout, closed
   */
  writeFile(name: string, content: Uint8Array, options?: { timeoutMs?: number }): Promise<void>
  close(): Promise<void>
}

/**
 * Algorithms that RouterOS 6 offers and the library leaves out by default, after its own.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/132350014/SSH
 */
const olderAlgorithms = {
  kex: { append: ['diffie-hellman-group-exchange-sha1'], prepend: [], remove: [] },
  serverHostKey: { append: ['ssh-rsa'], prepend: [], remove: [] },
} as const

const timeout = () => new RouterError('timeout', 'The router does not answer over SSH.')

/**
 * Connects over SSH and logs in with the password. The host key is compared with the pinned one before the password is
 * sent.
 * @throws RouterError unreachable, certificate (with the presented host key as its fingerprint), login, timeout, protocol
 */
export const connectSsh = (target: SshTarget): Promise<SshSession> =>
  withDeadline(target.connectTimeoutMs ?? 10_000, undefined, timeout, (signal) => open(target, signal))

function open({ address, port, user, password, pinned }: SshTarget, signal: AbortSignal): Promise<SshSession> {
  const client = new Client()
  let hostKey = ''
  let isOther = false
  return new Promise((resolve, reject) => {
    const end = (error: unknown) => {
      signal.removeEventListener('abort', onAbort)
      client.destroy()
      reject(error)
    }
    const onAbort = () => end(signal.reason)
    const onClose = () => end(new RouterError('unreachable', 'The router closed the connection immediately.'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    client.on('error', (cause) => end(errorOf(cause, isOther ? hostKey : undefined)))
    client.once('close', onClose)
    client.once('ready', () => {
      signal.removeEventListener('abort', onAbort)
      client.off('close', onClose)
      resolve(sessionOf(client, hostKey))
    })
    client.connect({
      host: address,
      port,
      username: user,
      password,
      readyTimeout: 0,
      keepaliveInterval: 0,
      algorithms: olderAlgorithms as never,
      hostVerifier: (key: Buffer) => {
        hostKey = createHash('sha256').update(key).digest('hex')
        isOther = pinned !== undefined && plainFingerprint(pinned) !== hostKey
        return !isOther
      },
    })
  })
}

/** @param otherKey the presented host key, if it is not the pinned one */
function errorOf(cause: Error & { level?: string }, otherKey: string | undefined): RouterError {
  if (otherKey !== undefined)
    return new RouterError('certificate', 'The router presents a different SSH host key from the pinned one.', {
      fingerprint: otherKey,
      cause,
    })
  switch (cause.level) {
    case 'client-authentication':
      return new RouterError('login', 'The router rejected the login over SSH.', { cause })
    case 'client-socket':
      return new RouterError('unreachable', socketErrorMessage(cause), { cause })
    case 'client-timeout':
      return timeout()
    default:
      return new RouterError('protocol', 'The router did not agree on SSH.', { cause })
  }
}

function sessionOf(client: Client, hostKey: string): SshSession {
  let sftp: Promise<SFTPWrapper> | undefined
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
  const lost = ended.then(() => Promise.reject(new RouterError('closed', 'The router closed the connection.')))
  lost.catch(() => {})
  const channel = () =>
    (sftp ??= new Promise((resolve, reject) => {
      client.sftp((error, opened) => {
        if (error === undefined) resolve(opened)
        else reject(new RouterError('refused', 'The router does not permit this login to access files over SFTP.'))
      })
    }))
  const transfer = <T>(work: (sftp: SFTPWrapper) => Promise<T>, timeoutMs = 60_000): Promise<T> =>
    withDeadline(timeoutMs, undefined, timeout, async (signal) => {
      const aborted = new Promise<never>((_, reject) => {
        const onAbort = () => {
          client.destroy()
          reject(signal.reason as RouterError)
        }
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort, { once: true })
      })
      return await Promise.race([channel().then(work), aborted, lost])
    })
  return {
    hostKey,
    readFile: (name, { maxBytes, timeoutMs }) => transfer((one) => readAll(one, name, maxBytes), timeoutMs),
    writeFile: (name, content, { timeoutMs } = {}) => transfer((one) => writeAll(one, name, content), timeoutMs),
    async close() {
      client.end()
      // A router that is gone does not confirm the end.
      const timer = setTimeout(() => client.destroy(), 1000)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Bytes of one read or write: servers accept at most 32 kB. */
const partBytes = 32_768
/** Status of SFTP version 3 for a read behind the end of a file. */
const endOfFile = 1

/** Single requests, not the stream of the library: that one emits errors after it was closed. */
async function readAll(sftp: SFTPWrapper, name: string, maxBytes: number): Promise<Buffer> {
  const handle = await requested<Buffer>((done) => sftp.open(name, 'r', done))
  try {
    const parts: Buffer[] = []
    for (let offset = 0; offset <= maxBytes;) {
      const part = await readPart(sftp, handle, offset)
      if (part.length === 0) return Buffer.concat(parts)
      parts.push(part)
      offset += part.length
    }
    throw new RouterError('unsupported', 'The file exceeds the size limit.')
  } finally {
    // The server also closes it with the connection.
    await requested((done) => sftp.close(handle, done)).catch(() => {})
  }
}

const readPart = (sftp: SFTPWrapper, handle: Buffer, offset: number): Promise<Buffer> =>
  requested((done) =>
    sftp.read(handle, Buffer.alloc(partBytes), 0, partBytes, offset, (error, bytes, buffer) =>
      (error as { code?: unknown } | undefined)?.code === endOfFile
        ? done(undefined, Buffer.alloc(0))
        : done(error, buffer?.subarray(0, bytes)),
    ),
  )

async function writeAll(sftp: SFTPWrapper, name: string, content: Uint8Array): Promise<void> {
  const failure = 'The router did not store the file over SFTP.'
  const bytes = Buffer.from(content)
  const handle = await requested<Buffer>((done) => sftp.open(name, 'w', done), failure)
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const length = Math.min(partBytes, bytes.length - offset)
    await requested((done) => sftp.write(handle, bytes, offset, length, offset, done), failure)
  }
  await requested((done) => sftp.close(handle, done), failure)
}

type Done<T> = (error: Error | undefined | null, value?: T) => void

const requested = <T>(
  request: (done: Done<T>) => unknown,
  failure = 'The router did not return the file over SFTP.',
): Promise<T> =>
  new Promise((resolve, reject) => {
    request((cause, value) => {
      if (cause === undefined || cause === null) resolve(value as T)
      else reject(new RouterError('refused', failure, { cause }))
    })
  })
