import { replied } from '../testing/messages.ts'
import { sql } from 'kysely'
import type { Simulator } from '@trunkline/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, reader: ApiCall, clientUser: ApiCall, sibling: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
  reader = await fixture.as('master', 'read-only')
  clientUser = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture.stop())

const other = 'ab'.repeat(32)
let router: Simulator, id: number

beforeEach(async () => {
  router = await fixture.router({ apiTls: 0 })
  id = await fixture.device({ router, protocol: 'api-ssl', port: router.ports.apiTls as number })
})

const change = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))
/** Simulates a change: until now the device has presented another certificate. */
const trustAnother = () => change(sql`update device_certificate set fingerprint = ${other} where hardware_id = ${id}`)
const trusted = async (call = master) =>
  (await call('GET', `/hardware/control/${id}/live/show`)).body.data.trusted_certificate
const read = (call = master) => call('GET', `/hardware/control/${id}/ip/address/index`)
/** Closes the open session after a first contact, which would otherwise be reused. */
async function fresh() {
  expect((await read()).status).toBe(200)
  await change(sql`update hardware set management_user = 'nobody' where id = ${id}`)
  await read()
  await change(sql`update hardware set management_user = 'panel' where id = ${id}`)
}
const accept = (certificate: string | null, call = master) =>
  call('PUT', `/hardware/control/${id}/certificate/accept`, { certificate })
const audit = async () =>
  (await master('GET', `/audit-log/index?search=subject:hardware;object_id:${id}&orderBy=id&sortedBy=desc`)).body.data

