import type { DriftRow } from '@trunkline/contract/resources/device-drift'
import type { DeviceTemplate } from '@trunkline/contract/resources/device-template'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import DeviceTemplateForm from './DeviceTemplateForm.tsx'
import DeviceTemplateList from './DeviceTemplateList.tsx'
import DriftList from './DriftList.tsx'

const template: DeviceTemplate = {
  id: 5,
  name: 'Base settings',
  description: null,
  company_id: 40,
  company_name: 'North Reseller',
  at_first_contact: true,
  checks_drift: true,
  devices: 3,
  differences: 1,
  items: [
    { kind: 'dns', servers: ['{{dns_server}}'], remote_requests: null },
    { kind: 'user', name: 'one', state: 'present', group: 'read', password: '{{password}}', sources: [] },
    { kind: 'user', name: 'two', state: 'absent', group: 'read', password: null, sources: [] },
  ],
  types: [],
  tags: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  version: 2,
}
const drift: DriftRow = {
  id: 9,
  hardware_id: 7,
  device_name: 'Roof router',
  company_id: 40,
  company_name: 'North Reseller',
  site_id: null,
  site_name: null,
  template_id: 5,
  template_name: 'Base settings',
  menu: 'ip/dns',
  row_key: '',
  field: 'servers',
  verb: 'set',
  actual: '198.51.100.1',
  desired: '192.0.2.53',
  state: 'open',
  note: null,
  decided_by: null,
  decided_at: null,
  found_at: '2026-01-01T00:00:00.000Z',
}
const pageOf = (rows: object[]) => ({
  data: rows,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
})

const { api, visit } = screenTests(['panel', 'device-templates', 'rollouts', 'tags'])

beforeEach(() => {
  api.on('GET /api/device-template/index', () =>
    pageOf([template, { ...template, id: 6, name: 'Of the provider', company_name: null }]),
  )
  api.on('GET /api/device-drift/index', () => pageOf([drift]))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
  api.on('GET /api/hardware/type/index', () => pageOf([{ id: 1, name: 'Router' }]))
  api.on('GET /api/tag/list', () => ({ data: [] }))
  api.on('GET /api/company/list', () => ({ data: [] }))
  api.on('GET /api/device-template/5/show', () => ({ data: template }))
})

const screens = {
  '/device-templates/list': DeviceTemplateList,
  '/device-templates/create': DeviceTemplateForm,
  '/device-templates/update/$id': DeviceTemplateForm,
  '/device-templates/drift': DriftList,
}

describe('the screens of templates', () => {
  it('list own and inherited ones', async () => {
    await visit(screens, '/device-templates/list')
    await shows('Base settings')
    await shows('A company above yours')
  })

  it('keep settings that the form does not show', async () => {
    api.on('PUT /api/device-template/5/update', () => ({ data: { ...template, version: 3 } }))
    await visit(screens, '/device-templates/update/5')
    await shows('The template has 1 more setting')
    await type('Name', 'Changed')
    await press('Save')
    await until(() => api.of('/api/device-template/5/update').length === 1, 'the call')
    expect(api.of('/api/device-template/5/update')[0]?.body).toMatchObject({
      name: 'Changed',
      items: template.items,
      version: 2,
    })
  })

  it('show differences field by field', async () => {
    api.on('PUT /api/hardware/7/drift/decide', () => reply(200, { data: { changed: 1 } }))
    await visit(screens, '/device-templates/drift')
    await shows('198.51.100.1')
    await shows('192.0.2.53')
  })
})
