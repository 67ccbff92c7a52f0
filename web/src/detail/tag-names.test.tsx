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
