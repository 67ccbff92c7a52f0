import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withSystem } from '../db/system-transaction.ts'
import { startWorkers, type Workers } from '../jobs/workers.ts'
import { createLog } from '../log.ts'
import { nasSecret, seedRadiusTenants, startTestRadius, testKey, type TestRadius } from '../testing/radius.ts'
import { until } from '../testing/radius-here.ts'
import { noVpn, startTestVpn, type TestVpn } from '../testing/vpn.ts'
import { requestDisconnect } from './change.ts'
import { sessionTasks } from './tasks.ts'

/** A real dial-up: strongSwan, IKEv2 with EAP, our FreeRADIUS, and traffic through the tunnel. */
describe.skipIf(noVpn !== undefined)('a VPN dial-up through strongSwan', { concurrent: false }, () => {
  let on: TestRadius
  let vpn: TestVpn
  let workers: Workers
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let service: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    vpn = await startTestVpn({ authPort: on.authPort, acctPort: on.acctPort, secret: nasSecret })
    await of.nas(vpn.address, { vendor: 'strongswan', purposes: ['vpn'] })
    service = await of.service('traveller', {
      kind: 'vpn-dialup',
      ipv4_method: 'static-address',
      address: '100.64.9.9',
    })
    workers = await startWorkers({
      databases: on.database.databases,
      tasks: sessionTasks({ key: testKey, radius: { historyMonths: 13 } as never }, on.database.url),
      log: createLog('silent'),
      concurrency: 2,
    })
  }, 120_000)
  afterAll(async () => {
    await workers?.stop(1000)
    await vpn?.stop()
    await on?.stop()
  })
  afterEach(() => vpn.hangUp())

  const live = () =>
    on.query<{ uid: string; framed_ip: string; username: string; nas_port: string }>(
      'select uid, host(framed_ip) as framed_ip, username, nas_port from session_live',
    )
  const lastLogin = async () =>
    (
      await on.query<{ accepted: boolean; reason: string }>(
        'select accepted, reason from auth_log order by id desc limit 1',
      )
    )[0]

  test('the right password gets its address, an online session and byte counters, and a Disconnect ends it', async () => {
    const caller = vpn.dial('traveller', 'pw-traveller')
    await until(async () => (await caller.address()) === '100.64.9.9', 30_000).catch(() => {
      throw new Error(`${caller.log()}\n${vpn.log()}`)
    })
    expect(await lastLogin()).toEqual({ accepted: true, reason: '' })
    await until(async () => (await live()).length === 1)
    const [session] = await live()
    expect(session).toMatchObject({ username: 'traveller', framed_ip: '100.64.9.9', nas_port: 'rw' })
    expect(await vpn.download(1_200_000)).toBe(1_200_000)

    await withSystem(on.database.databases, (tx) => requestDisconnect(tx, [session!.uid], 'Somebody'))
    await until(async () => (await live()).length === 0, 20_000)
    expect(await on.query('select kind, state from coa_request')).toEqual([{ kind: 'disconnect', state: 'ack' }])
    await until(async () => (await caller.address()) === undefined, 20_000)
    const [closed] = await on.query<{ out_octets: number; closed_by: string }>(
      'select out_octets, closed_by, cause from session_closed',
    )
    expect(closed).toMatchObject({ closed_by: 'stop' })
    expect(closed!.out_octets).toBeGreaterThan(1_200_000)
    expect(closed!.out_octets).toBeLessThan(1_500_000)
    expect(await on.query('select out_octets from usage_by_day where service_id = $1', [service])).toEqual([
      { out_octets: closed!.out_octets },
    ])
  }, 120_000)

  test('a wrong password and a suspended dial-up are rejected, and the reason is logged', async () => {
    const wrong = vpn.dial('traveller', 'pw-other')
    await until(() => wrong.ended() || /EAP_FAILURE|AUTH_FAILED|failed/.test(wrong.log()), 30_000)
    await until(async () => (await lastLogin())?.reason === 'bad-credentials')
    await vpn.hangUp()
    await until(() => wrong.ended(), 20_000)
    await on.query(`update service set status = 'suspended' where id = $1`, [service])
    const suspended = vpn.dial('traveller', 'pw-traveller')
    await until(async () => (await lastLogin())?.reason === 'service-suspended', 30_000)
    expect(await suspended.address()).toBeUndefined()
    expect(await live()).toEqual([])
  }, 120_000)
})
