import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import { encodeSentence } from '../wire/encode.ts'
import { afterLogin, startPeer, tagOf, type Peer, type Side } from '../testing/peer.ts'
import type { MenuChange, Session, Target } from '../session.ts'

let peer: Peer | undefined
let session: Session | undefined

afterEach(async () => {
  await session?.close()
  await peer?.stop()
})

async function open(answer: (side: Side, words: string[], tag: string) => void, of: Partial<Target> = {}) {
  peer = await startPeer(afterLogin(answer))
  session = await connect({ ...peer.target, ...of })
  const side = peer.sides[0]
  if (side === undefined) throw new Error('No connection.')
  return { side, session }
}
/** The sentences received after the login, without tags. */
const received = (side: Side) =>
  side.received.slice(1).map((words) => words.filter((word) => !word.startsWith('.tag=')))
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each([
  [['!empty', '!empty', '!done'], 0],
  [['!empty', '!re', '!done'], 1],
  [['!re', '!done'], 1],
  [['!empty', '!done'], 0],
  [['!done'], 0],
  [['!re', '!later', '!re', '!done'], 2],
])('the replies %j are a result', async (words, rows) => {
  const { session } = await open((side, _, tag) => words.forEach((word) => side.send(word, tag)))
  expect(await session.print('ip/address')).toHaveLength(rows)
})

test('replies of different calls may be interleaved, also in one chunk', async () => {
  const tags: string[] = []
  const { session } = await open((side, _, tag) => {
    tags.push(tag)
    const [a = '', b = ''] = tags
    if (tags.length === 2)
      side.bytes(
        Buffer.concat(
          [
            ['!re', b, '=n=b1'],
            ['!re', a, '=n=a1'],
            ['!re', b, '=n=b2'],
            ['!done', b],
            ['!re', a, '=n=a2'],
            ['!done', a],
          ].map((words) => encodeSentence(words)),
        ),
      )
  })
  const answers = await Promise.all([session.print('a'), session.print('b')])
  expect(answers).toEqual([
    [{ n: 'a1' }, { n: 'a2' }],
    [{ n: 'b1' }, { n: 'b2' }],
  ])
})

test('a trap yields the router’s message and category; the connection stays open', async () => {
  const { session } = await open((side, words, tag) => {
    if (words[0] === '/ip/address/add')
      side.send('!trap', '=category=1', '=message=invalid value for argument address', tag)
    if (words[0] === '/ip/address/remove') side.send('!trap', '=message=no such item', tag)
    side.send('!done', tag)
  })
  await expect(session.add('ip/address', { address: 'x' })).rejects.toMatchObject({
    name: 'RouterError',
    kind: 'refused',
    category: 1,
    message: 'invalid value for argument address',
    sent: true,
  })
  await expect(session.remove('ip/address', '*1')).rejects.toMatchObject({
    category: undefined,
    message: 'no such item',
  })
  expect(await session.print('ip/address')).toEqual([])
})

test('writes are encoded as in the manual', async () => {
  const { side, session } = await open((side, words, tag) => {
    if (words[0] === '/ip/pool/unset') side.send('!trap', '=category=0', '=message=no such command', tag)
    side.send('!done', words[0]?.endsWith('/add') === true ? '=ret=*5' : '', tag)
  })
  expect(await session.add('/ip/address/', { address: '10.0.0.1/24', disabled: true, comment: null })).toBe('*5')
  await session.set('ip/firewall/nat', '*2', { 'to-ports': 80, 'dst-port': null, disabled: false })
  await session.set('ip/pool', '*1', { 'next-pool': null })
  await session.set('ip/dns', null, { servers: '1.1.1.1', 'use-doh-server': null })
  await session.remove('ip/address', ['*1', '*2'])
  await session.remove('ip/address', [])
  await session.move('ip/firewall/nat', ['*3'], '*1')
  await session.move('ip/firewall/nat', '*3', null)
  expect(received(side)).toEqual([
    ['/ip/address/add', '=address=10.0.0.1/24', '=disabled=yes'],
    ['/ip/firewall/nat/set', '=.id=*2', '=to-ports=80', '=disabled=no'],
    ['/ip/firewall/nat/unset', '=numbers=*2', '=value-name=dst-port'],
    ['/ip/pool/unset', '=numbers=*1', '=value-name=next-pool'],
    ['/ip/pool/set', '=.id=*1', '=next-pool='],
    ['/ip/dns/set', '=servers=1.1.1.1'],
    ['/ip/dns/set', '=use-doh-server='],
    ['/ip/address/remove', '=.id=*1,*2'],
    ['/ip/firewall/nat/move', '=numbers=*3', '=destination=*1'],
    ['/ip/firewall/nat/move', '=numbers=*3'],
  ])
})

