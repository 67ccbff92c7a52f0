import { expect, it } from 'vitest'
import { shows } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import { AuditDiff } from './audit-diff.tsx'

const { api, visit } = screenTests(['panel', 'detail', 'tags'])

it('names the tags of a changed record, and shows the id of one that the user cannot see', async () => {
  api.on('GET /api/tag/index', () => ({
    data: [
      {
        id: 3,
        name: 'VIP',
        colour: 'red',
        description: null,
        company_id: 1,
        company_name: 'Provider',
        records_count: 1,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        deleted_at: null,
      },
    ],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 100, total: 1 } },
  }))
  await visit({ '/': () => <AuditDiff before={{ tag_ids: [] }} after={{ tag_ids: [3, 9] }} /> }, '/')
  await shows('VIP')
  await shows('#9')
  expect(api.of('/api/tag/index')[0]?.path).toContain('trashed=with')
})

it('names a custom field by its label, and by its key where it is not defined', async () => {
  api.on('GET /api/custom-field/definitions', () => ({
    data: [
      {
        id: 1,
        kind: 'site',
        key: 'door_code',
        label: 'Door code',
        label_de: null,
        type: 'text',
        required: false,
        default_value: null,
        choices: [],
        help: null,
        max_length: null,
        position: 1,
        company_id: 1,
      },
    ],
  }))
  const after = { 'custom_fields.door_code': '17', 'custom_fields.removed': 'x' }
  await visit({ '/': () => <AuditDiff subject="sites" before={null} after={after} /> }, '/')
  await shows('Door code')
  await shows('removed')
  expect(api.of('/api/custom-field/definitions')[0]?.path).toContain('kind=site')
})
