import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tariffs, type TariffRow } from '@trunkline/contract/resources/tariff'
import { ApiError } from '../api/call.ts'
import { clearSession, storeSession } from '../access/session.ts'
import { reply, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { sessionFor } from '../testing/sessions.ts'
import { eachRow } from './each-row.ts'

let api: ApiServer
beforeEach(async () => {
  api = await startApiServer()
  storeSession(sessionFor())
})
afterEach(async () => {
  clearSession()
  await api.close()
})

const explain = (error: unknown) => (error as Error).message
const destroy = (id: number) => `DELETE /api/network/tariff/${id}/destroy`
const row: TariffRow = {
  id: 1,
  name: 'Home 50',
  company_id: 40,
  company_name: 'North Reseller',
  inherited: false,
  shared_with: 'all',
  price: '24.90',
  currency: 'EUR',
  download_rate: 50_000,
  upload_rate: 10_000,
  burst_download_rate: null,
  burst_upload_rate: null,
  burst_download_threshold: null,
  burst_upload_threshold: null,
  burst_seconds: null,
  priority: 8,
  session_timeout: null,
  quota_bytes: null,
  quota_period: 'month',
  quota_action: 'slow',
  slow_download_rate: null,
  slow_upload_rate: null,
  services_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
}
const pageOf = (path: string) => Number(new URL(path, 'http://x').searchParams.get('page'))

describe('a deed on each row', () => {
  it('goes to every row, and reports in their order which were refused and why', async () => {
    for (const id of [3, 1]) api.on(destroy(id), () => undefined)
    api.on(destroy(2), () => reply(409, 'conflict'))
    expect(await eachRow(tariffs.index, tariffs.destroy, { ids: [3, 2, 1] }, { explain })).toEqual([
      { id: 3, ok: true },
      { id: 2, ok: false, code: 'conflict', message: 'said conflict' },
      { id: 1, ok: true },
    ])
  })

  it('goes to all that match, page after page, when as many match as were confirmed', async () => {
    api.on('GET /api/network/tariff/index', ({ path }) => ({
      data: [{ ...row, id: pageOf(path) * 10 }],
      meta: { pagination: { current_page: pageOf(path), per_page: 1, total: 2, last_page: 2 } },
    }))
    for (const id of [10, 20]) api.on(destroy(id), () => undefined)
    const selection = { matching: { search: 'name:Home', total: 2 } }
    const report = await eachRow(tariffs.index, tariffs.destroy, selection, { explain })
    expect(report).toEqual([
      { id: 10, ok: true },
      { id: 20, ok: true },
    ])
    expect(api.of('/api/network/tariff/index')[0]?.path).toContain('search=name%3AHome')
  })

  it('does nothing where another number of rows matches by now, and says which', async () => {
    api.on('GET /api/network/tariff/index', () => ({
      data: [row],
      meta: { pagination: { current_page: 1, per_page: 200, total: 1, last_page: 1 } },
    }))
    const rejected = await eachRow(tariffs.index, tariffs.destroy, { matching: { total: 2 } }, { explain }).catch(
      (error: unknown) => error,
    )
    expect(rejected).toBeInstanceOf(ApiError)
    expect(rejected).toMatchObject({ code: 'selection_moved', details: { total: 1 } })
    expect(api.received.some((one) => one.method === 'DELETE')).toBe(false)
  })

  it('waits when the server asks to, and then goes on with the same intent', async () => {
    let calls = 0
    api.on(destroy(1), (_, response) => {
      if (++calls > 1) return undefined
      response.setHeader('retry-after', '1')
      return reply(429, 'rate_limited')
    })
    expect(await eachRow(tariffs.index, tariffs.destroy, { ids: [1] }, { explain })).toEqual([{ id: 1, ok: true }])
    const keys = api.of('/api/network/tariff/1/destroy').map((one) => one.headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})
