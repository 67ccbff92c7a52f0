import type { ClosedSession, CoaRow, LoginRow } from '@trunkline/contract/resources/radius-session'
import { beforeEach, describe, expect, it } from 'vitest'
import { buttons, press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import HistoryList from './HistoryList.tsx'
import LoginList from './LoginList.tsx'
import RequestList from './RequestList.tsx'
import SessionList from './SessionList.tsx'

const at = '2026-01-01T00:00:00.000Z'
const service = {
  service_id: 9,
  service_kind: 'service',
  username: 'anna@north',
  company_id: 40,
  company_name: 'Berg family',
  nas_id: 5,
  nas_name: 'Leeds core',
} as const
const ended: ClosedSession = {
  ...service,
  id: 'a1',
  nas_name: null,
  nas_port: 'ether1',
  calling: 'AA:BB:CC:00:00:01',
  called: null,
  framed_ip: '100.64.0.9',
  framed_ipv6_address: null,
  framed_ipv6: null,
  delegated_ipv6: null,
  started_at: at,
  updated_at: at,
  seconds: 60,
  upload_bytes: 1_000_000,
  download_bytes: 5_000_000,
  stopped_at: at,
  cause: 'Admin-Reset',
  closed_by: 'stop',
}
const { stopped_at: _at, cause: _cause, closed_by: _by, ...online } = { ...ended, nas_name: 'Leeds core' }
const login: LoginRow = {
  ...service,
  id: 3,
  at,
  accepted: false,
  reason: 'login.bad_credentials',
  params: {},
  detail: 'mschap: failed',
  calling: null,
}
const request: CoaRow = {
  ...service,
  id: 7,
  kind: 'disconnect',
  reason: 'by-hand',
  state: 'timeout',
  error_cause: null,
  detail: null,
  conclusion: null,
  attempt: 2,
  session_id: 'a1',
  requested_by: 'system',
  created_at: at,
  sent_at: at,
  finished_at: null,
}
const pageOf = (data: unknown[]) => ({
  data,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: data.length } },
})

const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams

const { api, visit } = screenTests(['panel', 'sessions'])

beforeEach(() => {
  api.on('GET /api/network/session/index', () => pageOf([online]))
  api.on('GET /api/network/session/history/index', () => pageOf([ended]))
  api.on('GET /api/network/login/index', () => pageOf([login]))
  api.on('GET /api/network/coa/index', () => pageOf([request]))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})
const screens = {
  '/sessions/list': SessionList,
  '/sessions/history': HistoryList,
  '/sessions/logins': LoginList,
  '/sessions/requests': RequestList,
}
const open = (address: string) => visit(screens, address, { type: 'simrush', role: 'admin' })
const showsAll = async (...words: string[]) => {
  await shows(words[0] as string)
  for (const one of words) expect(text()).toContain(one)
}
const openDetails = async () => {
  await until(() => document.querySelector('button[aria-label="Actions for anna@north"]'), 'the menu of the row')
  await press('Actions for anna@north')
  await press('Details')
}

describe('the lists', () => {
  it('of active sessions shows volume and address, and in the drawer what accounting reported', async () => {
    await open('/sessions/list')
    await showsAll('100.64.0.9', 'Active sessions', 'Leeds core', '5 MB', '1 MB')
    await openDetails()
    await showsAll('Requests for this session', 'ether1', 'AA:BB:CC:00:00:01', 'Open service')
  })

  it('of active sessions disconnects the selected ones, and shows the result', async () => {
    api.on('POST /api/network/session/disconnect', () => ({
      status: 202,
      body: { data: [{ id: 7, session_id: 'a1', state: 'queued' }] },
    }))
    api.on('GET /api/network/coa/index', () => pageOf([{ ...request, state: 'ack' }]))
    await open('/sessions/list')
    await shows('100.64.0.9')
    await press('Select anna@north')
    await press('Disconnect')
    await press('Disconnect 1 session')
    await showsAll('1 session ended', 'Applied')
    expect(api.of('/api/network/session/disconnect')[0]?.body).toEqual({ uids: ['a1'] })
  })

  it('of active sessions selects all that match, and disconnects them by their ids', async () => {
    const all = Array.from({ length: 30 }, (_, i) => ({ ...online, id: `a${i + 1}`, username: `anna${i + 1}@north` }))
    api.on('GET /api/network/session/index', ({ path }) => {
      const query = queryOf(path)
      const perPage = Number(query.get('perPage') ?? 25)
      const from = (Number(query.get('page') ?? 1) - 1) * perPage
      return {
        data: all.slice(from, from + perPage),
        meta: { pagination: { current_page: 1, last_page: Math.ceil(30 / perPage), per_page: perPage, total: 30 } },
      }
    })
    api.on('POST /api/network/session/disconnect', () => ({ status: 202, body: { data: [] } }))
    await open('/sessions/list?search=leeds')
    await shows('anna25@north')
    await press('Select all rows of this page')
    await press('Select all 30 matching')
    await shows('30 rows selected')
    await press('Disconnect')
    await press('Disconnect 30 sessions')
    await shows('ended')
    expect(api.of('/api/network/session/disconnect')[0]?.body).toEqual({ uids: all.map(({ id }) => id) })
    const read = api.of('/api/network/session/index').map(({ path }) => queryOf(path))
    expect(read.find((query) => query.get('perPage') === '200')?.get('search')).toBe('leeds')
  })

  it('of ended sessions shows the cause, and in the drawer what closed them', async () => {
    await open('/sessions/history')
    await showsAll('Reset by administrator', 'Ended sessions', 'Deleted')
    await openDetails()
    await shows('The NAS reported the end of the session by accounting.')
  })

  it('of logins shows the reason, and in the drawer advice and the message of the server', async () => {
    await open('/sessions/logins')
    await showsAll('Wrong password', 'Login log', 'Rejected only')
    expect(buttons('Actions for anna@north')).toHaveLength(0)
    await press('Details, login of anna@north')
    await showsAll('What to do', 'Set the password again', 'mschap: failed', 'Open NAS')
  })

  it('of requests shows their state and requester, and in the drawer advice', async () => {
    await open('/sessions/requests')
    await showsAll('No reply', 'CoA and disconnects', 'Panel')
    await openDetails()
    await showsAll('What to do', 'A user requested the disconnect.', 'The session probably continues.', 'Attempt')
  })
})
