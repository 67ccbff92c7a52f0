import type { Tag } from '@trunkline/contract/resources/tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import TagForm from './TagForm.tsx'
import TagList from './TagList.tsx'

const tag: Tag = {
  id: 5,
  name: 'VIP',
  colour: 'red',
  description: 'Calls are answered first',
  company_id: 40,
  company_name: 'North Reseller',
  records_count: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  version: 2,
}

const { api, visit } = screenTests(['panel', 'tags'])

beforeEach(() => {
  api.on('GET /api/tag/index', () => ({
    data: [tag, { ...tag, id: 6, name: 'Fibre', company_name: null }],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 2 } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/tag/5/show', () => ({ data: tag }))
  api.on('GET /api/tag/6/show', () => ({ data: { ...tag, id: 6, company_name: null } }))
})

const screens = { '/tags/list': TagList, '/tags/create': TagForm, '/tags/update/$id': TagForm }
const open = (address: string) => visit(screens, address)

describe('the screens of tags', () => {
  it('list own and inherited ones', async () => {
    await open('/tags/list')
    await shows('North Reseller')
    await shows('A company above yours')
  })

  it('create one with a colour', async () => {
    api.on('POST /api/tag/store', () => reply(201, { data: { id: 9 } }))
    await open('/tags/create')
    await type('Name', 'Fibre')
    await press('Create tag')
    await until(() => api.of('/api/tag/store').length === 1, 'the call')
    expect(api.of('/api/tag/store')[0]?.body).toMatchObject({ name: 'Fibre', colour: 'blue' })
  })

  it('send only what changed', async () => {
    api.on('PUT /api/tag/5/update', () => ({ data: { ...tag, name: 'Gold', version: 3 } }))
    await open('/tags/update/5')
    await shows('Edit VIP')
    await type('Name', 'Gold')
    await press('Save')
    await until(() => api.of('/api/tag/5/update').length === 1, 'the call')
    expect(api.of('/api/tag/5/update')[0]?.body).toEqual({ name: 'Gold', version: 2 })
  })

  it('close the form of an inherited one', async () => {
    await open('/tags/update/6')
    await shows('This tag is inherited')
  })
})
