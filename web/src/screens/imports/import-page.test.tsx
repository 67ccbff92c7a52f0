import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { press, shows, text, until } from '../../testing/page.ts'
import { replied } from '../../testing/messages.ts'
import { screenTests } from '../../testing/screen.tsx'
import Import from './Import.tsx'

const job: ImportJob = {
  id: 12,
  kind: 'hardware',
  file_name: 'devices.csv',
  format: 'csv',
  size_bytes: 2048,
  encoding: 'Windows-1252',
  separator: ';',
  sheet: '',
  header: ['Name', 'Modell', 'Passwort'],
  sample: [['r1', 'hAP', '••••••']],
  columns: ['name', 'model', ''],
  company_id: null,
  mode: 'all-or-nothing',
  state: 'checked',
  dry_run: true,
  rows_total: 61,
  rows_done: 61,
  created: 1,
  updated: 0,
  same: 0,
  bad: 60,
  errors_total: 900,
  errors: Array.from({ length: 60 }, (_, at) => ({
    row: at + 2,
    column: 'Modell',
    value: `model ${at}`,
    ...replied('row.missing', { kind: 'hardware-model' }),
  })),
  failure: null,
  started_at: '2026-11-21T11:00:00.000Z',
  finished_at: '2026-11-21T11:00:01.000Z',
  created_at: '2026-11-21T11:00:00.000Z',
}
const columns = ['name', 'model', 'mac'].map((name) => ({
  name,
  label: name.toUpperCase(),
  required: name !== 'mac',
  hint: '',
  example: '',
}))

const { api, visit } = screenTests(['panel', 'imports'])

let now: ImportJob

beforeEach(() => {
  now = job
  api.on('GET /api/import/columns/list', () => ({ data: columns }))
  api.on('GET /api/import/index', () => ({ data: [] }))
  api.on('GET /api/import/12/show', () => ({ data: now }))
  api.on('POST /api/import/12/run', () => reply(202, { data: now }))
})
const sent = () => api.of('/api/import/12/run').map(({ body }) => body)

const open = (address: string) => visit({ '/hardware/upload': Import, '/ipam/import': Import }, address)

describe('the import of a file', () => {
  it('is found again by its address, with how it was read and all faults, a page at a time', async () => {
    await open('/hardware/upload?import=12')
    await shows('900 faults were found.')
    expect(text()).toContain('Windows-1252')
    expect(text()).toContain('The first 60 are shown')
    const rows = () =>
      [...document.querySelectorAll('tbody tr')].filter((row) => row.textContent?.includes('No such model'))
    expect(rows()).toHaveLength(50)
    await press('Next')
    expect(rows()).toHaveLength(10)
    expect(rows().at(-1)?.textContent).toContain('model 59')
  })

  it('that can not start beside another one of the user names that one and opens it', async () => {
    api.on('POST /api/hardware/import', () =>
      reply(409, {
        error: {
          code: 'conflict',
          ...replied('import.running', { file_name: 'stock.csv' }),
          details: { import_id: 12, kind: 'hardware', file_name: 'stock.csv' },
          request_id: 'r',
        },
      }),
    )
    await open('/hardware/upload')
    await until(() => document.querySelector('input[type="file"]') !== null, 'the field for a file')
    await act(async () => {
      const input = document.querySelector('input[type="file"]') as HTMLInputElement
      Object.defineProperty(input, 'files', { value: [new File(['name,model'], 'again.csv')] })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await shows('Your import of stock.csv is running.')
    await press('Open running import')
    await shows('900 faults were found.')
  })

  it('asks again for a required column that nobody has chosen, and checks with the new columns', async () => {
    await open('/hardware/upload?import=12')
    await shows('Match columns')
    await until(() => document.querySelectorAll('select').length === 3, 'selects')
    const choose = async (at: number, value: string) => {
      const select = document.querySelectorAll('select')[at] as HTMLSelectElement
      await act(async () => {
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }
    await choose(1, '')
    await shows('This column is needed: MODEL')
    await press('Check again')
    expect(sent()).toEqual([])
    await choose(2, 'model')
    await press('Check again')
    await until(() => sent().length === 1, 'the check')
    expect(sent()[0]).toMatchObject({ dry_run: true, columns: ['name', '', 'model'], mode: 'all-or-nothing' })
  })

  it('takes nothing over while one bad row stops all, and leaves bad rows out when told so', async () => {
    await open('/hardware/upload?import=12')
    await press('Import 1 row')
    await shows('The file has bad rows.')
    expect(sent()).toEqual([])
    await act(async () => document.querySelector<HTMLInputElement>('input[value="skip-bad"]')?.click())
    await press('Import 1 row')
    await until(() => sent().length === 1, 'the run')
    expect(sent()[0]).toEqual({ dry_run: false, mode: 'skip-bad' })
  })

  it('is checked before it changes what is there', async () => {
    await open('/hardware/upload?import=12')
    await shows('What is done with bad rows')
    await act(async () => document.querySelector<HTMLInputElement>('input[value="update"]')?.click())
    await press('Check with this choice')
    await until(() => sent().length === 1, 'the check')
    expect(sent()[0]).toEqual({ dry_run: true, mode: 'update' })
  })

  it('shows how far it is, and then the rows that it made', async () => {
    now = { ...job, state: 'applying', dry_run: false, rows_done: 30 }
    await open('/hardware/upload?import=12')
    await shows('30 of 61 rows imported')
    expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('49')
    now = { ...job, state: 'done', dry_run: false, mode: 'skip-bad', errors_total: 0, errors: [], bad: 0 }
    await shows('Done: 1 new, 0 changed.')
    const links = [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links.some((link) => link.startsWith('/hardware/list?search=created_at:2026-11-21T11'))).toBe(true)
  })

  it('says what kept it from being read, and of another kind only that it is not there', async () => {
    now = { ...job, state: 'failed', failure: replied('import.rows_failed', { rows: 60 }) }
    await open('/hardware/upload?import=12')
    await shows('60 rows have errors. Nothing was imported.')
    await open('/ipam/import?import=12')
    await shows('This import is not there')
  })
})
