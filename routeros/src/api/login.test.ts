import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { RouterError } from '../errors.ts'
import { testCertificate } from '../testing/certificate.ts'
import { startPeer, tagOf, type Peer, type Side } from '../testing/peer.ts'
import type { Session, Target } from '../session.ts'
import { challengeAnswer } from './login.ts'

let peer: Peer | undefined
const sessions: Session[] = []

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await peer?.stop()
  peer = undefined
})

const start = async (answer: (side: Side, words: string[]) => void) => {
  peer = await startPeer(answer)
  return peer
}
const open = async (target: Target) => {
  const session = await connect(target)
  sessions.push(session)
  return session
}
const errorOf = async (target: Target) => {
  const problem = await connect(target).then(
    (session) => {
      sessions.push(session)
      throw new Error('The connection succeeded.')
    },
    (error: unknown) => error as RouterError,
  )
  // Neither the message nor its cause may contain the password.
  for (let error: unknown = problem; error instanceof Error; error = error.cause)
    expect(error.message + (error.stack ?? '') + JSON.stringify(error)).not.toContain(target.password)
  return problem
}
const receivedBy = (of: Peer) =>
  of.sides.flatMap(({ received }) => received.map((words) => words.filter((word) => !word.startsWith('.tag='))))

const challenge = 'abc123'
const answered = '0021277bff9ac7caf06aa608e46616d47f'

test('the response to a challenge matches the test vectors', () => {
  expect(challengeAnswer('passTest', challenge)).toBe(answered)
})

test('a router before 6.45 that sends a challenge gets a response', async () => {
  const of = await start((side, words) => {
    const isAnswer = words.some((word) => word.startsWith('=response='))
    side.send('!done', isAnswer ? '' : `=ret=${challenge}`, tagOf(words))
  })
  const session = await open({ ...of.target, user: 'userTest', password: 'passTest' })
  expect(session.isOpen).toBe(true)
  expect(receivedBy(of)).toEqual([
    ['/login', '=name=userTest', '=password=passTest'],
    ['/login', '=name=userTest', `=response=${answered}`],
  ])
})

test('the password is never sent if plain login is not allowed', async () => {
  const of = await start((side, words) => {
    const isAnswer = words.some((word) => word.startsWith('=response='))
    side.send('!done', isAnswer ? '' : `=ret=${challenge}`, tagOf(words))
  })
  await open({ ...of.target, password: 'passTest', allowPlainLogin: false })
  expect(receivedBy(of)).toEqual([['/login'], ['/login', '=name=panel', `=response=${answered}`]])
})

test('a router without a challenge is rejected if plain login is not allowed', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  expect(await errorOf({ ...of.target, allowPlainLogin: false })).toMatchObject({ kind: 'login', sent: false })
  expect(receivedBy(of)).toEqual([['/login']])
})

test.each([['invalid user name or password (6)'], ['cannot log in']])(
  'a failed login has the router’s message: %s',
  async (stated) => {
    const of = await start((side, words) => {
      side.send('!trap', `=message=${stated}`, tagOf(words))
      side.send('!done', tagOf(words))
    })
    expect(await errorOf(of.target)).toMatchObject({ kind: 'login', message: stated, sent: false })
    await expect.poll(() => of.sides[0]?.socket.destroyed).toBe(true)
  },
)

test('a router that closes the connection is unreachable', async () => {
  const of = await start((side) => side.socket.end())
  expect(await errorOf(of.target)).toMatchObject({ kind: 'unreachable', sent: false })
})

test('a router that ends the session before the login reports the reason', async () => {
  const of = await start((side) => side.send('!fatal', 'too many commands before login'))
  const problem = await errorOf(of.target)
  expect(problem.kind).toBe('unreachable')
  expect(problem.message).toContain('too many commands before login')
})

test('a peer that is not a router is detected', async () => {
  const of = await start((side) => side.bytes(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(200, 'x'))))
  expect(await errorOf(of.target)).toMatchObject({ kind: 'protocol' })
})

test('a router that accepts the connection and does not reply runs into a timeout of its own', async () => {
  const of = await start(() => undefined)
  const started = performance.now()
  expect(await errorOf({ ...of.target, connectTimeoutMs: 150 })).toMatchObject({ kind: 'timeout', sent: false })
  expect(performance.now() - started).toBeLessThan(1_500)
  await expect.poll(() => of.sides[0]?.socket.destroyed).toBe(true)
})

