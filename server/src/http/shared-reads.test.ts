import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

const latch = () => {
  let open = () => {}
  const opened = new Promise<void>((done) => (open = done))
  return { open, opened }
}

test('waiting reads with the same key share one result; a read requested after it started gets the next', async () => {
  const reads = createSharedReads({ tenants: 1 })
  const [first, second, third] = [latch(), latch(), latch()]
  const started: string[] = []
  const call = (question: string, until: Promise<void>) =>
    reads.call('tenants', question, async () => {
      const name = `${question}${started.length}`
      started.push(name)
      await until
      return name
    })
  const running = call('list', first.opened)
  const [waiting, sharing, other] = [
    call('list', second.opened),
    call('list', second.opened),
    call('show', third.opened),
  ]
  expect(started).toEqual(['list0'])
  first.open()
  expect(await running).toBe('list0')
  await new Promise(setImmediate)
  expect(started).toEqual(['list0', 'list1'])
  const later = call('list', third.opened)
  second.open()
  expect([await waiting, await sharing]).toEqual(['list1', 'list1'])
  third.open()
  expect([await other, await later]).toEqual(['show2', 'list3'])
})

test('reads with the same key run one at a time; reads with other keys use the free slots', async () => {
  const reads = createSharedReads({ tenants: 3 })
  const held = latch()
  const started: string[] = []
  const call = (question: string, until: Promise<void>) =>
    reads.call('tenants', question, async () => {
      started.push(question)
      await until
    })
  const all = [
    call('a', held.opened),
    call('a', Promise.resolve()),
    call('a', Promise.resolve()),
    call('b', held.opened),
  ]
  expect(started).toEqual(['a', 'b'])
  await call('c', Promise.resolve())
  expect(started).toEqual(['a', 'b', 'c'])
  held.open()
  await Promise.all(all)
  expect(started).toEqual(['a', 'b', 'c', 'a'])
})

test('an error rejects all callers that share the read, and frees the slot', async () => {
  const reads = createSharedReads({ tenants: 1 })
  const first = latch()
  const running = reads.call('tenants', 'a', () => first.opened)
  const failing = [1, 2].map(() => reads.call('tenants', 'b', () => Promise.reject(new Error('gone'))))
  first.open()
  await running
  expect(await Promise.allSettled(failing)).toMatchObject([
    { reason: { message: 'gone' } },
    { reason: { message: 'gone' } },
  ])
  expect(await reads.call('tenants', 'b', () => Promise.resolve('back'))).toBe('back')
})

test('lanes do not wait for each other', async () => {
  const reads = createSharedReads({ tenants: 1, everything: 1 })
  const held = latch()
  const running = reads.call('tenants', 'a', () => held.opened)
  expect(await reads.call('everything', 'a', () => Promise.resolve(1))).toBe(1)
  held.open()
  await running
})
