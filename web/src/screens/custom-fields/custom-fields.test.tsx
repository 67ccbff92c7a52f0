import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { keyOfLabel } from './custom-field-values.ts'
import CustomFieldForm from './CustomFieldForm.tsx'
import CustomFieldList from './CustomFieldList.tsx'

const { api, visit } = screenTests(['panel', 'custom-fields'])

beforeEach(() => {
  api.on('GET /api/custom-field/index', () => ({
    data: [],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 0 } },
  }))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})

describe('the screens of custom fields', () => {
  it('create a field with a key from its label', async () => {
    api.on('POST /api/custom-field/store', () => reply(201, { data: { id: 9 } }))
    await visit(
      { '/custom-fields/create': CustomFieldForm, '/custom-fields/list': CustomFieldList },
      '/custom-fields/create',
    )
    await type('Label', 'Contract no.')
    await press('Create custom field')
    await until(() => api.of('/api/custom-field/store').length === 1, 'the call')
    expect(api.of('/api/custom-field/store')[0]?.body).toMatchObject({
      kind: 'company',
      key: 'contract_no',
      label: 'Contract no.',
      type: 'text',
    })
  })

  it.each([
    ['Kündigung zum', 'kuendigung_zum'],
    ['24h SLA', 'h_sla'],
    ['--', ''],
  ])('the key of %s is %s', (label, key) => {
    expect(keyOfLabel(label)).toBe(key)
  })
})