test('a closed port and an unknown name are unreachable', async () => {
  const of = await start(() => undefined)
  await of.stop()
  expect(await errorOf(of.target)).toMatchObject({ kind: 'unreachable', message: 'The router refused the connection.' })
  expect(await errorOf({ ...of.target, host: 'no-such-name.invalid' })).toMatchObject({ kind: 'unreachable' })
})

test('an empty address is not the local host', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  for (const wrong of [{ host: '' }, { address: '' }])
    expect(await errorOf({ ...of.target, ...wrong })).toMatchObject({ kind: 'unreachable', sent: false })
  expect(of.sides).toEqual([])
})

test('an aborted connect rejects immediately', async () => {
  const of = await start(() => undefined)
  expect(await errorOf({ ...of.target, signal: AbortSignal.timeout(100) })).toMatchObject({ kind: 'timeout' })
  expect(await errorOf({ ...of.target, signal: AbortSignal.abort() })).toMatchObject({ kind: 'timeout' })
})

test('the connection goes to the resolved address', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  const session = await open({ ...of.target, host: 'router.invalid', address: '127.0.0.1' })
  expect(session.isOpen).toBe(true)
})

/** A peer with TLS, with or without a certificate. */
const startTls = async (options: object) => {
  peer = await startPeer(
    (side, words) => side.send('!done', tagOf(words)),
    (onSocket) => createTlsServer(options, onSocket),
  )
  peer.target.transport = 'api-ssl'
  return peer
}
const anonymous = { ciphers: 'ADH:@SECLEVEL=0', maxVersion: 'TLSv1.2', dhparam: 'auto' }
const seen = testCertificate.fingerprint.replaceAll(':', '').toLowerCase()

test('a self-signed certificate is accepted and reported', async () => {
  const of = await startTls({ key: testCertificate.key, cert: testCertificate.cert })
  expect((await open(of.target)).fingerprint).toBe(seen)
  expect((await open({ ...of.target, pinned: testCertificate.fingerprint })).transport).toBe('api-ssl')
  expect((await open({ ...of.target, pinned: seen })).isOpen).toBe(true)
})

test('a certificate other than the pinned one is rejected before the password is sent', async () => {
  const of = await startTls({ key: testCertificate.key, cert: testCertificate.cert })
  expect(await errorOf({ ...of.target, pinned: 'ab'.repeat(32) })).toMatchObject({
    kind: 'certificate',
    fingerprint: seen,
    sent: false,
  })
  expect(receivedBy(of)).toEqual([])
})

test('a router without a certificate is accepted, unless one is pinned', async () => {
  const of = await startTls(anonymous)
  const session = await open(of.target)
  expect(session.fingerprint).toBeUndefined()
  expect(await errorOf({ ...of.target, pinned: seen })).toMatchObject({ kind: 'certificate', fingerprint: undefined })
  expect(receivedBy(of)).toHaveLength(1)
})

test('a router that also supports anonymous TLS presents its certificate', async () => {
  const of = await startTls({ ...testCertificate, ciphers: 'ALL:@SECLEVEL=0', maxVersion: 'TLSv1.2' })
  expect((await open(of.target)).fingerprint).toBe(seen)
})

/** A peer that is not a router: sends a greeting and accepts any data. */
const startOther = async (greeting: string) => {
  peer = await startPeer(
    () => undefined,
    () =>
      createServer((socket) => {
        socket.resume().on('error', () => undefined)
        if (greeting !== '') socket.write(greeting)
      }),
  )
  return peer
}

test('a port without TLS is reported as such', async () => {
  const of = await startOther('SSH-2.0-ROSSSH\r\n')
  expect(await errorOf({ ...of.target, transport: 'api-ssl' })).toMatchObject({ kind: 'protocol' })
  expect(await errorOf(of.target)).toMatchObject({ kind: 'protocol' })
})

test('a plain port that waits for more data after the TLS hello runs into the timeout', async () => {
  const of = await startOther('')
  expect(await errorOf({ ...of.target, transport: 'api-ssl', connectTimeoutMs: 150 })).toMatchObject({
    kind: 'timeout',
  })
})
