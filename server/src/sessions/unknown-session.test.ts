import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubnet } from '../testing/ipam/create-subnet.ts'
import type { NasBehaviour, ReceivedRequest } from '../testing/nas.ts'
import { setupCoaFixture, type CoaFixture } from '../testing/sessions/coa-fixture.ts'
import { requestChange, requestDisconnect } from './change.ts'

describe('a session that the NAS does not have', () => {
  let coa: CoaFixture
  let manner: (request: ReceivedRequest) => NasBehaviour = () => 'ack'

  beforeAll(async () => {
    coa = await setupCoaFixture((request) => manner(request))
  })
  afterAll(() => coa?.stop())
  beforeEach(() => {
    manner = () => 'ack'
    coa.nas.requests.length = 0
  })

  const found = async (uid: string) => ({
    live: await coa.query('select uid from session_live where uid = $1', [uid]),
    closed: await coa.query(
      'select closed_by, cause, nas_username, secs, in_octets, out_octets, stopped_at = updated_at as at_last_report from session_closed where uid = $1',
      [uid],
    ),
  })
  let pool = 0
  /** A subnet with one leased address and one leased prefix. */
  const leases = async (service_id: number, ip: string, prefix: string, calling = 'aa') => {
    if (pool === 0)
      pool = await coa.system((tx) =>
        createSubnet(tx, { net: '100.64.0.0/16', company_id: coa.tenants.root, attributes: { type: 'pool' } }),
      )
    await coa.query(
      `insert into pool_address (subnet_id, address, service_id, nas_id, calling, leased_at, leased_until) values ($1, $2, $3, $4, $5, now() - interval '61 seconds', now() + interval '1 hour')`,
      [pool, ip, service_id, coa.ids.mikrotik, calling],
    )
    await coa.query(
      `insert into pool_prefix (subnet_id, prefix, service_id, nas_id, calling, leased_at, leased_until) values ($1, $2, $3, $4, $5, now() - interval '61 seconds', now() + interval '1 hour')`,
      [pool, prefix, service_id, coa.ids.mikrotik, calling],
    )
  }
  const leased = (service_id: number) =>
    coa.query<{ address: boolean; prefix: boolean }>(
      `select (select leased_until > now() from pool_address where service_id = $1) as address, (select leased_until > now() from pool_prefix where service_id = $1) as prefix`,
      [service_id],
    )

  test.each(['disconnect', 'coa'] as const)('is closed after a %s, and its addresses are released', async (kind) => {
    const name = `unknown-${kind}`
    const id = await coa.tenants.service(name)
    const [ip, prefix] = kind === 'coa' ? ['100.64.1.1', '2001:db8:1::/56'] : ['100.64.1.2', '2001:db8:2::/56']
    const uid = await coa.online(id, name, coa.ids.mikrotik, { ip, nas_username: 'outer', octets: [500, 900] })
    await leases(id, ip, prefix)
    await coa.query(
      `insert into session_address (uid, service_id, username, nas_id, kind, address, from_at) values ($1, $2, $3, $4, 'delegated-prefix', $5, now() - interval '60 seconds')`,
      [uid, id, name, coa.ids.mikrotik, prefix],
    )
    manner = () => ({ nak: 503 })
    await coa.system((tx) => (kind === 'coa' ? requestChange(tx, id, 'tariff') : requestDisconnect(tx, [uid])))
    expect(await coa.settled(id)).toMatchObject([
      {
        kind,
        state: 'nak',
        error_cause: 503,
        conclusion: 'closed',
        detail: message('coa.error_cause', { cause: 503 }),
      },
    ])
    expect(await found(uid)).toEqual({
      live: [],
      closed: [
        {
          closed_by: 'nas-unknown',
          cause: 'Session-Context-Not-Found',
          nas_username: 'outer',
          secs: 60,
          in_octets: 500,
          out_octets: 900,
          at_last_report: true,
        },
      ],
    })
    expect(await leased(id)).toEqual([{ address: false, prefix: false }])
    expect(await coa.query('select uid from session_address where uid = $1 and until_at is null', [uid])).toEqual([])
    expect(await coa.query('select day from usage_by_day where service_id = $1', [id])).toEqual([])
    expect(coa.nas.requests.map((request) => request.kind)).toEqual([kind])
  })

  test('is also closed when a Disconnect only removed residual state', async () => {
    const id = await coa.tenants.service('residual')
    const uid = await coa.online(id, 'residual', coa.ids.mikrotik)
    manner = () => ({ ack: 201 })
    await coa.system((tx) => requestDisconnect(tx, [uid]))
    expect(await coa.settled(id)).toMatchObject([{ state: 'ack', error_cause: 201, conclusion: 'closed' }])
    expect(await found(uid)).toMatchObject({ live: [], closed: [{ cause: 'Residual-Session-Context-Removed' }] })
  })

  test('stays open while the NAS reports it, even if the report is not processed yet', async () => {
    const counted = await coa.tenants.service('reported')
    const waiting = await coa.tenants.service('waiting')
    const [first, second] = [
      await coa.online(counted, 'reported', coa.ids.mikrotik),
      await coa.online(waiting, 'waiting', coa.ids.mikrotik),
    ]
    manner = () => ({ nak: 503 })
    // The report arrives between the request and its reply.
    await coa.query(`update session_live set updated_at = now() + interval '5 seconds' where uid = $1`, [first])
    await coa.query(
      `insert into acct_report (uid, session_id, login, nas, src_ip, calling, at, secs) values ($1, 's-waiting', 'waiting', $2, '127.0.0.2', 'aa', extract(epoch from now())::bigint + 5, '65')`,
      [second, coa.ids.mikrotik],
    )
    await coa.system((tx) => requestDisconnect(tx, [first, second]))
    for (const [id, uid] of [
      [counted, first],
      [waiting, second],
    ] as const) {
      expect(await coa.settled(id)).toMatchObject([{ state: 'nak', error_cause: 503, conclusion: 'reported' }])
      expect(await found(uid)).toMatchObject({ live: [{ uid }], closed: [] })
    }
  })

  test('keeps addresses leased to the same station since', async () => {
    const id = await coa.tenants.service('redialled')
    const uid = await coa.online(id, 'redialled', coa.ids.mikrotik, { ip: '100.64.1.3' })
    await leases(id, '100.64.1.3', '2001:db8:3::/56')
    await coa.query(`update pool_address set leased_at = now() where service_id = $1`, [id])
    await coa.query(`update pool_prefix set leased_at = now() where service_id = $1`, [id])
    manner = () => ({ nak: 503 })
    await coa.system((tx) => requestDisconnect(tx, [uid]))
    await coa.settled(id)
    expect(await found(uid)).toMatchObject({ live: [] })
    expect(await leased(id)).toEqual([{ address: true, prefix: true }])
  })

  test('ends with its Stop if one arrives later, and no byte is counted twice', async () => {
    const id = await coa.tenants.service('again')
    const uid = await coa.online(id, 'again', coa.ids.mikrotik, { octets: [500, 900] })
    manner = () => ({ nak: 503 })
    await coa.system((tx) => requestDisconnect(tx, [uid]))
    await coa.settled(id)
    expect(await found(uid)).toMatchObject({ live: [], closed: [{ closed_by: 'nas-unknown', in_octets: 500 }] })
    await coa.query(
      `select panel.radius_acct('Stop', $1, 's-again', 'again', $2, '127.0.0.2', '', 'aa', '', '100.64.0.9', '', '', extract(epoch from now())::bigint + 20, '80', '800', '0', '900', '0', 'User-Request')`,
      [uid, coa.ids.mikrotik],
    )
    expect(await found(uid)).toMatchObject({
      live: [],
      closed: [{ closed_by: 'stop', cause: 'User-Request', in_octets: 800 }],
    })
    expect(
      await coa.query(
        'select sum(in_octets)::int as sent, sum(out_octets)::int as received from usage_by_day where service_id = $1',
        [id],
      ),
    ).toEqual([{ sent: 300, received: 0 }])
  })
})
