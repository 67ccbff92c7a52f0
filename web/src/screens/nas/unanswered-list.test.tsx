import type { UnansweredRow } from '@trunkline/contract/resources/nas'
import type { UserRole } from '@trunkline/contract/abilities'
import { beforeEach, describe, expect, it } from 'vitest'
import { button, buttons, press, shows, text, until } from '../../testing/page.ts'
import { reply } from '../../testing/api-server.ts'
import { screenTests } from '../../testing/screen.tsx'
import NasForm from './NasForm.tsx'
import UnansweredList from './UnansweredList.tsx'

const at = '2026-01-02T00:00:00.000Z'
const row = (id: number, of: Partial<UnansweredRow>): UnansweredRow => ({
  id,
  address: `192.0.2.${id}`,
  reason: 'unknown',
  nas_id: null,
  nas_name: null,
  nas_version: null,
  company_id: null,
  company_name: null,
  packet: '',
  first_at: at,
  last_at: at,
  count: 3,
  ...of,
})
const own = { company_id: 40, company_name: 'North', nas_version: 4 }
const rows = [
  row(1, {}),
  row(2, { reason: 'disabled', nas_id: 12, nas_name: 'Old tower', ...own }),
  row(3, { reason: 'bad-authenticator', nas_id: 13, nas_name: 'Leeds', packet: 'auth', ...own }),
  row(4, { reason: 'missing-authenticator', nas_id: 14, nas_name: 'York', packet: 'auth', ...own }),
]
const { api, visit } = screenTests(['panel', 'nas', 'companies', 'list'], { notices: true })

beforeEach(() => {
  api.on('GET /api/network/nas/unanswered/index', () => ({
    data: rows,
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
  }))
  api.on('GET /api/network/nas/vendors/list', () => ({ data: [] }))
})
const open = (role: UserRole = 'admin') =>
  visit({ '/nas/unknown': UnansweredList, '/nas/create': NasForm }, '/nas/unknown', { role })
const hrefs = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')

describe('unknown senders', () => {
  it('are listed with reason and solution', async () => {
    await open()
    await shows('Unknown sender: no NAS has this address')
    for (const reason of ['The NAS is inactive', 'Wrong secret or signature', 'Required Message-Authenticator missing'])
      expect(text()).toContain(reason)
    expect(hrefs()).toContain('/nas/create?address=192.0.2.1')
    expect(buttons('Show setup').map((link) => link.getAttribute('href'))).toEqual([
      '/nas/details/13?tab=setup',
      '/nas/details/14?tab=setup',
    ])
  })

  it('can be added as NAS: the form starts with the address', async () => {
    await open()
    await press('Add as NAS')
    await until(
      () =>
        document.querySelector<HTMLInputElement>('input[name="address"], input[id$="address"]')?.value === '192.0.2.1',
    )
  })

  it('can be activated with the version of their NAS', async () => {
    api.on('PUT /api/network/nas/12/update', () => ({ data: {} }))
    await open()
    await press('Activate NAS')
    await until(() => api.of('/api/network/nas/12/update').length > 0)
    expect(api.of('/api/network/nas/12/update')[0]?.body).toEqual({ is_active: true, version: 4 })
    await shows('Old tower is active')
  })

  it('are cleared one by one, and a cleared entry is no error', async () => {
    api.on('DELETE /api/network/nas/unanswered/1/destroy', () => reply(404, 'not_found'))
    api.on('DELETE /api/network/nas/unanswered/2/destroy', () => reply(204))
    await open()
    await shows('The NAS is inactive')
    await press('Select 192.0.2.1')
    await press('Select 192.0.2.2')
    await press('Clear entries')
    await shows('Clear 2 entries?')
    await press('Clear entries', -1)
    await shows('2 entries cleared')
    for (const id of [1, 2]) expect(api.of(`/api/network/nas/unanswered/${id}/destroy`)).toHaveLength(1)
  })

  it('can’t be added or activated by read-only users', async () => {
    await open('read-only')
    await shows('The NAS is inactive')
    expect(button('Add as NAS')).toBeUndefined()
    expect(button('Activate NAS')).toBeUndefined()
    expect(buttons('Show setup')).toHaveLength(2)
  })
})
