import { message } from '@trunkline/contract/errors'
import { createHash, createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestNas, type NasBehaviour } from '../testing/nas.ts'
import { consequenceOf, retryDelays } from './coa-conclusion.ts'
import { sendCoaRequest, isAnswer, packetOf, text, type CoaAnswer } from './coa.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((nas) => nas.stop()))))

const nasThat = async (manner: NasBehaviour, secret = 'secret') => {
  const nas = await startTestNas(secret, () => manner, '127.0.0.1')
  open.push(nas)
  return nas
}
const query = ({ address, port }: { address: string; port: number }, kind: 'coa' | 'disconnect' = 'disconnect') =>
  sendCoaRequest({ kind, address, port, secret: 'secret', attributes: [text(1, 'anna'), text(44, 's1')], waitMs: 500 })

test('an ACK is reported, for both requests', async () => {
  const nas = await nasThat('ack')
  expect(await query(nas)).toEqual({ state: 'ack', detail: null })
  expect(await query(nas, 'coa')).toEqual({ state: 'ack', detail: null })
  expect(nas.requests.map(({ kind, attributes }) => [kind, String(attributes['1']), String(attributes['44'])])).toEqual(
    [
      ['disconnect', 'anna', 's1'],
      ['coa', 'anna', 's1'],
    ],
  )
})

test('a NAK is reported with the text of its cause, or without one', async () => {
  expect(await query(await nasThat({ nak: 503 }))).toEqual({
    state: 'nak',
    cause: 503,
    detail: message('coa.error_cause', { cause: 503 }),
  })
  expect(await query(await nasThat({ nak: undefined }))).toEqual({
    state: 'nak',
    cause: undefined,
    detail: message('coa.no_cause'),
  })
})

test('an ACK can have a cause', async () => {
  expect(await query(await nasThat({ ack: 201 }))).toEqual({
    state: 'ack',
    cause: 201,
    detail: message('coa.error_cause', { cause: 201 }),
  })
})

describe('Message-Authenticator', () => {
  /**
   * Sends a raw packet.
   * @returns the reply; undefined: none within `ms` milliseconds
   */
  const sendRaw = async (packet: Buffer, { address, port }: { address: string; port: number }, ms: number) => {
    const socket = createSocket('udp4')
    try {
      const answer = new Promise<Buffer>((done) => socket.once('message', done))
      socket.send(packet, port, address)
      return await Promise.race([answer, sleep(ms)])
    } finally {
      socket.close()
    }
  }
  /** Signs a request again with its Request Authenticator only. */
  const signedAgain = (packet: Buffer) => {
    packet.writeUInt16BE(packet.length, 2)
    packet.fill(0, 4, 20)
    createHash('md5').update(packet).update('secret').digest().copy(packet, 4)
    return packet
  }

  test('is the first attribute of a request and is computed before the Request Authenticator, while both are zero', () => {
    const packet = packetOf(43, 9, [text(1, 'anna'), text(44, 's1')], 'secret')
    expect([packet[20], packet[21]]).toEqual([80, 18])
    const zeroed = Buffer.from(packet)
    zeroed.fill(0, 4, 20).fill(0, 22, 38)
    expect(packet.subarray(22, 38)).toEqual(createHmac('md5', 'secret').update(zeroed).digest())
    packet.copy(zeroed, 22, 22, 38)
    expect(packet.subarray(4, 20)).toEqual(createHash('md5').update(zeroed).update('secret').digest())
  })

  test('a request gets no reply if it is missing, wrong or not the first attribute', async () => {
    const nas = await nasThat('ack')
    const right = packetOf(40, 1, [text(1, 'anna')], 'secret')
    expect(await sendRaw(right, nas, 10_000)).toBeInstanceOf(Buffer)
    const without = Buffer.concat([right.subarray(0, 20), right.subarray(38)])
    const last = Buffer.concat([right.subarray(0, 20), right.subarray(38), right.subarray(20, 38)])
    const wrong = Buffer.from(right)
    wrong[30]! ^= 1
    for (const packet of [without, last, wrong]) expect(await sendRaw(signedAgain(packet), nas, 200)).toBeUndefined()
    expect(nas.requests).toHaveLength(1)
  })

  test('is optional in a reply; a wrong one makes an ACK or a NAK a forged reply', async () => {
    expect(await query(await nasThat({ ack: undefined, signature: 'right' }))).toMatchObject({ state: 'ack' })
    expect(await query(await nasThat({ nak: 503, signature: 'right' }), 'coa')).toMatchObject({
      state: 'nak',
      cause: 503,
    })
    for (const manner of [
      { ack: undefined, signature: 'wrong' },
      { nak: 503, signature: 'wrong' },
      { code: 2, signature: 'wrong' },
    ] as const)
      expect(await query(await nasThat(manner))).toEqual({
        state: 'timeout',
        detail: message('coa.other_secret'),
      })
  })
})

