import { beforeEach, expect, it } from 'vitest'
import { reply } from '../testing/api-server.ts'
import { press, shows, type, until } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import RecordNotes from './record-notes.tsx'

const { api, visit } = screenTests(['panel', 'tags'])

beforeEach(() => {
  api.on('GET /api/note/index', () => ({
    data: [
      {
        id: 3,
        kind: 'site',
        record_id: 7,
        company_id: 40,
        text: 'Ask @Ada Lovelace for the key',
        author_id: 99,
        author_name: 'Bo Berg',
        internal: true,
        mentions: [{ id: 5, name: 'Ada Lovelace' }],
        created_at: '2026-01-01T00:00:00.000Z',
        edited_at: null,
      },
    ],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 1 } },
  }))
  api.on('GET /api/attachment/index', () => ({
    data: [],
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 0 } },
  }))
  api.on('GET /api/attachment/limits', () => ({ data: { max_bytes: 1000, max_files: 50 } }))
  api.on('GET /api/user/list', () => ({
    data: [{ id: 5, name: 'Ada Lovelace', email: 'ada@example.net', path: 'North' }],
  }))
})

it('shows notes, and adds one that mentions a chosen user', async () => {
  api.on('POST /api/note/store', () => reply(201, { data: { id: 4 } }))
  await visit({ '/site': () => <RecordNotes kind="site" id={7} company={40} /> }, '/site')
  await shows('Bo Berg')
  await shows('Internal')
  await shows('No files yet.')
  await type('New note', '@Ada Lovelace please call')
  await press('Add note')
  await until(() => api.of('/api/note/store').length === 1, 'the call')
  expect(api.of('/api/note/store')[0]?.body).toMatchObject({
    kind: 'site',
    record_id: 7,
    text: '@Ada Lovelace please call',
    internal: true,
  })
})
