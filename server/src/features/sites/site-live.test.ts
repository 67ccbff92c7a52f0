import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, sibling: ApiCall
let one: Simulator, two: Simulator, lte: Simulator
let site: number, first: number, second: number, modem: number, plain: number

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  one = await fixture.router()
  two = await fixture.router({ seed: 7 })
  lte = await fixture.router({ personality: 'lte', seed: 3 })
  site = (await master('POST', '/site/store', { name: 'Mast', company_id: fixture.companies.client })).body.data.id
  first = await fixture.device({ router: one, site_id: site, name: 'First' })
  second = await fixture.device({ router: two, site_id: site, name: 'Second' })
  modem = await fixture.device({ router: lte, site_id: site, name: 'Modem' })
  plain = await fixture.device({ site_id: site, name: 'Antenna' })
  await fixture.panel.sql((tx) =>
    sql`update hardware set management_user = null, management_address = null where id = ${plain}`.execute(tx),
  )
})
afterAll(() => fixture.stop())

const leases = async (query = '', call = master) =>
  (await call('GET', `/site/${site}/network/active-lease/index?${query}`)).body

describe('the devices of a site', () => {
  test('are all read by one call, except unmanaged ones, and a queued reading is reused', async () => {
    const reply = await master('PUT', `/site/${site}/refresh-hardware`)
    expect([reply.status, reply.body.data.map((row: { hardware_id: number }) => row.hardware_id)]).toEqual([
      202,
      [first, second, modem],
    ])
    const again = await master('PUT', `/site/${site}/refresh-hardware`)
    expect(again.body.data).toEqual(reply.body.data)
    for (const { id, hardware_id } of reply.body.data) {
      await fixture.worker.commands.workOff(hardware_id)
      const { data } = (await master('GET', `/hardware/command/${id}/show`)).body
      expect([data.kind, data.state, data.detail]).toEqual(['reload', 'done', data.detail])
    }
    const live = (await client('GET', `/hardware/control/${first}/live/show`)).body.data
    expect(live).toMatchObject({
      is_online: true,
      is_managed: true,
      error: null,
      open_commands: 0,
      serial_number: one.serial,
    })
  }, 30_000)

  test('show active leases in order of address, found by each of their words', async () => {
    const bound = [one, two, lte]
      .flatMap((sim) => sim.table('ip/dhcp-server/lease'))
      .filter((row) => row['status'] === 'bound')
    const { data, meta } = await leases('perPage=200')
    expect(meta.pagination.total).toBe(bound.length)
    expect(bound.length).toBeGreaterThan(3)
    const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    const addresses = data.map((row: { address: string }) => number(row.address))
    expect(addresses).toEqual(addresses.toSorted((a: number, b: number) => a - b))
    expect(new Set(data.map((row: { id: string }) => row.id)).size).toBe(data.length)
    const [row] = data
    expect(row).toMatchObject({ status: 'bound', dynamic: true, blocked: false })
    expect(row.lease_id).toMatch(/^\*/)
    expect(Date.parse(row.expires_at)).toBeGreaterThan(Date.parse(row.read_at))
    const found = async (query: string) => (await leases(query)).data.map(({ id }: { id: string }) => id)
    expect(await found(`search=${row.address}`)).toContain(row.id)
    expect(await found(`search=address:${row.address}&searchFields=address:=`)).toEqual([row.id])
    expect(await found(`search=${encodeURIComponent(row.mac)}`)).toEqual([row.id])
    expect(
      (await leases(`search=hardware_id:${second}&perPage=200`)).data.every(
        (one: { hardware_id: number }) => one.hardware_id === second,
      ),
    ).toBe(true)
    expect(await found('search=address:nonsense')).toEqual([])
    expect((await leases('orderBy=hardware_name&sortedBy=desc')).data[0].hardware_name).toBe('Second')
    const csv = await master('GET', `/site/${site}/network/active-lease/index?export=csv`)
    expect(csv.text.trim().split('\r\n')).toHaveLength(bound.length + 1)
    expect((await sibling('GET', `/site/${site}/network/active-lease/index`)).status).toBe(404)
  })

  test('are pinged in parallel', async () => {
    two.faults.add({ kind: 'silent' })
    const began = performance.now()
    const { status, body } = await master('PUT', `/site/${site}/hardware/status`, { hardwareIds: [first, second] })
    expect(performance.now() - began).toBeLessThan(8000)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { id: first, name: 'First', is_online: true, error: null, ms: expect.any(Number) },
      { id: second, name: 'Second', is_online: false, error: 'timeout', ms: null },
    ])
    two.faults.clear()
    const foreign = await fixture.device({ router: two, name: 'Elsewhere' })
    const rejected = await master('PUT', `/site/${site}/hardware/status`, { hardwareIds: [first, foreign] })
    expect([rejected.status, rejected.body.error.messages]).toEqual([
      422,
      { 'hardwareIds.1': replied('site.device_elsewhere') },
    ])
  }, 20_000)

  test('are summarised on the site page', async () => {
    const { data } = (await client('GET', `/site/${site}/summary`)).body
    expect(data.live.leases).toBe((await leases()).meta.pagination.total)
    expect(data.live.modems).toEqual([
      { hardware_id: modem, hardware_name: 'Modem', grade: expect.stringMatching(/^(excellent|good|fair|poor|none)$/) },
    ])
    expect(
      data.commands.map((row: { hardware_name: string; state: string }) => [row.hardware_name, row.state]),
    ).toEqual([
      ['Modem', 'done'],
      ['Second', 'done'],
      ['First', 'done'],
    ])
  })
})
