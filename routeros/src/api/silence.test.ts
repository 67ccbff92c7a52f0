import { expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { Session } from '../session.ts'
import { afterLogin, startPeer, type Side } from '../testing/peer.ts'

/** Concurrent, because each test waits ten seconds. */
async function withSession(
  answer: (side: Side, words: string[], tag: string) => void,
  work: (session: Session) => Promise<void>,
) {
  const peer = await startPeer(afterLogin(answer))
  const session = await connect(peer.target)
  try {
    await work(session)
  } finally {
    await session.close()
    await peer.stop()
  }
}

test.concurrent('an unanswered call followed by silence ends a connection that is half open', async () => {
  await withSession(
    () => undefined,
    async (session) => {
      await expect(session.print('ip/address', { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
      expect(session.isOpen).toBe(true)
      await expect.poll(() => session.isOpen, { timeout: 20_000 }).toBe(false)
      await expect(session.print('ip/address')).rejects.toMatchObject({ kind: 'closed', sent: false })
    },
  )
})

test.concurrent('an unanswered call does not end a connection that is otherwise active', async () => {
  await withSession(
    (side, words, tag) => words[0] === '/quick/print' && side.send('!done', tag),
    async (session) => {
      await expect(session.print('slow', { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
      await session.print('quick')
      await new Promise((resolve) => setTimeout(resolve, 11_000))
      expect(session.isOpen).toBe(true)
    },
  )
})

test.concurrent('cancel does not wait for a router that does not confirm it', async () => {
  await withSession(
    (side, words, tag) => words[0] === '/quick/print' && side.send('!done', tag),
    async (session) => {
      const listening = await session.listen('ip/address', () => undefined)
      await expect(listening.cancel()).rejects.toMatchObject({ kind: 'timeout', sent: true })
      await expect(listening.ended).rejects.toMatchObject({ kind: 'timeout' })
      expect(await session.print('quick')).toEqual([])
    },
  )
})
