import { message, type AnyMessage } from '@trunkline/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../db/system-transaction.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import { startWorkers, type Workers } from '../jobs/workers.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestNas, type ReceivedRequest, type NasBehaviour } from '../testing/nas.ts'
import { createSubnet } from '../testing/ipam/create-subnet.ts'
import { nasSecret, seedRadiusTenants, testKey } from '../testing/radius.ts'
import { until } from '../testing/radius-here.ts'
import { requestChange, requestDisconnect } from './change.ts'
import { sessionTasks } from './tasks.ts'

/** Running sessions get changes over real UDP; the reply of the NAS is stored. */
describe('changes of running sessions', () => {
  let database: TestDatabase
  let workers: Workers
  let nas: Awaited<ReturnType<typeof startTestNas>>
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let manner: (request: ReceivedRequest) => NasBehaviour = () => 'ack'
  let ids: { mikrotik: number; cisco: number }

  const query = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await database.databases.appAll.query(sql, values)).rows as T[]

  beforeAll(async () => {
    database = await createTestDatabase()
    of = await seedRadiusTenants({ query } as never)
    nas = await startTestNas(nasSecret, (request) => manner(request))
    ids = {
      mikrotik: await of.nas('127.0.0.2', { vendor: 'mikrotik', coa_port: nas.port }),
      // Nothing listens there: the test checks what is sent.
      cisco: await of.nas('127.0.0.3', { vendor: 'cisco', coa_port: nas.port }),
    }
    const radius = { historyMonths: 13 } as never
    workers = await startWorkers({
      databases: database.databases,
      tasks: sessionTasks({ key: testKey, radius }, database.url),
      log: createLog('silent'),
      concurrency: 4,
    })
  })
  afterAll(async () => {
    await workers?.stop(1000)
    await nas?.stop()
    await database?.drop()
  })
  beforeEach(() => {
    manner = () => 'ack'
    nas.requests.length = 0
  })

  interface Online {
    address_list?: string
    calling?: string | null
    nas_username?: string
    ip?: string
    octets?: [number, number]
  }
  const online = async (service_id: number, username: string, nas_id: number, more: Online = {}) => {
    const uid = `${username}-${Math.random()}`
    const { address_list = null, calling = 'aa', nas_username = null, ip = '100.64.0.9', octets = [0, 0] } = more
    await query(
      `insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, address_list, nas_username)
        select $1, 's-' || $3, s.id, $3, s.company_id, $4, $6, $8, now() - interval '60 seconds', now(), 60, $9, $10, s.ancestor_ids, $5, $7 from service s where s.id = $2`,
      [uid, service_id, username, nas_id, address_list, calling, nas_username, ip, ...octets],
    )
    return uid
  }
  const settled = async (service_id: number, count = 1) => {
    const read = () =>
      query<{
        kind: string
        state: string
        reason: string
        error_cause: number | null
        detail: AnyMessage | null
        conclusion: string | null
        attempt: number
      }>(
        'select kind, state, reason, error_cause, detail, conclusion, attempt from coa_request where service_id = $1 order by id',
        [service_id],
      )
    await until(async () => {
      const rows = await read()
      return rows.filter((row) => !['queued', 'sent'].includes(row.state)).length >= count
    }, 20_000)
    return read()
  }
  const system = <T>(work: Parameters<typeof withSystem<T>>[1]) => withSystem(database.databases, work)

  test('a Disconnect identifies the session, and its ACK is stored; the session ends only with its Stop', async () => {
    const id = await of.service('anna')
    const uid = await online(id, 'anna', ids.mikrotik)
    const [requested] = await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(requested).toMatchObject({ session_id: uid, state: 'queued' })
    expect(await settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack', reason: 'by-hand' }])
    expect(nas.requests[0]!.attributes).toMatchObject({
      1: Buffer.from('anna'),
      44: Buffer.from('s-anna'),
      8: Buffer.from([100, 64, 0, 9]),
    })
    expect(await query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
  })

  test('a new tariff changes a running MikroTik session, and ends one of another vendor', async () => {
    const fast = await of.tariff({ download_rate: 9000, upload_rate: 3000, session_timeout: 3600 })
    for (const [name, device] of [
      ['rated', ids.mikrotik],
      ['other', ids.cisco],
    ] as const) {
      const id = await of.service(name)
      await online(id, name, device)
      await system(async (tx) => {
        // Enqueued before the write, in the same transaction: the values in effect after the commit are sent.
        await requestChange(tx, id, 'tariff', 'Bert')
        await tx.updateTable('service').set({ tariff_id: fast }).where('id', '=', id).execute()
      })
    }
    const rated = await query<{ id: number }>(`select id from service where username = 'rated'`)
    expect(await settled(rated[0]!.id)).toMatchObject([{ kind: 'coa', state: 'ack' }])
    const reported = nas.requests.find((request) => request.kind === 'coa')!
    expect(String(reported.attributes['14988/8'])).toBe('3000k/9000k')
    expect(reported.attributes['27']!.readUInt32BE()).toBe(3600)
    const other = await query<{ id: number }>(`select id from service where username = 'other'`)
    await until(
      async () =>
        (
          await query<{ kind: string; state: string }>('select kind, state from coa_request where service_id = $1', [
            other[0]!.id,
          ])
        )[0]?.state !== 'queued',
    )
    expect(await query('select kind from coa_request where service_id = $1', [other[0]!.id])).toEqual([
      { kind: 'disconnect' },
    ])
  })

  test('another address list needs a Disconnect: MikroTik changes none in a running session', async () => {
    const listed = await of.tariff({ download_rate: 1000, upload_rate: 1000, address_list: 'b' })
    const id = await of.service('listed', { tariff_id: listed })
    await online(id, 'listed', ids.mikrotik, { address_list: 'a' })
    await system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack' }])
  })

  test('a suspended service is disconnected; one whose last day changes gets the new end', async () => {
    const id = await of.service('moving', { ends_on: '2090-01-01' })
    await online(id, 'moving', ids.mikrotik)
    await system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect(await settled(id)).toMatchObject([{ kind: 'coa' }])
    await query(`update service set status = 'suspended' where id = $1`, [id])
    await system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect((await settled(id, 2))[1]).toMatchObject({ kind: 'disconnect', state: 'ack' })
  })

  test('a NAK is stored with its cause; a rejected CoA is followed by a Disconnect', async () => {
    const id = await of.service('refused')
    await online(id, 'refused', ids.mikrotik)
    manner = ({ kind }) => (kind === 'coa' ? { nak: 401 } : 'ack')
    await system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await settled(id, 2)).toMatchObject([
      {
        kind: 'coa',
        state: 'nak',
        error_cause: 401,
        conclusion: 'replaced',
        detail: message('coa.error_cause', { cause: 401 }),
      },
      { kind: 'disconnect', state: 'ack', reason: 'tariff' },
    ])
    const uid = await online(id, 'refused', ids.mikrotik)
    manner = () => ({ nak: 503 })
    await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect((await settled(id, 3))[2]).toMatchObject({ kind: 'disconnect', state: 'nak', error_cause: 503 })
  })

  describe('a session that the NAS does not have', () => {
    const found = async (uid: string) => ({
      live: await query('select uid from session_live where uid = $1', [uid]),
      closed: await query(
        'select closed_by, cause, nas_username, secs, in_octets, out_octets, stopped_at = updated_at as at_last_report from session_closed where uid = $1',
        [uid],
      ),
    })
    let pool = 0
    /** A subnet with one leased address and one leased prefix. */
    const leases = async (service_id: number, ip: string, prefix: string, calling = 'aa') => {
      if (pool === 0)
        pool = await system((tx) =>
          createSubnet(tx, { net: '100.64.0.0/16', company_id: of.root, attributes: { type: 'pool' } }),
        )
      await query(
        `insert into pool_address (subnet_id, address, service_id, nas_id, calling, leased_at, leased_until) values ($1, $2, $3, $4, $5, now() - interval '61 seconds', now() + interval '1 hour')`,
        [pool, ip, service_id, ids.mikrotik, calling],
      )
      await query(
        `insert into pool_prefix (subnet_id, prefix, service_id, nas_id, calling, leased_at, leased_until) values ($1, $2, $3, $4, $5, now() - interval '61 seconds', now() + interval '1 hour')`,
        [pool, prefix, service_id, ids.mikrotik, calling],
      )
    }
    const leased = (service_id: number) =>
      query<{ address: boolean; prefix: boolean }>(
        `select (select leased_until > now() from pool_address where service_id = $1) as address, (select leased_until > now() from pool_prefix where service_id = $1) as prefix`,
        [service_id],
      )

    test.each(['disconnect', 'coa'] as const)('is closed after a %s, and its addresses are released', async (kind) => {
      const name = `unknown-${kind}`
      const id = await of.service(name)
      const [ip, prefix] = kind === 'coa' ? ['100.64.1.1', '2001:db8:1::/56'] : ['100.64.1.2', '2001:db8:2::/56']
      const uid = await online(id, name, ids.mikrotik, { ip, nas_username: 'outer', octets: [500, 900] })
      await leases(id, ip, prefix)
      await query(
        `insert into session_address (uid, service_id, username, nas_id, kind, address, from_at) values ($1, $2, $3, $4, 'delegated-prefix', $5, now() - interval '60 seconds')`,
        [uid, id, name, ids.mikrotik, prefix],
      )
      manner = () => ({ nak: 503 })
      await system((tx) => (kind === 'coa' ? requestChange(tx, id, 'tariff') : requestDisconnect(tx, [uid])))
      expect(await settled(id)).toMatchObject([
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
      expect(await query('select uid from session_address where uid = $1 and until_at is null', [uid])).toEqual([])
      expect(await query('select day from usage_by_day where service_id = $1', [id])).toEqual([])
      expect(nas.requests.map((request) => request.kind)).toEqual([kind])
    })

    test('is also closed when a Disconnect only removed residual state', async () => {
      const id = await of.service('residual')
      const uid = await online(id, 'residual', ids.mikrotik)
      manner = () => ({ ack: 201 })
      await system((tx) => requestDisconnect(tx, [uid]))
      expect(await settled(id)).toMatchObject([{ state: 'ack', error_cause: 201, conclusion: 'closed' }])
      expect(await found(uid)).toMatchObject({ live: [], closed: [{ cause: 'Residual-Session-Context-Removed' }] })
    })

    test('stays open while the NAS reports it, even if the report is not processed yet', async () => {
      const counted = await of.service('reported')
      const waiting = await of.service('waiting')
      const [first, second] = [
        await online(counted, 'reported', ids.mikrotik),
        await online(waiting, 'waiting', ids.mikrotik),
      ]
      manner = () => ({ nak: 503 })
      // The report arrives between the request and its reply.
      await query(`update session_live set updated_at = now() + interval '5 seconds' where uid = $1`, [first])
      await query(
        `insert into acct_report (uid, session_id, login, nas, src_ip, calling, at, secs) values ($1, 's-waiting', 'waiting', $2, '127.0.0.2', 'aa', extract(epoch from now())::bigint + 5, '65')`,
        [second, ids.mikrotik],
      )
      await system((tx) => requestDisconnect(tx, [first, second]))
      for (const [id, uid] of [
        [counted, first],
        [waiting, second],
      ] as const) {
        expect(await settled(id)).toMatchObject([{ state: 'nak', error_cause: 503, conclusion: 'reported' }])
        expect(await found(uid)).toMatchObject({ live: [{ uid }], closed: [] })
      }
    })

    test('keeps addresses leased to the same station since', async () => {
      const id = await of.service('redialled')
      const uid = await online(id, 'redialled', ids.mikrotik, { ip: '100.64.1.3' })
      await leases(id, '100.64.1.3', '2001:db8:3::/56')
      await query(`update pool_address set leased_at = now() where service_id = $1`, [id])
      await query(`update pool_prefix set leased_at = now() where service_id = $1`, [id])
      manner = () => ({ nak: 503 })
      await system((tx) => requestDisconnect(tx, [uid]))
      await settled(id)
      expect(await found(uid)).toMatchObject({ live: [] })
      expect(await leased(id)).toEqual([{ address: true, prefix: true }])
    })

    test('ends with its Stop if one arrives later, and no byte is counted twice', async () => {
      const id = await of.service('again')
      const uid = await online(id, 'again', ids.mikrotik, { octets: [500, 900] })
      manner = () => ({ nak: 503 })
      await system((tx) => requestDisconnect(tx, [uid]))
      await settled(id)
      expect(await found(uid)).toMatchObject({ live: [], closed: [{ closed_by: 'nas-unknown', in_octets: 500 }] })
      await query(
        `select panel.radius_acct('Stop', $1, 's-again', 'again', $2, '127.0.0.2', '', 'aa', '', '100.64.0.9', '', '', extract(epoch from now())::bigint + 20, '80', '800', '0', '900', '0', 'User-Request')`,
        [uid, ids.mikrotik],
      )
      expect(await found(uid)).toMatchObject({
        live: [],
        closed: [{ closed_by: 'stop', cause: 'User-Request', in_octets: 800 }],
      })
      expect(
        await query(
          'select sum(in_octets)::int as sent, sum(out_octets)::int as received from usage_by_day where service_id = $1',
          [id],
        ),
      ).toEqual([{ sent: 300, received: 0 }])
    })
  })

  test('a temporary failure of the NAS is retried after a delay, as a new request, at most four times', async () => {
    const id = await of.service('busy')
    const uid = await online(id, 'busy', ids.mikrotik)
    manner = () => ({ nak: 506 })
    await system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    const delays: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      const rows = await settled(id, attempt)
      expect(rows[attempt - 1]).toMatchObject({
        kind: 'coa',
        state: 'nak',
        error_cause: 506,
        attempt,
        conclusion: attempt < 4 ? 'retry' : 'retries-used',
      })
      expect(rows).toHaveLength(Math.min(attempt + 1, 4))
      const waiting = await query<{ id: number; seconds: number }>(
        `select id, round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where task_identifier = 'radius-coa' and run_at > now() + interval '5 seconds'`,
      )
      expect(waiting).toHaveLength(attempt < 4 ? 1 : 0)
      for (const job of waiting) {
        delays.push(job.seconds)
        await query(`select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now())`, [job.id])
      }
    }
    expect(delays.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 120, 600])
    expect(nas.requests.map(({ kind }) => kind)).toEqual(['coa', 'coa', 'coa', 'coa'])
    expect(await query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
  }, 30_000)

  test.each([
    [402, 'not-repeated', 'coa.error_cause'],
    [501, 'setting', 'coa.error_cause'],
    [507, 'reauthentication', 'coa.error_cause'],
    [508, null, 'coa.error_cause'],
    [599, null, 'coa.unknown_cause'],
  ] as const)(
    'a Disconnect rejected with %i is not retried, and the session stays open',
    async (cause, conclusion, reason) => {
      const id = await of.service(`cause-${cause}`)
      const uid = await online(id, `cause-${cause}`, ids.mikrotik)
      manner = () => ({ nak: cause })
      await system((tx) => requestDisconnect(tx, [uid]))
      expect(await settled(id)).toMatchObject([
        { state: 'nak', error_cause: cause, conclusion, detail: message(reason, { cause }) },
      ])
      expect(await query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
      expect(nas.requests).toHaveLength(1)
    },
  )

  test('a CoA that fails because of the configuration of the NAS ends no session', async () => {
    const id = await of.service('prohibited')
    await online(id, 'prohibited', ids.mikrotik)
    manner = () => ({ nak: 405 })
    await system((tx) => requestChange(tx, id, 'tariff'))
    expect(await settled(id)).toMatchObject([{ kind: 'coa', state: 'nak', conclusion: 'setting' }])
    expect(nas.requests).toHaveLength(1)
  })

  test('a reply with a code that does not belong to the request is reported as that, and no Disconnect follows', async () => {
    const id = await of.service('other-code')
    await online(id, 'other-code', ids.mikrotik)
    manner = () => ({ code: 2 })
    await system((tx) => requestChange(tx, id, 'tariff'))
    expect(await settled(id)).toMatchObject([
      { kind: 'coa', state: 'unexpected', error_cause: null, detail: message('coa.unexpected_code', { code: 2 }) },
    ])
    expect(nas.requests).toHaveLength(1)
  })

  describe('a session of a service that is at its session limit', () => {
    test.each([
      ['without a calling station', { calling: null }, 1],
      ['with others, since the limit was lowered', { calling: 'aa' }, 2],
    ] as const)('gets its new rate while running, %s', async (how, more, sessions) => {
      const fast = await of.tariff({ download_rate: 7000, upload_rate: 2000, session_timeout: 1800, idle_timeout: 90 })
      const name = `limited ${how}`
      const id = await of.service(name, { tariff_id: fast })
      for (let i = 0; i < sessions; i++)
        await online(id, name, ids.mikrotik, { ...more, ...(more.calling && { calling: `${more.calling}${i}` }) })
      await system((tx) => requestChange(tx, id, 'tariff'))
      expect(await settled(id, sessions)).toMatchObject(
        Array.from({ length: sessions }, () => ({ kind: 'coa', state: 'ack' })),
      )
      const { attributes } = nas.requests[0]!
      expect(String(attributes['14988/8'])).toBe('2000k/7000k')
      expect([attributes['27']!.readUInt32BE(), attributes['28']!.readUInt32BE()]).toEqual([1800, 90])
    })

    test('gets the values that a login would return', async () => {
      const rates = { download_rate: 9000, upload_rate: 3000 }
      const burst = { burst_download_rate: 12_000, burst_upload_rate: 4000, burst_seconds: 8 }
      const slow = { quota_bytes: 10, quota_action: 'slow', slow_download_rate: 64, slow_upload_rate: 32 }
      for (const [i, tariff] of [
        {},
        { ...rates, session_timeout: 3600, idle_timeout: 120 },
        { ...rates, ...burst, burst_download_threshold: 5000, burst_upload_threshold: 1000, priority: 3 },
        { ...rates, ...burst, ...slow },
        { priority: 2 },
      ].entries()) {
        const id = await of.service(`same-${i}`, {
          tariff_id: await of.tariff(tariff),
          ...(i === 1 && { ends_on: '2090-01-01' }),
        })
        await query(
          `insert into usage_by_day (service_id, day, in_octets) values ($1, (now() at time zone 'UTC')::date, 99)`,
          [id],
        )
        const [login] = await query<{ items: { attribute: string; value: string }[] }>(
          `select items from panel.radius_preview($1, $2, '')`,
          [id, ids.mikrotik],
        )
        const names = ['Session-Timeout', 'Idle-Timeout', 'Mikrotik-Rate-Limit']
        expect(
          await query('select attribute, value from panel.session_changes($1)', [id]),
          JSON.stringify(tariff),
        ).toEqual(
          login!.items
            .filter(({ attribute }) => names.includes(attribute))
            .map(({ attribute, value }) => ({ attribute, value })),
        )
      }
    })
  })

  test('a session is identified by its user name at the NAS', async () => {
    const id = await of.service('inner')
    const uid = await online(id, 'inner', ids.mikrotik, { nas_username: 'anonymous@example.net' })
    await system((tx) => requestDisconnect(tx, [uid]))
    await system((tx) => requestChange(tx, id, 'tariff'))
    await settled(id, 2)
    expect(nas.requests.map(({ kind, attributes }) => [kind, String(attributes['1'])]).toSorted()).toEqual([
      ['coa', 'anonymous@example.net'],
      ['disconnect', 'anonymous@example.net'],
    ])
  })

  test('no reply is a timeout, never a success', async () => {
    const id = await of.service('silent')
    const uid = await online(id, 'silent', ids.mikrotik)
    manner = () => 'silence'
    await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(await settled(id)).toMatchObject([{ state: 'timeout' }])
    expect(nas.requests).toHaveLength(3)
  }, 30_000)

  test('no request is sent for an ended session', async () => {
    const id = await of.service('gone')
    const uid = await online(id, 'gone', ids.mikrotik)
    await system(async (tx) => {
      await requestDisconnect(tx, [uid], 'Bert')
      await tx.deleteFrom('session_live').where('uid', '=', uid).execute()
    })
    expect(await settled(id)).toMatchObject([{ state: 'gone' }])
    expect(nas.requests).toHaveLength(0)
  })

  test('a tenant can disconnect only its own sessions', async () => {
    const id = await of.service('tenant')
    const uid = await online(id, 'tenant', ids.mikrotik)
    const as =
      (company_id: number) =>
      <T>(work: Parameters<typeof withSystem<T>>[1]) =>
        withTenant(database.databases, { company_id, everything: false }, { write: true }, work)
    expect(await as(of.other)((tx) => requestDisconnect(tx, [uid], 'Eve'))).toEqual([])
    expect(await as(of.reseller)((tx) => requestDisconnect(tx, [uid], 'Bert'))).toMatchObject([{ session_id: uid }])
    expect(await settled(id)).toMatchObject([{ state: 'ack' }])
  })

  test('an exhausted quota is applied to the session, and removed with the new period', async () => {
    const capped = await of.tariff({
      download_rate: 9000,
      upload_rate: 3000,
      quota_bytes: 1000,
      quota_action: 'slow',
      slow_download_rate: 64,
      slow_upload_rate: 64,
    })
    const id = await of.service('capped', { tariff_id: capped })
    await online(id, 'capped', ids.mikrotik)
    const { rows } = await database.databases.appAll.query(`select uid from session_live where username = 'capped'`)
    await query(
      `select panel.radius_acct('Interim-Update', $1, 's-capped', 'capped', $2, '127.0.0.2', '', 'aa', '', '', '', '', extract(epoch from now())::bigint, '60', '600', '0', '500', '0', '')`,
      [rows[0].uid, ids.mikrotik],
    )
    expect(await settled(id)).toMatchObject([{ kind: 'coa', state: 'ack', reason: 'quota' }])
    expect(String(nas.requests.at(-1)!.attributes['14988/8'])).toBe('64k/64k')
    expect(await query('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'slowed' }])
    await query(`update usage_by_day set day = day - 40 where service_id = $1`, [id])
    await query(`select graphile_worker.add_job('radius-sessions', '{}')`)
    expect((await settled(id, 2))[1]).toMatchObject({ kind: 'coa', state: 'ack', reason: 'quota' })
    expect(String(nas.requests.at(-1)!.attributes['14988/8'])).toBe('3000k/9000k')
    expect(await query('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'within' }])
  })
})
