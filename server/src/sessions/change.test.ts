import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '../db/system-door.ts'
import { throughDoor } from '../db/door.ts'
import { startWorkers, type Workers } from '../jobs/workers.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestNas, type HeardRequest, type Manner } from '../testing/nas.ts'
import { nasSecret, plantRadius, testKey } from '../testing/radius.ts'
import { until } from '../testing/radius-here.ts'
import { requestChange, requestDisconnect } from './change.ts'
import { sessionTasks } from './tasks.ts'

/** Running sessions are told of changes, over real UDP; what the NAS says is kept as it is. */
describe('changes of running sessions', () => {
  let database: TestDatabase
  let workers: Workers
  let nas: Awaited<ReturnType<typeof startTestNas>>
  let of: Awaited<ReturnType<typeof plantRadius>>
  let manner: (request: HeardRequest) => Manner = () => 'ack'
  let ids: { mikrotik: number; cisco: number }

  const ask = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await database.databases.appAll.query(sql, values)).rows as T[]

  beforeAll(async () => {
    database = await createTestDatabase()
    of = await plantRadius({ ask } as never)
    nas = await startTestNas(nasSecret, (request) => manner(request))
    ids = {
      mikrotik: await of.nas('127.0.0.2', { vendor: 'mikrotik', coa_port: nas.port }),
      // Nobody listens there: what is sent is what counts.
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
    nas.heard.length = 0
  })

  const online = async (service_id: number, username: string, nas_id: number, more: { address_list?: string } = {}) => {
    const uid = `${username}-${Math.random()}`
    await ask(
      `insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, lineage, address_list)
        select $1, 's-' || $3, s.id, $3, s.company_id, $4, 'aa', '100.64.0.9', now(), now(), s.lineage, $5 from service s where s.id = $2`,
      [uid, service_id, username, nas_id, more.address_list ?? null],
    )
    return uid
  }
  const settled = async (service_id: number, count = 1) => {
    const read = () =>
      ask<{ kind: string; state: string; reason: string; error_cause: number | null; detail: string }>(
        'select kind, state, reason, error_cause, detail from coa_request where service_id = $1 order by id',
        [service_id],
      )
    await until(async () => {
      const rows = await read()
      return rows.length >= count && rows.every((row) => !['queued', 'sent'].includes(row.state))
    }, 20_000)
    return read()
  }
  const system = <T>(work: Parameters<typeof asSystem<T>>[1]) => asSystem(database.databases, work)

  test('a disconnect names the session, and its yes is kept; the session ends with its Stop alone', async () => {
    const id = await of.service('anna')
    const uid = await online(id, 'anna', ids.mikrotik)
    const [asked] = await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(asked).toMatchObject({ session_id: uid, state: 'queued' })
    expect(await settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack', reason: 'by-hand' }])
    expect(nas.heard[0]!.attributes).toMatchObject({
      1: Buffer.from('anna'),
      44: Buffer.from('s-anna'),
      8: Buffer.from([100, 64, 0, 9]),
    })
    expect(await ask('select uid from session_live where uid = $1', [uid])).toHaveLength(1)
  })

  test('a new tariff changes a MikroTik session while it runs, and ends that of another maker', async () => {
    const fast = await of.tariff({ download_rate: 9000, upload_rate: 3000, session_timeout: 3600 })
    for (const [name, device] of [
      ['rated', ids.mikrotik],
      ['other', ids.cisco],
    ] as const) {
      const id = await of.service(name)
      await online(id, name, device)
      await system(async (tx) => {
        // Asked for before the write, in the same transaction: what is sent is what is in force after the commit.
        await requestChange(tx, id, 'tariff', 'Bert')
        await tx.updateTable('service').set({ tariff_id: fast }).where('id', '=', id).execute()
      })
    }
    const rated = await ask<{ id: number }>(`select id from service where username = 'rated'`)
    expect(await settled(rated[0]!.id)).toMatchObject([{ kind: 'coa', state: 'ack' }])
    const told = nas.heard.find((request) => request.kind === 'coa')!
    expect(String(told.attributes['14988/8'])).toBe('3000k/9000k')
    expect(told.attributes['27']!.readUInt32BE()).toBe(3600)
    const other = await ask<{ id: number }>(`select id from service where username = 'other'`)
    await until(
      async () =>
        (
          await ask<{ kind: string; state: string }>('select kind, state from coa_request where service_id = $1', [
            other[0]!.id,
          ])
        )[0]?.state !== 'queued',
    )
    expect(await ask('select kind from coa_request where service_id = $1', [other[0]!.id])).toEqual([
      { kind: 'disconnect' },
    ])
  })

  test('another address list takes a disconnect: MikroTik changes none in a running session', async () => {
    const listed = await of.tariff({ download_rate: 1000, upload_rate: 1000, address_list: 'b' })
    const id = await of.service('listed', { tariff_id: listed })
    await online(id, 'listed', ids.mikrotik, { address_list: 'a' })
    await system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await settled(id)).toMatchObject([{ kind: 'disconnect', state: 'ack' }])
  })

  test('a suspended service is put off; one whose last day moves is told of its new end', async () => {
    const id = await of.service('moving', { ends_on: '2090-01-01' })
    await online(id, 'moving', ids.mikrotik)
    await system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect(await settled(id)).toMatchObject([{ kind: 'coa' }])
    await ask(`update service set status = 'suspended' where id = $1`, [id])
    await system((tx) => requestChange(tx, id, 'status', 'Bert'))
    expect((await settled(id, 2))[1]).toMatchObject({ kind: 'disconnect', state: 'ack' })
  })

  test('a no is kept with its cause; a CoA that is refused is followed by a disconnect', async () => {
    const id = await of.service('refused')
    await online(id, 'refused', ids.mikrotik)
    manner = ({ kind }) => (kind === 'coa' ? { nak: 401 } : 'ack')
    await system((tx) => requestChange(tx, id, 'tariff', 'Bert'))
    expect(await settled(id, 2)).toMatchObject([
      { kind: 'coa', state: 'nak', error_cause: 401, detail: 'Unsupported attribute' },
      { kind: 'disconnect', state: 'ack', reason: 'tariff' },
    ])
    const uid = await online(id, 'refused', ids.mikrotik)
    manner = () => ({ nak: 503 })
    await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect((await settled(id, 3))[2]).toMatchObject({ kind: 'disconnect', state: 'nak', error_cause: 503 })
  })

  test('silence is a time-out, never a success', async () => {
    const id = await of.service('silent')
    const uid = await online(id, 'silent', ids.mikrotik)
    manner = () => 'silence'
    await system((tx) => requestDisconnect(tx, [uid], 'Bert'))
    expect(await settled(id)).toMatchObject([{ state: 'timeout' }])
    expect(nas.heard).toHaveLength(3)
  }, 30_000)

  test('a session that is gone is not asked for', async () => {
    const id = await of.service('gone')
    const uid = await online(id, 'gone', ids.mikrotik)
    await system(async (tx) => {
      await requestDisconnect(tx, [uid], 'Bert')
      await tx.deleteFrom('session_live').where('uid', '=', uid).execute()
    })
    expect(await settled(id)).toMatchObject([{ state: 'gone' }])
    expect(nas.heard).toHaveLength(0)
  })

  test('a tenant asks for its own sessions and for no others', async () => {
    const id = await of.service('tenant')
    const uid = await online(id, 'tenant', ids.mikrotik)
    const as =
      (company_id: number) =>
      <T>(work: Parameters<typeof asSystem<T>>[1]) =>
        throughDoor(database.databases, { company_id, everything: false }, { write: true }, work)
    expect(await as(of.other)((tx) => requestDisconnect(tx, [uid], 'Eve'))).toEqual([])
    expect(await as(of.reseller)((tx) => requestDisconnect(tx, [uid], 'Bert'))).toMatchObject([{ session_id: uid }])
    expect(await settled(id)).toMatchObject([{ state: 'ack' }])
  })

  test('a used up quota is told to the session, and its end with the new period too', async () => {
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
    await ask(
      `select panel.radius_acct('Interim-Update', $1, 's-capped', 'capped', $2, '127.0.0.2', '', 'aa', '', '', '', '', extract(epoch from now())::bigint, '60', '600', '0', '500', '0', '')`,
      [rows[0].uid, ids.mikrotik],
    )
    expect(await settled(id)).toMatchObject([{ kind: 'coa', state: 'ack', reason: 'quota' }])
    expect(String(nas.heard.at(-1)!.attributes['14988/8'])).toBe('64k/64k')
    expect(await ask('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'slowed' }])
    await ask(`update usage_by_day set day = day - 40 where service_id = $1`, [id])
    await ask(`select graphile_worker.add_job('radius-sessions', '{}')`)
    expect((await settled(id, 2))[1]).toMatchObject({ kind: 'coa', state: 'ack', reason: 'quota' })
    expect(String(nas.heard.at(-1)!.attributes['14988/8'])).toBe('3000k/9000k')
    expect(await ask('select quota_state from service where id = $1', [id])).toEqual([{ quota_state: 'within' }])
  })
})
