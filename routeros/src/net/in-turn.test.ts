import { expect, test } from 'vitest'
import { RouterError } from '../errors.ts'
import { inTurn } from './in-turn.ts'

const fails = () => Promise.reject(new RouterError('unreachable', 'No route to the router.', { sent: false }))

test('a call of several parts counts as sent once the first part succeeded', async () => {
  const done: string[] = []
  const part = (name: string) => () => Promise.resolve(done.push(name))
  await expect(inTurn([part('a'), fails, part('b')])).rejects.toMatchObject({ kind: 'unreachable', sent: true })
  await expect(inTurn([fails, part('c')])).rejects.toMatchObject({ kind: 'unreachable', sent: false })
  await inTurn([part('d'), part('e')])
  expect(done).toEqual(['a', 'd', 'e'])
})
