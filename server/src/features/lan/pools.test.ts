import type { LanPool } from '@trunkline/contract/resources/control-shapes'
import type { Simulator } from '@trunkline/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

describe('a change of a pool with a part of its row as seen', () => {
  let sim: Simulator, id: number, lab: LanPool
  const row = () => sim.table('ip/pool').find((one) => one['.id'] === lab.id)
  const set = (body: object) => master('PUT', `/hardware/control/${id}/ip/pool/update`, { id: lab.id, ...body })
  const end = async (body: object) => fixture.end(master, id, await set(body))
  const change = (values: Record<string, string>) => sim.change('ip/pool', lab.id, values)

  beforeEach(async () => {
    sim = await fixture.router()
    sim.insert('ip/pool', { name: 'lab', ranges: '10.78.0.10-10.78.0.20', comment: 'Lab' })
    id = await fixture.device({ router: sim })
    const { body } = await master('GET', `/hardware/control/${id}/ip/pool/index`)
    lab = (body.data as LanPool[]).find(({ name }) => name === 'lab') as LanPool
  })

  test('is written if the device has the values seen', async () => {
    expect(await end({ address_end: '10.78.0.30', seen: { address_end: '10.78.0.20' } })).toMatchObject({
      state: 'done',
    })
    expect(row()?.['ranges']).toBe('10.78.0.10-10.78.0.30')
    expect(
      await end({ address_start: '10.78.0.12', seen: { address_start: '10.78.0.10', comment: 'Lab' } }),
    ).toMatchObject({ state: 'done' })
    expect(row()?.['ranges']).toBe('10.78.0.12-10.78.0.30')
  })

  test('compares each field seen, whether it is sent or not', async () => {
    change({ comment: 'Office' })
    const ended = await end({ address_end: '10.78.0.30', seen: { address_end: '10.78.0.20', comment: 'Lab' } })
    expect(ended).toMatchObject({
      state: 'refused',
      result: { changed_meanwhile: true, fields: [{ field: 'comment', seen: 'Lab', now: 'Office' }] },
    })
    expect(row()?.['ranges']).toBe('10.78.0.10-10.78.0.20')
  })

  test.each([
    ['start', { address_start: '10.78.0.12', seen: { address_start: '10.78.0.10' } }, '10.78.0.10-10.78.0.50'],
    ['end', { address_end: '10.78.0.30', seen: { address_end: '10.78.0.20' } }, '10.78.0.5-10.78.0.20'],
  ])('does not overwrite the other end of the range: %s', async (_, body, ranges) => {
    // RouterOS has both in one property, and only the router knows of this change.
    change({ ranges })
    expect(await end(body)).toMatchObject({ state: 'refused', result: { changed_meanwhile: true } })
    expect(row()?.['ranges']).toBe(ranges)
  })

  test.each([
    ['comment', { address_end: '10.78.0.30', comment: 'Mine', seen: { address_end: '10.78.0.20' } }, 'Lab'],
    ['address_end', { address_end: '10.78.0.30', seen: { name: 'lab' } }, '10.78.0.20'],
    ['name', { name: 'lab-a', seen: {} }, 'lab'],
    ['next_pool', { next_pool: 'guests', seen: { name: 'lab' } }, null],
  ])('is rejected if it changes a field that is not part of it: %s', async (field, body, now) => {
    const before = { ...row() }
    const reply = await set(body)
    expect([reply.status, reply.body.error?.code, reply.body.error?.reason]).toEqual([
      409,
      'stale_version',
      'command.changed_meanwhile',
    ])
    expect(reply.body.error.details.fields).toEqual([{ field, seen: null, now }])
    expect(row()).toEqual(before)
  })

  test('is not compared without a row as seen', async () => {
    change({ comment: 'Office' })
    expect(await end({ address_end: '10.78.0.30' })).toMatchObject({ state: 'done' })
    expect(row()).toMatchObject({ comment: 'Office', ranges: '10.78.0.10-10.78.0.30' })
  })
})