test('no more calls than the window are in flight', async () => {
  const held: (() => void)[] = []
  const { side, session } = await open(
    (side, _, tag) => {
      held.push(() => side.send('!done', tag))
    },
    { window: 3 },
  )
  const calls = Array.from({ length: 8 }, (_, index) => session.print(`menu/${index}`))
  await expect.poll(() => held.length).toBe(3)
  await rest(50)
  expect(held).toHaveLength(3)
  held.shift()?.()
  await expect.poll(() => side.received.length).toBe(1 + 4)
  while (side.received.length < 9 || held.length > 0) {
    held.shift()?.()
    await rest(5)
  }
  await Promise.all(calls)
  expect(received(side).map(([word]) => word)).toEqual(calls.map((_, index) => `/menu/${index}/print`))
})

test('a call that times out is cancelled on the router, and its late replies are dropped', async () => {
  let slow = ''
  const { side, session } = await open((side, words, tag) => {
    if (words[0] === '/slow/print') slow = tag
    else if (words[0] === '/cancel') {
      side.send('!re', slow, '=n=late')
      side.send('!trap', slow, '=category=2', '=message=interrupted')
      side.send('!done', tag)
      side.send('!done', slow)
    } else {
      side.send('!re', tag, '=n=1')
      side.send('!done', tag)
    }
  })
  await expect(session.print('slow', { timeoutMs: 60 })).rejects.toMatchObject({ kind: 'timeout', sent: true })
  expect(await session.print('quick')).toEqual([{ n: '1' }])
  expect(received(side)).toEqual([['/slow/print'], ['/cancel', `=tag=${slow.slice(5)}`], ['/quick/print']])
})

test('a call that times out in the queue is never sent', async () => {
  const { side, session } = await open(() => undefined, { window: 1 })
  const first = session.print('first', { timeoutMs: 300 })
  const second = session.add('second', { a: 1 }, { timeoutMs: 60 })
  await expect(second).rejects.toMatchObject({ kind: 'timeout', sent: false })
  await expect(first).rejects.toMatchObject({ kind: 'timeout', sent: true })
  expect(side.received.flat()).not.toContain('/second/add')
})

test('a call is aborted by its signal', async () => {
  const { session } = await open((side, words, tag) => words[0] === '/quick/print' && side.send('!done', tag))
  await expect(session.print('slow', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    kind: 'timeout',
    message: 'The call was aborted.',
    sent: true,
  })
  await expect(session.print('slow', { signal: AbortSignal.abort() })).rejects.toMatchObject({ sent: false })
  expect(await session.print('quick')).toEqual([])
})

test('a closed connection reports which calls may have been executed', async () => {
  const { session } = await open((side) => side.socket.destroy(), { window: 1 })
  const sent = session.add('ip/address', { address: '10.0.0.1/24' })
  const waiting = session.add('ip/address', { address: '10.0.0.2/24' })
  await expect(sent).rejects.toMatchObject({ kind: 'closed', sent: true })
  await expect(waiting).rejects.toMatchObject({ kind: 'closed', sent: false })
  expect(session.isOpen).toBe(false)
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'closed', sent: false })
})

test('a session that the router ends reports the reason', async () => {
  const { session } = await open((side) => side.send('!fatal', 'session terminated on request'))
  await expect(session.run('quit')).rejects.toMatchObject({
    kind: 'closed',
    message: 'The router ended the session: session terminated on request.',
    sent: true,
  })
  expect(session.isOpen).toBe(false)
})

test('a truncated reply is not a result', async () => {
  const { session } = await open((side, _, tag) => {
    side.send('!re', tag, '=n=1')
    side.bytes(encodeSentence(['!done', tag]).subarray(0, 6))
    setTimeout(() => side.socket.destroy(), 20)
  })
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'closed', sent: true })
})

test('garbage ends the session as a protocol error', async () => {
  const { session } = await open((side) => side.bytes(Buffer.of(0xff, 0xff)))
  await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'protocol', sent: true })
  expect(session.isOpen).toBe(false)
})

