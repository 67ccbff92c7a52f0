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

let current: ImportJob

beforeEach(() => {
  current = job
  api.on('GET /api/import/columns/list', () => ({ data: columns }))
  api.on('GET /api/import/index', () => ({ data: [] }))
  api.on('GET /api/import/12/show', () => ({ data: current }))
  api.on('POST /api/import/12/run', () => reply(202, { data: current }))
})
const sentBodies = () => api.of('/api/import/12/run').map(({ body }) => body)

const open = (address: string) => visit({ '/hardware/upload': Import, '/ipam/import': Import }, address)

describe('the import screen', () => {
  it('is restored from its URL, with file details and errors by page', async () => {
    await open('/hardware/upload?import=12')
    await shows('900 errors')
    expect(text()).toContain('Windows-1252')
    expect(text()).toContain('The first 60 are shown')
    const rows = () =>
      [...document.querySelectorAll('tbody tr')].filter((row) => row.textContent?.includes('No such model'))
    expect(rows()).toHaveLength(50)
    await press('Next')
    expect(rows()).toHaveLength(10)
    expect(rows().at(-1)?.textContent).toContain('model 59')
  })

  it('names the user’s running import that prevents another, and opens it', async () => {
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
    await shows('900 errors')
  })

  it('requires all required columns, and checks with the new ones', async () => {
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
    await shows('Required column not matched: MODEL')
    await press('Check again')
    expect(sentBodies()).toEqual([])
    await choose(2, 'model')
    await press('Check again')
    await until(() => sentBodies().length === 1, 'the check')
    expect(sentBodies()[0]).toMatchObject({ dry_run: true, columns: ['name', '', 'model'], mode: 'all-or-nothing' })
  })

  it('imports nothing with a bad row in all-or-nothing mode, and skips bad rows on request', async () => {
    await open('/hardware/upload?import=12')
    await press('Import 1 row')
    await shows('The file has rows with errors.')
    expect(sentBodies()).toEqual([])
    await act(async () => document.querySelector<HTMLInputElement>('input[value="skip-bad"]')?.click())
    await press('Import 1 row')
    await until(() => sentBodies().length === 1, 'the run')
    expect(sentBodies()[0]).toEqual({ dry_run: false, mode: 'skip-bad' })
  })

  it('cannot import 0 rows', async () => {
    current = { ...job, created: 0, updated: 0, same: 1, bad: 0, errors_total: 0, errors: [] }
    await open('/hardware/upload?import=12')
    await shows('Nothing to import')
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes('Import 0 rows'))
    expect(button?.disabled).toBe(true)
    // Existing records may be updated instead.
    await act(async () => document.querySelector<HTMLInputElement>('input[value="update"]')?.click())
    await press('Check with this option')
    await until(() => sentBodies().length === 1, 'the check')
  })

  it('says which file was rejected, and why', async () => {
    api.on('POST /api/hardware/import', () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          ...replied('validation_failed'),
          fields: { file: replied('file.no_table', { kind: 'pdf' }) },
          request_id: 'r',
        },
      }),
    )
    await open('/hardware/upload')
    const pick = async (name: string) => {
      await until(() => document.querySelector('input[type="file"]') !== null, 'the field for a file')
      await act(async () => {
        const input = document.querySelector('input[type="file"]') as HTMLInputElement
        Object.defineProperty(input, 'files', { value: [new File(['%PDF-1.7'], name)], configurable: true })
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }
    await pick('photo.png')
    await shows('photo.png: Choose a CSV or XLSX file.')
    await pick('scan.csv')
    await shows('scan.csv: This is')
  })

  it('checks the file again before an update of existing records', async () => {
    await open('/hardware/upload?import=12')
    await shows('Rows with errors and existing records')
    await act(async () => document.querySelector<HTMLInputElement>('input[value="update"]')?.click())
    await press('Check with this option')
    await until(() => sentBodies().length === 1, 'the check')
    expect(sentBodies()[0]).toEqual({ dry_run: true, mode: 'update' })
  })

  it('shows the progress, then links to the created rows', async () => {
    current = { ...job, state: 'applying', dry_run: false, rows_done: 30 }
    await open('/hardware/upload?import=12')
    await shows('30 of 61 rows imported')
    expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('49')
    current = { ...job, state: 'done', dry_run: false, mode: 'skip-bad', errors_total: 0, errors: [], bad: 0 }
    await shows('Done: 1 created, 0 updated.')
    const links = [...document.querySelectorAll('a')].map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links.some((link) => link.startsWith('/hardware/list?search=created_at:2026-11-21T11'))).toBe(true)
  })

  it('shows why an import failed, and hides imports of another kind', async () => {
    current = { ...job, state: 'failed', failure: replied('import.rows_failed', { rows: 60 }) }
    await open('/hardware/upload?import=12')
    await shows('60 rows have errors. Nothing was imported.')
    await open('/ipam/import?import=12')
    await shows('Import not found')
  })
})
