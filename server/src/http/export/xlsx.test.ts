import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { FieldType } from '@trunkline/contract/endpoint'
import { openTable } from '../../features/imports/table.ts'
import { xlsxFile } from './xlsx.ts'

const created: string[] = []
afterEach(() => Promise.all(created.splice(0).map((path) => rm(path, { force: true }))))

const bytesOf = async (file: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts)
}

/** The cells that the import reads from a workbook with one column. */
async function readBack(values: readonly unknown[], type?: FieldType): Promise<string[]> {
  async function* batches() {
    for (const value of values) yield [[value, 'end']]
  }
  const path = join(tmpdir(), `trunkline-test-${randomUUID()}`)
  created.push(path)
  const columns = [
    { name: 'value', type },
    { name: 'end', type: undefined },
  ]
  await writeFile(path, await bytesOf(xlsxFile('list', columns, batches())))
  const table = await openTable(path)
  expect(table).toMatchObject({ format: 'xlsx', sheet: 'list' })
  const cells: string[] = []
  for await (const rows of table.rows()) cells.push(...rows.map((row) => row.cells[0] ?? ''))
  expect(cells.shift()).toBe('value')
  return cells
}

test('texts are read back as they were written, and never as formulas', async () => {
  const texts = [
    'Harbour <Street> & "Sons"',
    '=1+1',
    "'=1+1",
    "'quoted'",
    '+44 113 496 0898',
    '-',
    '@cmd',
    '00123',
    '1.0E-2',
    'two\nlines',
    'carriage\rreturn',
    'bell\u0007',
    '_x0041_',
    'Größe 🚀',
    ' spaces ',
    'true',
  ]
  expect(await readBack(texts)).toEqual(texts)
  expect(await readBack([['a', 'b'], { a: 1 }])).toEqual(['["a","b"]', '{"a":1}'])
})

test('numbers, days, times and booleans are stored as such', async () => {
  expect(await readBack([0, 12.5, -3, 123_456_789_012], 'number')).toEqual(['0', '12.5', '-3', '123456789012'])
  expect(await readBack(['12.50', '99999999999999999999'], 'number')).toEqual(['12.5', '99999999999999999999'])
  expect(await readBack(['2026-03-31', '1900-03-01', '1850-01-01'], 'day')).toEqual([
    '2026-03-31',
    '1900-03-01',
    '1850-01-01',
  ])
  expect(await readBack(['2026-03-31T18:05:09.000Z'], 'time')).toEqual(['2026-03-31T18:05:09'])
  expect(await readBack([true, false], 'boolean')).toEqual(['true', 'false'])
  expect(await readBack([null, undefined, '', 'x'])).toEqual(['', '', '', 'x'])
})

test('a text longer than a cell is cut, without half a character', async () => {
  const [cell] = await readBack([`${'x'.repeat(32_766)}🚀`])
  expect(cell).toBe('x'.repeat(32_766))
})

test('rows are read when the file is read, and not before', async () => {
  let read = 0
  async function* batches() {
    for (; read < 50;) {
      read += 1
      yield [[randomBytes(20_000).toString('base64')]]
    }
  }
  const file = xlsxFile('list', [{ name: 'value', type: 'text' }], batches())
  for (let i = 0; i < 30 && read === 0; i++) await file.next()
  const before = read
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(read).toBe(before)
  expect(before).toBeLessThan(15)
  await file.return(undefined)
  expect(read).toBe(before)
})
