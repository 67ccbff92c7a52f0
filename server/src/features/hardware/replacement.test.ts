import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
})
afterAll(() => fixture.stop())

interface Prepared {
  sim: Simulator
  id: number
}
const backUp = async ({ id }: Prepared, who = master) => {
  const command = await who('POST', `/hardware/control/${id}/backup/store`)
  expect(await fixture.end(who, id, command)).toMatchObject({ state: 'done' })
  const { data } = (await who('GET', `/hardware/control/${id}/backup/index`)).body
  return data[0].id as number
}
const preview = ({ id }: Prepared, backup: number, who = master) =>
  who('GET', `/hardware/control/${id}/replacement/preview?backup_id=${backup}`)
const restore = ({ id }: Prepared, backup_id: number, current_id: number, who = master) =>
  who('PUT', `/hardware/control/${id}/replacement/restore`, { backup_id, current_id })

/** Two routers of one board: the old one is configured, the new one as delivered. */
async function pair(company: 'client' | 'sibling' | 'master' = 'client') {
  // One seed: the same addresses, as at the same place in the network.
  const create = async (serial: string, mac: string, of: 'client' | 'sibling' | 'master'): Promise<Prepared> => {
    const sim = await fixture.router({ serial, seed: 41, still: true })
    for (const row of sim.table('interface/ethernet'))
      sim.change('interface/ethernet', row['.id'] as string, {
        'mac-address': `${mac}:${row['.id']!.slice(1).padStart(2, '0')}`,
      })
    return { sim, id: await fixture.device({ router: sim, company: of }) }
  }
  const old = await create('HG0000OLD', '02:00:00:00:0A', company)
  const fresh = await create('HG0000NEW', '02:00:00:00:0B', 'client')
  old.sim.change('ip/dns', null, { servers: '9.9.9.9' })
  old.sim.insert('ip/pool', { name: 'customers', ranges: '10.1.0.2-10.1.0.9' })
  old.sim.insert('ppp/secret', { name: 'customer', password: 'very-secret-1' })
  return { old, fresh }
}

test('a replacement gets the configuration of the old device, and keeps its own addresses', async () => {
  const { old, fresh } = await pair()
  const backup = await backUp(old)
  const current = await backUp(fresh)
  const macs = () => fresh.sim.table('interface/ethernet').map((row) => row['mac-address'])
  const before = macs()
  expect(before[0]).toMatch(/^02:00:00:00:0B:/)
  const { data } = (await preview(fresh, backup)).body
  expect(data).toMatchObject({
    backup_id: backup,
    current_id: current,
    other_serial: { backup: 'HG0000OLD', device: 'HG0000NEW' },
  })
  const shown = JSON.stringify(data)
  expect(shown).toContain('9.9.9.9')
  expect(shown).not.toContain('very-secret-1')
  expect(data.lost_address).toBeNull()
  expect(data.skipped.map(({ reason }: { reason: string }) => reason)).toContain('mac')
  const reply = await restore(fresh, backup, current)
  const end = await fixture.end(master, fresh.id, reply)
  expect(end, end.detail?.message).toMatchObject({ kind: 'restore', state: 'done' })
  expect(fresh.sim.table('ip/dns')[0]?.['servers']).toBe('9.9.9.9')
  expect(fresh.sim.table('ip/pool').map((row) => row['name'])).toContain('customers')
  expect(fresh.sim.table('ppp/secret').find((row) => row['name'] === 'customer')?.['password']).toBe('very-secret-1')
  expect(macs()).toEqual(before)
  expect(fresh.sim.serial).toBe('HG0000NEW')
}, 30_000)

test('a device without a backup of its own is rejected with advice', async () => {
  const { old, fresh } = await pair()
  const backup = await backUp(old)
  for (const reply of [await preview(fresh, backup), await restore(fresh, backup, 1)])
    expect([reply.status, reply.body.error.messages]).toEqual([422, { backup_id: replied('backup.device_has_none') }])
})

test('a device of another board is rejected', async () => {
  const { old, fresh } = await pair()
  const backup = await backUp(old)
  await backUp(fresh)
  await fixture.panel.sql((tx) => sql`update config_backup set board = 'CCR2004' where id = ${backup}`.execute(tx))
  const reply = await preview(fresh, backup)
  expect(reply.body.error.messages).toMatchObject({ backup_id: { reason: 'backup.other_board' } })
})

test('the backup of a device outside the lineage of the company is unknown, also to users who see both', async () => {
  const { old, fresh } = await pair('sibling')
  const backup = await backUp(old, await fixture.as('sibling'))
  await backUp(fresh)
  const unknown = { backup_id: replied('row.missing', { kind: 'config-backup' }) }
  for (const who of [master, await fixture.as('provider')])
    for (const reply of [await preview(fresh, backup, who), await restore(fresh, backup, 1, who)])
      expect([reply.status, reply.body.error.messages]).toEqual([422, unknown])
  expect((await preview(fresh, backup, client)).status).toBe(403)
  // A backup of the path is of the device of the path.
  const path = `/hardware/control/${fresh.id}/backup/${backup}/restore`
  expect((await master('GET', `${path}/preview`)).status).toBe(404)
})

test('the backup of a device of an ancestor needs the right to restore that device', async () => {
  const { old, fresh } = await pair('master')
  const backup = await backUp(old)
  await backUp(fresh)
  expect((await preview(fresh, backup)).status).toBe(200)
  expect((await preview(fresh, backup, await fixture.as('reseller'))).body.error.messages).toEqual({
    backup_id: replied('row.missing', { kind: 'config-backup' }),
  })
})
