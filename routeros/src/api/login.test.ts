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
      throw new Error('It connected.')
    },
    (error: unknown) => error as RouterError,
  )
  // Neither the words nor what they came from may hold the password.
  for (let error: unknown = problem; error instanceof Error; error = error.cause)
    expect(error.message + (error.stack ?? '') + JSON.stringify(error)).not.toContain(target.password)
  return problem
}
const receivedBy = (of: Peer) =>
  of.sides.flatMap(({ received }) => received.map((words) => words.filter((word) => !word.startsWith('.tag='))))

const challenge = 'abc123'
const answered = '0021277bff9ac7caf06aa608e46616d47f'

test('the answer to a challenge is the one of the vectors', () => {
  expect(challengeAnswer('passTest', challenge)).toBe(answered)
})

test('a router before 6.45 that answers with a challenge gets its answer', async () => {
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

test('where plain login is not allowed, the password is never sent', async () => {
  const of = await start((side, words) => {
    const isAnswer = words.some((word) => word.startsWith('=response='))
    side.send('!done', isAnswer ? '' : `=ret=${challenge}`, tagOf(words))
  })
  await open({ ...of.target, password: 'passTest', allowPlainLogin: false })
  expect(receivedBy(of)).toEqual([['/login'], ['/login', '=name=panel', `=response=${answered}`]])
})

test('a router that gives no challenge is refused where plain login is not allowed', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  expect(await errorOf({ ...of.target, allowPlainLogin: false })).toMatchObject({ kind: 'login', sent: false })
  expect(receivedBy(of)).toEqual([['/login']])
})

test.each([['invalid user name or password (6)'], ['cannot log in']])(
  'a refused login has its words: %s',
  async (stated) => {
    const of = await start((side, words) => {
      side.send('!trap', `=message=${stated}`, tagOf(words))
      side.send('!done', tagOf(words))
    })
    expect(await errorOf(of.target)).toMatchObject({ kind: 'login', message: stated, sent: false })
    await expect.poll(() => of.sides[0]?.socket.destroyed).toBe(true)
  },
)

test('a router that closes the door on us is not reached', async () => {
  const of = await start((side) => side.socket.end())
  expect(await errorOf(of.target)).toMatchObject({ kind: 'unreachable', sent: false })
})

test('one that ends the session before the login says why', async () => {
  const of = await start((side) => side.send('!fatal', 'too many commands before login'))
  const problem = await errorOf(of.target)
  expect(problem.kind).toBe('unreachable')
  expect(problem.message).toContain('too many commands before login')
})

test('what is no router is told from one', async () => {
  const of = await start((side) => side.bytes(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(200, 'x'))))
  expect(await errorOf(of.target)).toMatchObject({ kind: 'protocol' })
})

test('a router that takes the connection and says nothing has its own time-out', async () => {
  const of = await start(() => undefined)
  const started = performance.now()
  expect(await errorOf({ ...of.target, connectTimeoutMs: 150 })).toMatchObject({ kind: 'timeout', sent: false })
  expect(performance.now() - started).toBeLessThan(1_500)
  await expect.poll(() => of.sides[0]?.socket.destroyed).toBe(true)
})

test('nobody behind the port, or a name that nobody has, is unreachable', async () => {
  const of = await start(() => undefined)
  await of.stop()
  expect(await errorOf(of.target)).toMatchObject({ kind: 'unreachable', message: 'The router refused the connection.' })
  expect(await errorOf({ ...of.target, host: 'no-such-name.invalid' })).toMatchObject({ kind: 'unreachable' })
})

test('no address is not the own machine', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  for (const wrong of [{ host: '' }, { address: '' }])
    expect(await errorOf({ ...of.target, ...wrong })).toMatchObject({ kind: 'unreachable', sent: false })
  expect(of.sides).toEqual([])
})

test('who gives up is not kept waiting', async () => {
  const of = await start(() => undefined)
  expect(await errorOf({ ...of.target, signal: AbortSignal.timeout(100) })).toMatchObject({ kind: 'timeout' })
  expect(await errorOf({ ...of.target, signal: AbortSignal.abort() })).toMatchObject({ kind: 'timeout' })
})

test('the connection goes to the address that was resolved before', async () => {
  const of = await start((side, words) => side.send('!done', tagOf(words)))
  const session = await open({ ...of.target, host: 'router.invalid', address: '127.0.0.1' })
  expect(session.isOpen).toBe(true)
})

/** A peer in TLS, with or without a certificate. */
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

test('a certificate that a router signed itself is taken, and told', async () => {
  const of = await startTls({ key: testCertificate.key, cert: testCertificate.cert })
  expect((await open(of.target)).fingerprint).toBe(seen)
  expect((await open({ ...of.target, pinned: testCertificate.fingerprint })).transport).toBe('api-ssl')
  expect((await open({ ...of.target, pinned: seen })).isOpen).toBe(true)
})

test('another certificate than the pinned one is refused before the password goes out', async () => {
  const of = await startTls({ key: testCertificate.key, cert: testCertificate.cert })
  expect(await errorOf({ ...of.target, pinned: 'ab'.repeat(32) })).toMatchObject({
    kind: 'certificate',
    fingerprint: seen,
    sent: false,
  })
  expect(receivedBy(of)).toEqual([])
})

test('a router without a certificate is reached, unless one is pinned', async () => {
  const of = await startTls(anonymous)
  const session = await open(of.target)
  expect(session.fingerprint).toBeUndefined()
  expect(await errorOf({ ...of.target, pinned: seen })).toMatchObject({ kind: 'certificate', fingerprint: undefined })
  expect(receivedBy(of)).toHaveLength(1)
})

test('a router that could do without its certificate shows it all the same', async () => {
  const of = await startTls({ ...testCertificate, ciphers: 'ALL:@SECLEVEL=0', maxVersion: 'TLSv1.2' })
  expect((await open(of.target)).fingerprint).toBe(seen)
})

/** Somebody who is no router: takes what comes, after some words of his own. */
const startOther = async (says: string) => {
  peer = await startPeer(
    () => undefined,
    () =>
      createServer((socket) => {
        socket.resume().on('error', () => undefined)
        if (says !== '') socket.write(says)
      }),
  )
  return peer
}

test('a port without TLS is said to be one', async () => {
  const of = await startOther('SSH-2.0-ROSSSH\r\n')
  expect(await errorOf({ ...of.target, transport: 'api-ssl' })).toMatchObject({ kind: 'protocol' })
  expect(await errorOf(of.target)).toMatchObject({ kind: 'protocol' })
})

test('a plain port that waits for the end of what TLS began with runs into the time-out', async () => {
  const of = await startOther('')
  expect(await errorOf({ ...of.target, transport: 'api-ssl', connectTimeoutMs: 150 })).toMatchObject({
    kind: 'timeout',
  })
})