test('a reply with a code that does not belong to the request is reported with its code, not as forged', async () => {
  for (const [code, kind] of [
    [2, 'disconnect'],
    [44, 'disconnect'],
    [42, 'coa'],
  ] as const)
    expect(await query(await nasThat({ code }), kind)).toEqual({
      state: 'unexpected',
      detail: message('coa.unexpected_code', { code }),
    })
})

describe('the consequence of a reply', () => {
  const nak = (cause: number | undefined): CoaAnswer => ({ state: 'nak', cause, detail: message('coa.no_cause') })
  const causes = (kind: 'coa' | 'disconnect', wanted: (number | undefined)[], attempt = 1) =>
    wanted.map((cause) => {
      const consequence = consequenceOf(kind, nak(cause), attempt)
      return 'close' in consequence ? consequence.close : consequence.conclusion
    })

  test('no such session closes it, after both requests; the ACK of a Disconnect with 201 does too', () => {
    const closes = { close: 'Session-Context-Not-Found' }
    expect(consequenceOf('disconnect', nak(503), 1)).toEqual(closes)
    expect(consequenceOf('coa', nak(503), 1)).toEqual(closes)
    const ack: CoaAnswer & { state: 'ack' } = { state: 'ack', cause: 201, detail: null }
    expect(consequenceOf('disconnect', ack, 1)).toEqual({ close: 'Residual-Session-Context-Removed' })
    expect(consequenceOf('coa', ack, 1)).toEqual({ conclusion: null })
    expect(consequenceOf('disconnect', { ...ack, cause: undefined }, 1)).toEqual({ conclusion: null })
  })

  test('a temporary failure is retried a limited number of times', () => {
    for (const kind of ['coa', 'disconnect'] as const) {
      const temporary = [502, 504, 505, 506]
      for (let attempt = 1; attempt <= retryDelays.length; attempt++)
        expect(new Set(causes(kind, temporary, attempt))).toEqual(new Set(['retry']))
      expect(new Set(causes(kind, temporary, retryDelays.length + 1))).toEqual(new Set(['retries-used']))
    }
  })

  test('an unsupported change is never retried: a Disconnect follows a CoA, and nothing follows a Disconnect', () => {
    const rejected = [401, 402, 404, 407, undefined]
    expect(new Set(causes('coa', rejected))).toEqual(new Set(['replaced']))
    expect(new Set(causes('disconnect', rejected))).toEqual(new Set(['not-repeated']))
  })

  test('a configuration error of the NAS is reported as one, and an Access-Request that the NAS sends first is awaited', () => {
    for (const kind of ['coa', 'disconnect'] as const) {
      expect(new Set(causes(kind, [403, 405, 406, 501]))).toEqual(new Set(['setting']))
      expect(causes(kind, [507])).toEqual(['reauthentication'])
    }
  })

  test('any other cause, a timeout and an unexpected reply have no consequence', () => {
    expect(causes('coa', [202, 508, 599])).toEqual([null, null, null])
    expect(consequenceOf('coa', { state: 'timeout', detail: message('coa.other_secret') }, 1)).toEqual({
      conclusion: null,
    })
    expect(
      consequenceOf('coa', { state: 'unexpected', detail: message('coa.unexpected_code', { code: 2 }) }, 1),
    ).toEqual({ conclusion: null })
  })
})

test('a request without a reply is sent three times with the same id, and then reported as a timeout', async () => {
  const nas = await nasThat('silence')
  expect(await query(nas)).toMatchObject({ state: 'timeout' })
  expect(nas.requests).toHaveLength(3)
  expect(new Set(nas.requests.map((request) => request.id)).size).toBe(1)
})

test('a reply that is not signed with the secret is ignored', async () => {
  expect(await query(await nasThat('forged'))).toEqual({
    state: 'timeout',
    detail: message('coa.other_secret'),
  })
  expect(await query(await nasThat('ack', 'another'))).toMatchObject({ state: 'timeout' })
})

test('truncated and modified replies are rejected', () => {
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

test('an aborted request ends immediately', async () => {
  const { address, port } = await nasThat('silence')
  const controller = new AbortController()
  const requested = sendCoaRequest({
    kind: 'coa',
    address,
    port,
    secret: 'secret',
    attributes: [],
    signal: controller.signal,
  })
  controller.abort()
  await expect(requested).rejects.toThrow(/was aborted/)
})
