import { afterEach, expect, test } from 'vitest'
import { startTestNas, type Manner } from '../testing/nas.ts'
import { askNas, isAnswer, packetOf, text } from './coa.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((nas) => nas.stop()))))

const nasThat = async (manner: Manner, secret = 'secret') => {
  const nas = await startTestNas(secret, () => manner, '127.0.0.1')
  open.push(nas)
  return nas
}
const ask = ({ address, port }: { address: string; port: number }, kind: 'coa' | 'disconnect' = 'disconnect') =>
  askNas({ kind, address, port, secret: 'secret', attributes: [text(1, 'anna'), text(44, 's1')], waitMs: 50 })

test('a yes is a yes, for both requests', async () => {
  const nas = await nasThat('ack')
  expect(await ask(nas)).toEqual({ state: 'ack' })
  expect(await ask(nas, 'coa')).toEqual({ state: 'ack' })
  expect(nas.heard.map(({ kind, attributes }) => [kind, String(attributes['1']), String(attributes['44'])])).toEqual([
    ['disconnect', 'anna', 's1'],
    ['coa', 'anna', 's1'],
  ])
})

test('a no has its cause in words, or none', async () => {
  expect(await ask(await nasThat({ nak: 503 }))).toEqual({
    state: 'nak',
    cause: 503,
    detail: 'Session context not found',
  })
  expect(await ask(await nasThat({ nak: undefined }))).toEqual({
    state: 'nak',
    cause: undefined,
    detail: 'The NAS gives no reason.',
  })
})

test('silence is asked three times with the same id, and then told as it is', async () => {
  const nas = await nasThat('silence')
  expect(await ask(nas)).toMatchObject({ state: 'timeout' })
  expect(nas.heard).toHaveLength(3)
  expect(new Set(nas.heard.map((request) => request.id)).size).toBe(1)
})

test('an answer that is not signed with the secret is none', async () => {
  expect(await ask(await nasThat('forged'))).toEqual({
    state: 'timeout',
    detail: 'The NAS answers with another secret.',
  })
  expect(await ask(await nasThat('ack', 'another'))).toMatchObject({ state: 'timeout' })
})

test('cut and changed answers are refused', () => {
  const request = packetOf(40, 7, [], 'secret')
  for (const packet of [
    Buffer.alloc(0),
    Buffer.alloc(19),
    Buffer.alloc(20),
    request,
    Buffer.from([41, 7, 255, 255, ...Buffer.alloc(16)]),
  ])
    expect(isAnswer(packet, request, 'secret')).toBe(false)
})

test('a request that is broken off ends at once', async () => {
  const { address, port } = await nasThat('silence')
  const controller = new AbortController()
  const asked = askNas({ kind: 'coa', address, port, secret: 'secret', attributes: [], signal: controller.signal })
  controller.abort()
  await expect(asked).rejects.toThrow(/broken off/)
})
