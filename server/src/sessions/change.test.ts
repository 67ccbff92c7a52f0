import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { withSystem } from '../db/system-transaction.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import type { NasBehaviour, ReceivedRequest } from '../testing/nas.ts'
import { until } from '../testing/radius-here.ts'
import { setupCoaFixture, type CoaFixture } from '../testing/sessions/coa-fixture.ts'
import { requestChange, requestDisconnect } from './change.ts'

/** Running sessions get changes over real UDP; the reply of the NAS is stored. */
describe('changes of running sessions', () => {
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

  test('a Disconnect identifies the session, and its ACK is stored; the session ends only with its Stop', async () => {
    const id = await coa.tenants.service('anna')
    const uid = await coa.online(id, 'anna', coa.ids.mikrotik)
    const [requested] = await coa.system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(requested).toMatchObject({ session_id: uid, state: 'queued' })
    expect(await coa.settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack', reason: 'by-hand' }])
    expect(coa.nas.requests[0]!.attributes).toMatchObject({
      1: Buffer.from('anna'),
      44: Buffer.from('s-anna'),
      8: Buffer.from([100, 64, 0, 9]),
    })
    expect(await coa.query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
  })

  test('a new tariff changes a running MikroTik session, and ends one of another vendor', async () => {
    const fast = await coa.tenants.tariff({ download_rate: 9000, upload_rate: 3000, session_timeout: 3600 })
    for (const [name, device] of [
      ['rated', coa.ids.mikrotik],
      ['other', coa.ids.cisco],
    ] as const) {
      const id = await coa.tenants.service(name)
      await coa.online(id, name, device)
      await coa.system(async (tx) => {
        // Enqueued before the write, in the same transaction: the values in effect after the commit are sent.
        await requestChange(tx, id, 'tariff', 'Bert')
        await tx.updateTable('service').set({ tariff_id: fast }).where('id', '=', id).execute()
      })
    }
    const rated = await coa.query<{ id: number }>(`select id from service where username = 'rated'`)
    expect(await coa.settled(rated[0]!.id)).toMatchObject([{ kind: 'coa', state: 'ack' }])
    const reported = coa.nas.requests.find((request) => request.kind === 'coa')!
    expect(String(reported.attributes['14988/8'])).toBe('3000k/9000k')
    expect(reported.attributes['27']!.readUInt32BE()).toBe(3600)
    const other = await coa.query<{ id: number }>(`select id from service where username = 'other'`)
    await until(
      async () =>
        (
          await coa.query<{ kind: string; state: string }>(
            'select kind, state from coa_request where service_id = $1',
            [other[0]!.id],
          )
        )[0]?.state !== 'queued',
    )
    expect(await coa.query('select kind from coa_request where service_id = $1', [other[0]!.id])).toEqual([
      { kind: 'disconnect' },
    ])
  })

  test('another address list needs a Disconnect: MikroTik changes none in a running session', async () => {
    const listed = await coa.tenants.tariff({ download_rate: 1000, upload_rate: 1000, address_list: 'b' })
    const id = await coa.tenants.service('listed', { tariff_id: listed })
    await coa.online(id, 'listed', coa.ids.mikrotik, { address_list: 'a' })
    await coa.system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await coa.settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack' }])
  })

  test('a suspended service is disconnected; one whose last day changes gets the new end', async () => {
    const id = await coa.tenants.service('moving', { ends_on: '2090-01-01' })
    await coa.online(id, 'moving', coa.ids.mikrotik)
    await coa.system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect(await coa.settled(id)).toMatchObject([{ kind: 'coa' }])
    await coa.query(`update service set status = 'suspended' where id = $1`, [id])
    await coa.system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect((await coa.settled(id, 2))[1]).toMatchObject({ kind: 'disconnect', state: 'ack' })
  })

  test('a NAK is stored with its cause; a rejected CoA is followed by a Disconnect', async () => {
    const id = await coa.tenants.service('refused')
    await coa.online(id, 'refused', coa.ids.mikrotik)
    manner = ({ kind }) => (kind === 'coa' ? { nak: 401 } : 'ack')
    await coa.system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await coa.settled(id, 2)).toMatchObject([
      {
        kind: 'coa',
        state: 'nak',
        error_cause: 401,
        conclusion: 'replaced',
        detail: message('coa.error_cause', { cause: 401 }),
      },
      { kind: 'disconnect', state: 'ack', reason: 'tariff' },
    ])
    const uid = await coa.online(id, 'refused', coa.ids.mikrotik)
    manner = () => ({ nak: 503 })
    await coa.system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect((await coa.settled(id, 3))[2]).toMatchObject({ kind: 'disconnect', state: 'nak', error_cause: 503 })
  })

  test('a temporary failure of the NAS is retried after a delay, as a new request, at most four times', async () => {
    const id = await coa.tenants.service('busy')
    const uid = await coa.online(id, 'busy', coa.ids.mikrotik)
    manner = () => ({ nak: 506 })
    await coa.system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    const delays: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      const rows = await coa.settled(id, attempt)
      expect(rows[attempt - 1]).toMatchObject({
        kind: 'coa',
        state: 'nak',
        error_cause: 506,
        attempt,
        conclusion: attempt < 4 ? 'retry' : 'retries-used',
      })
      expect(rows).toHaveLength(Math.min(attempt + 1, 4))
      const waiting = await coa.query<{ id: number; seconds: number }>(
        `select id, round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where task_identifier = 'radius-coa' and run_at > now() + interval '5 seconds'`,
      )
      expect(waiting).toHaveLength(attempt < 4 ? 1 : 0)
      for (const job of waiting) {
        delays.push(job.seconds)
        await coa.query(`select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now())`, [job.id])
      }
    }
    expect(delays.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 120, 600])
    expect(coa.nas.requests.map(({ kind }) => kind)).toEqual(['coa', 'coa', 'coa', 'coa'])
    expect(await coa.query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
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
      const id = await coa.tenants.service(`cause-${cause}`)
      const uid = await coa.online(id, `cause-${cause}`, coa.ids.mikrotik)
      manner = () => ({ nak: cause })
      await coa.system((tx) => requestDisconnect(tx, [uid]))
      expect(await coa.settled(id)).toMatchObject([
        { state: 'nak', error_cause: cause, conclusion, detail: message(reason, { cause }) },
      ])
      expect(await coa.query('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
      expect(coa.nas.requests).toHaveLength(1)
    },
  )

  test('a CoA that fails because of the configuration of the NAS ends no session', async () => {
    const id = await coa.tenants.service('prohibited')
    await coa.online(id, 'prohibited', coa.ids.mikrotik)
    manner = () => ({ nak: 405 })
    await coa.system((tx) => requestChange(tx, id, 'tariff'))
    expect(await coa.settled(id)).toMatchObject([{ kind: 'coa', state: 'nak', conclusion: 'setting' }])
    expect(coa.nas.requests).toHaveLength(1)
  })

  test('a reply with a code that does not belong to the request is reported as that, and no Disconnect follows', async () => {
    const id = await coa.tenants.service('other-code')
    await coa.online(id, 'other-code', coa.ids.mikrotik)
    manner = () => ({ code: 2 })
    await coa.system((tx) => requestChange(tx, id, 'tariff'))
    expect(await coa.settled(id)).toMatchObject([
      { kind: 'coa', state: 'unexpected', error_cause: null, detail: message('coa.unexpected_code', { code: 2 }) },
    ])
    expect(coa.nas.requests).toHaveLength(1)
  })

  describe('a session of a service that is at its session limit', () => {
    test.each([
      ['without a calling station', { calling: null }, 1],
      ['with others, since the limit was lowered', { calling: 'aa' }, 2],
    ] as const)('gets its new rate while running, %s', async (how, more, sessions) => {
      const fast = await coa.tenants.tariff({
        download_rate: 7000,
        upload_rate: 2000,
        session_timeout: 1800,
        idle_timeout: 90,
      })
      const name = `limited ${how}`
      const id = await coa.tenants.service(name, { tariff_id: fast })
      for (let i = 0; i < sessions; i++)
        await coa.online(id, name, coa.ids.mikrotik, {
          ...more,
          ...(more.calling && { calling: `${more.calling}${i}` }),
        })
      await coa.system((tx) => requestChange(tx, id, 'tariff'))
      expect(await coa.settled(id, sessions)).toMatchObject(
        Array.from({ length: sessions }, () => ({ kind: 'coa', state: 'ack' })),
      )
      const { attributes } = coa.nas.requests[0]!
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
        const id = await coa.tenants.service(`same-${i}`, {
          tariff_id: await coa.tenants.tariff(tariff),
          ...(i === 1 && { ends_on: '2090-01-01' }),
        })
        await coa.query(
          `insert into usage_by_day (service_id, day, in_octets) values ($1, (now() at time zone 'UTC')::date, 99)`,
          [id],
        )
        const [login] = await coa.query<{ items: { attribute: string; value: string }[] }>(
          `select items from panel.radius_preview($1, $2, '')`,
          [id, coa.ids.mikrotik],
        )
        const names = ['Session-Timeout', 'Idle-Timeout', 'Mikrotik-Rate-Limit']
        expect(
          await coa.query('select attribute, value from panel.session_changes($1)', [id]),
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
    const id = await coa.tenants.service('inner')
    const uid = await coa.online(id, 'inner', coa.ids.mikrotik, { nas_username: 'anonymous@example.net' })
    await coa.system((tx) => requestDisconnect(tx, [uid]))
    await coa.system((tx) => requestChange(tx, id, 'tariff'))
    await coa.settled(id, 2)
    expect(coa.nas.requests.map(({ kind, attributes }) => [kind, String(attributes['1'])]).toSorted()).toEqual([
      ['coa', 'anonymous@example.net'],
      ['disconnect', 'anonymous@example.net'],
    ])
  })

  test('no reply is a timeout, never a success', async () => {
    const id = await coa.tenants.service('silent')
    const uid = await coa.online(id, 'silent', coa.ids.mikrotik)
    manner = () => 'silence'
    await coa.system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(await coa.settled(id)).toMatchObject([{ state: 'timeout' }])
    expect(coa.nas.requests).toHaveLength(3)
  }, 30_000)

  test('no request is sent for an ended session', async () => {
    const id = await coa.tenants.service('gone')
    const uid = await coa.online(id, 'gone', coa.ids.mikrotik)
    await coa.system(async (tx) => {
      await requestDisconnect(tx, [uid], 'Bert')
      await tx.deleteFrom('session_live').where('uid', '=', uid).execute()
    })
    expect(await coa.settled(id)).toMatchObject([{ state: 'gone' }])
    expect(coa.nas.requests).toHaveLength(0)
  })

  test('a tenant can disconnect only its own sessions', async () => {
    const id = await coa.tenants.service('tenant')
    const uid = await coa.online(id, 'tenant', coa.ids.mikrotik)
    const as =
      (company_id: number) =>
      <T>(work: Parameters<typeof withSystem<T>>[1]) =>
        withTenant(coa.database.databases, { company_id, everything: false }, { write: true }, work)
    expect(await as(coa.tenants.other)((tx) => requestDisconnect(tx, [uid], 'Eve'))).toEqual([])
    expect(await as(coa.tenants.reseller)((tx) => requestDisconnect(tx, [uid], 'Bert'))).toMatchObject([
      { session_id: uid },
    ])
    expect(await coa.settled(id)).toMatchObject([{ state: 'ack' }])
  })

  test('an exhausted quota is applied to the session, and removed with the new period', async () => {
    const capped = await coa.tenants.tariff({
      download_rate: 9000,
      upload_rate: 3000,
      quota_bytes: 1000,
      quota_action: 'slow',
      slow_download_rate: 64,
      slow_upload_rate: 64,
    })
    const id = await coa.tenants.service('capped', { tariff_id: capped })
    await coa.online(id, 'capped', coa.ids.mikrotik)
    const { rows } = await coa.database.databases.appAll.query(`select uid from session_live where username = 'capped'`)
    await coa.query(
      `select panel.radius_acct('Interim-Update', $1, 's-capped', 'capped', $2, '127.0.0.2', '', 'aa', '', '', '', '', extract(epoch from now())::bigint, '60', '600', '0', '500', '0', '')`,
      [rows[0].uid, coa.ids.mikrotik],
    )
    expect(await coa.settled(id)).toMatchObject([{ kind: 'coa', state: 'ack', reason: 'quota' }])
    expect(String(coa.nas.requests.at(-1)!.attributes['14988/8'])).toBe('64k/64k')
    expect(await coa.query('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'slowed' }])
    await coa.query(`update usage_by_day set day = day - 40 where service_id = $1`, [id])
    await coa.query(`select graphile_worker.add_job('radius-sessions', '{}')`)
    expect((await coa.settled(id, 2))[1]).toMatchObject({ kind: 'coa', state: 'ack', reason: 'quota' })
    expect(String(coa.nas.requests.at(-1)!.attributes['14988/8'])).toBe('3000k/9000k')
    expect(await coa.query('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'within' }])
  })
})
