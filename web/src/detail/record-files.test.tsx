import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { reply } from '../testing/api-server.ts'
import { button, buttons, press, shows, text, until } from '../testing/page.ts'
import { screenTests } from '../testing/screen.tsx'
import { RecordFiles } from './record-files.tsx'

const { api, visit } = screenTests(['panel', 'tags'])

const contract = {
  id: 3,
  kind: 'site',
  record_id: 7,
  company_id: 40,
  name: 'contract.pdf',
  media_type: 'application/pdf',
  size_bytes: 2_500_000,
  sha256: '0'.repeat(64),
  author_id: 99,
  author_name: 'Bo Berg',
  deletable: true,
  created_at: '2026-01-01T00:00:00.000Z',
}
let rows: (typeof contract)[]
beforeEach(() => {
  rows = [contract, { ...contract, id: 4, name: 'plan.png', deletable: false }]
  api.on('GET /api/attachment/index', () => ({
    data: rows,
    meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
  }))
  api.on('GET /api/attachment/limits', () => ({ data: { max_bytes: 20, max_files: 50 } }))
})

const open = async () => {
  await visit({ '/site': () => <RecordFiles kind="site" id={7} /> }, '/site')
  await shows('At most 20 B each')
}
const choose = (...files: File[]) =>
  act(async () => {
    const input = document.querySelector('input[type="file"]') as HTMLInputElement
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
const uploads = () => api.of('/api/attachment/store')

it('lists files with size and author, and deletes one of the own company', async () => {
  api.on('DELETE /api/attachment/3/destroy', () => {
    rows = rows.slice(1)
    return reply(204)
  })
  await open()
  await shows('2.5 MB · Bo Berg')
  expect(buttons('Download contract.pdf')).toHaveLength(1)
  expect(button('Delete plan.png')).toBeUndefined()
  await press('Delete contract.pdf')
  await shows('It cannot be recovered.')
  await press('Delete file')
  await until(() => !text().includes('contract.pdf'), 'the list without the file')
})

it('uploads the chosen files one after the other, and shows what is wrong with each', async () => {
  api.on('POST /api/attachment/store', ({ body }) => {
    if (String(body).includes('second.txt'))
      return reply(422, {
        error: {
          code: 'validation_failed',
          reason: 'validation_failed',
          params: {},
          message: 'x',
          request_id: 'r-1',
          fields: { file: { reason: 'attachment.content', params: { extension: 'TXT' }, message: 'x' } },
        },
      })
    rows = [{ ...contract, id: 5, name: 'first.txt' }, ...rows]
    return reply(201, { data: { id: 5 } })
  })
  await open()
  await choose(
    new File(['one'], 'first.txt'),
    new File(['two'], 'second.txt'),
    new File(['x'.repeat(21)], 'large.txt'),
    new File(['<svg/>'], 'logo.svg'),
    new File([], 'empty.csv'),
  )
  await shows('The content of this file is not TXT, or the file is damaged.')
  await shows('The file is larger than 20 B.')
  await shows('This type of file is not allowed.')
  await shows('The file is empty.')
  expect(uploads()).toHaveLength(2)
  expect(String(uploads()[0]?.body)).toMatch(/name="kind"[\s\S]*site[\s\S]*name="record_id"[\s\S]*7/)
  expect(buttons('Download first.txt')).toHaveLength(1)
  await press('Upload second.txt again')
  await until(() => uploads().length === 3, 'the second attempt')
  // A rejected upload is repeated as a new request.
  expect(uploads()[2]?.headers['idempotency-key']).not.toBe(uploads()[1]?.headers['idempotency-key'])
  await press('Remove large.txt from this list')
  await until(() => !text().includes('large.txt'), 'the list without the file')
})
