import type { Rollout } from '@trunkline/contract/resources/rollout'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import RolloutDetail from './RolloutDetail.tsx'
import RolloutForm from './RolloutForm.tsx'
import RolloutList from './RolloutList.tsx'

const rollout: Rollout = {
  id: 5,
  name: 'North 1',
  company_id: 40,
  company_name: 'North Reseller',
  quantity: 3,
  status: 'planned',
  notes: 'Ordered in March',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  version: 2,
}

const { api, visit } = screenTests(['panel', 'rollouts'])

beforeEach(() => {
  api.on('GET /api/rollout/index', () => ({
    data: [rollout],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/rollout/5/show', () => ({ data: rollout }))
})

const screens = {
  '/rollouts/list': RolloutList,
  '/rollouts/create': RolloutForm,
  '/rollouts/update/$id': RolloutForm,
  '/rollouts/details/$id': RolloutDetail,
}
const open = (address: string) => visit(screens, address)

describe('the screens of rollouts', () => {
  it('list them, and retire the selected ones', async () => {
    api.on('POST /api/rollout/bulk/status', () => reply(202, { data: { id: 1 } }))
    await open('/rollouts/list')
    await shows('North Reseller')
    await press('Select North 1')
    await press('Retire')
    await shows('Their status changes to Retired.')
    await press('Retire (1)')
    await until(() => api.of('/api/rollout/bulk/status').length === 1, 'the call')
    expect(api.of('/api/rollout/bulk/status')[0]?.body).toEqual({ ids: [5], status: 'retired' })
  })

  it('create one with what the form holds', async () => {
    api.on('POST /api/rollout/store', () => reply(201, { data: { id: 9 } }))
    await open('/rollouts/create')
    await type('Name', 'North 2')
    await type('Quantity', '4')
    await press('Create rollout')
    await shows('North Reseller')
    expect(api.of('/api/rollout/store')[0]?.body).toEqual({
      name: 'North 2',
      quantity: 4,
      status: 'planned',
      notes: null,
    })
  })

  it('send only what changed', async () => {
    api.on('PUT /api/rollout/5/update', () => ({ data: { ...rollout, quantity: 7, version: 3 } }))
    await open('/rollouts/update/5')
    await shows('Ordered in March')
    await type('Quantity', '7')
    await press('Save')
    await until(() => api.of('/api/rollout/5/update').length === 1, 'the call')
    expect(api.of('/api/rollout/5/update')[0]?.body).toEqual({ quantity: 7, version: 2 })
  })

  it('show one, and move it to the trash after a question', async () => {
    api.on('DELETE /api/rollout/5/destroy', () => undefined)
    await open('/rollouts/details/5')
    await shows('Ordered in March')
    await press('More')
    await press('Move to trash')
    await shows('Move North 1 to the trash?')
    await press('Move to trash', -1)
    await until(() => api.of('/api/rollout/5/destroy').length === 1, 'the call')
  })
})