test('close rejects calls in flight, and may be called twice', async () => {
  const { session } = await open(() => undefined)
  const call = session.print('ip/address')
  await rest(20)
  await Promise.all([
    session.close(),
    session.close(),
    expect(call).rejects.toMatchObject({ kind: 'closed', message: 'The session was closed.', sent: true }),
  ])
  expect(session.isOpen).toBe(false)
})

test('listen reports changes until it is cancelled', async () => {
  let listening = ''
  const { side, session } = await open((side, words, tag) => {
    if (words[0] === '/ip/address/listen') {
      listening = tag
      side.send('!re', tag, '=.id=*3', '=address=10.0.0.3/24')
      side.send('!re', tag, '=.id=*3', '=.dead=true')
      side.send('!re', tag, '=.id=*4', '=.dead=yes')
    } else if (words[0] === '/cancel') {
      side.send('!trap', listening, '=category=2', '=message=interrupted')
      side.send('!done', tag)
      side.send('!done', listening)
    } else side.send('!done', tag)
  })
  const changes: MenuChange[] = []
  const listened = await session.listen('ip/address', (change) => changes.push(change), { proplist: ['address'] })
  await expect.poll(() => changes.length).toBe(3)
  expect(changes).toEqual([{ row: { '.id': '*3', address: '10.0.0.3/24' } }, { gone: '*3' }, { gone: '*4' }])
  expect(await session.print('other')).toEqual([])
  await listened.cancel()
  await listened.cancel()
  await listened.ended
  expect(received(side)).toEqual([
    ['/ip/address/listen', '=.proplist=.id,address'],
    ['/other/print'],
    ['/cancel', `=tag=${listening.slice(5)}`],
  ])
})

test('listen reports a rejection by the router and the end of the connection', async () => {
  const { side, session } = await open((side, words, tag) => {
    if (words[0] !== '/no/listen') return
    side.send('!trap', tag, '=category=0', '=message=no such command prefix')
    side.send('!done', tag)
  })
  const rejected = await session.listen('no', () => undefined)
  await expect(rejected.ended).rejects.toMatchObject({ kind: 'refused', category: 0 })
  const cut = await session.listen('yes', () => undefined)
  side.socket.destroy()
  await expect(cut.ended).rejects.toMatchObject({ kind: 'closed' })
})

/** Sends rows of a call at the peer's pace, until the connection ends or `isOver` returns true. */
function flood(side: Side, tag: string, isOver: () => boolean): void {
  const block = Buffer.concat(Array.from({ length: 2_000 }, () => encodeSentence(['!re', tag, '=n=1', '=m=2'])))
  const more = () => {
    if (side.socket.destroyed || isOver()) return
    if (side.socket.write(block)) setImmediate(more)
    else side.socket.once('drain', more)
  }
  more()
}

test('an endless reply is aborted before it fills the memory, and the connection stays open', async () => {
  let isCancelled = false
  const { session } = await open((side, words, tag) => {
    if (words[0] === '/cancel') isCancelled = true
    else if (words[0] === '/endless/print') flood(side, tag, () => isCancelled)
    else side.send('!done', tag)
  })
  const before = process.memoryUsage().heapUsed
  await expect(session.print('endless')).rejects.toMatchObject({ kind: 'protocol', sent: true })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300 * 1024 * 1024)
  expect(await session.print('other')).toEqual([])
})

test('a router that continues a cancelled call is disconnected', async () => {
  const { session } = await open((side, words, tag) => {
    if (words[0] === '/endless/print') flood(side, tag, () => false)
  })
  await expect(session.print('endless', { timeoutMs: 30 })).rejects.toMatchObject({ kind: 'timeout' })
  await expect.poll(() => session.isOpen, { timeout: 15_000 }).toBe(false)
  await expect(session.print('other')).rejects.toMatchObject({ kind: 'closed', sent: false })
})

test('a long queue is accepted and sent in order', async () => {
  const { session } = await open((side, words, tag) => {
    side.send('!re', tag, words[1] ?? '')
    side.send('!done', tag)
  })
  const text = 'ä=\n'.repeat(200_000)
  expect((await session.run('echo', { text })).rows).toEqual([{ text }])
  expect(tagOf(['a', '.tag=1'])).toBe('.tag=1')
})