describe('the certificate of a device', () => {
  test('is stored at the first contact, and belongs to its address and port', async () => {
    expect(await trusted()).toBeNull()
    expect((await read()).status).toBe(200)
    expect(await trusted()).toMatchObject({ fingerprint: router.fingerprint, origin: 'first-use', changed: null })
    const { rows } = await change(sql`select endpoint from device_certificate where hardware_id = ${id}`)
    expect(rows).toEqual([{ endpoint: `${router.host} ${router.ports.apiTls}` }])
    // A different address or port is a new first contact.
    await change(
      sql`update device_certificate set fingerprint = ${other}, endpoint = '127.9.9.9 8729' where hardware_id = ${id}`,
    )
    await fresh()
    await read()
    expect(await trusted()).toMatchObject({ fingerprint: router.fingerprint, origin: 'first-use' })
  })

  test('is not stored without TLS, or for a device with another serial number', async () => {
    await change(
      sql`update hardware set management_protocol = 'api', management_port = ${router.ports.api as number} where id = ${id}`,
    )
    expect((await read()).status).toBe(200)
    expect(await trusted()).toBeNull()
    await change(
      sql`update hardware set management_protocol = 'api-ssl', management_port = ${router.ports.apiTls as number}, serial_number = 'OTHER' where id = ${id}`,
    )
    expect((await read()).body.error.details.error).toBe('other-device')
    expect(await trusted()).toBeNull()
  })

  test('that changed stops the connection before the password is sent, is displayed with the old one, and is audited once', async () => {
    await fresh()
    await trustAnother()
    const before = router.commands.length
    for (let attempt = 0; attempt < 3; attempt++) {
      const reply = await read()
      expect([reply.status, reply.body.error.details.error]).toEqual([504, 'certificate'])
    }
    expect(router.commands.length).toBe(before)
    const live = (await master('GET', `/hardware/control/${id}/live/show`)).body.data
    expect(live).toMatchObject({
      error: 'certificate',
      last_error: replied('device.certificate_changed'),
      trusted_certificate: { fingerprint: other, changed: router.fingerprint, changed_at: expect.any(String) },
    })
    const command = await fixture.end(master, id, await master('PATCH', `/hardware/${id}/reload`))
    expect(command).toMatchObject({ state: 'unreachable' })
    const changes = (await audit()).filter(
      ({ after }: { after?: Record<string, unknown> }) => after?.['changed_certificate'] !== undefined,
    )
    expect(changes).toMatchObject([
      {
        action: 'update',
        actor_name: 'system',
        before: { trusted_certificate: other },
        after: { changed_certificate: router.fingerprint },
      },
    ])
  })

  test('that changed is accepted by a user who may change the device, by its fingerprint', async () => {
    await fresh()
    expect((await accept(router.fingerprint as string)).status).toBe(409)
    await trustAnother()
    await read()
    expect((await accept('cd'.repeat(32))).body.error).toMatchObject({
      code: 'conflict',
      reason: 'device.certificate_changed_again',
    })
    expect((await accept(router.fingerprint as string, reader)).status).toBe(403)
    expect((await accept(router.fingerprint as string, clientUser)).status).toBe(403)
    expect((await accept(router.fingerprint as string, sibling)).status).toBe(404)
    expect((await accept('no fingerprint')).status).toBe(422)
    const reply = await accept(router.fingerprint as string)
    expect(reply.body.data.trusted_certificate).toMatchObject({
      fingerprint: router.fingerprint,
      origin: 'accepted',
      changed: null,
    })
    expect((await read()).status).toBe(200)
    expect((await audit())[0]).toMatchObject({
      action: 'accept',
      before: { trusted_certificate: other },
      after: { trusted_certificate: router.fingerprint },
    })
  })

  test('that changes back is trusted again', async () => {
    await fresh()
    await trustAnother()
    await read()
    await change(
      sql`update device_certificate set fingerprint = ${router.fingerprint as string} where hardware_id = ${id}`,
    )
    expect((await read()).status).toBe(200)
    expect(await trusted()).toMatchObject({ changed: null, changed_at: null })
  })

  test('that was entered in the form is replaced there when the new one is accepted', async () => {
    await change(sql`update hardware set pinned_certificate = ${other} where id = ${id}`)
    expect((await read()).body.error.details.error).toBe('certificate')
    expect(await trusted()).toMatchObject({ fingerprint: other, origin: 'entered', changed: router.fingerprint })
    expect((await accept(router.fingerprint as string)).status).toBe(200)
    const { management } = (await master('GET', `/hardware/${id}/show`)).body.data
    expect(management.pinned_certificate).toBe(router.fingerprint)
    expect((await read()).status).toBe(200)
  })

  test('that was entered and removed again makes the next contact a first one', async () => {
    await change(sql`update hardware set pinned_certificate = ${other} where id = ${id}`)
    await read()
    await change(sql`update hardware set pinned_certificate = null where id = ${id}`)
    expect((await read()).status).toBe(200)
    expect(await trusted()).toMatchObject({ fingerprint: router.fingerprint, origin: 'first-use', changed: null })
  })

  test('of a first contact is the same for two concurrent processes', async () => {
    const [one, two] = await Promise.all([read(), fixture.worker.status([id])])
    expect(one.status).toBe(200)
    expect(two).toMatchObject([{ is_online: true }])
    const { rows } = await change(sql`select count(*) as count from device_certificate where hardware_id = ${id}`)
    expect(rows).toEqual([{ count: 1 }])
  })
})

test('a router that lost its certificate is not contacted until its trust is reset on request', async () => {
  await fresh()
  await trustAnother()
  await change(sql`update device_certificate set changed = '', changed_at = now() where hardware_id = ${id}`)
  expect((await accept('ab'.repeat(32))).status).toBe(409)
  expect((await accept(null)).status).toBe(200)
  expect(await trusted()).toBeNull()
})

test('REST over TLS is pinned too', async () => {
  const web = await fixture.router({ restTls: 0 })
  const device = await fixture.device({ router: web, protocol: 'rest', port: web.ports.restTls as number })
  const get = () => master('GET', `/hardware/control/${device}/ip/address/index`)
  expect((await get()).status).toBe(200)
  const { rows } = await change(sql`select fingerprint from device_certificate where hardware_id = ${device}`)
  expect(rows).toEqual([{ fingerprint: web.fingerprint }])
})
