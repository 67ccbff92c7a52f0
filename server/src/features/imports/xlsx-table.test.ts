import { message } from '@trunkline/contract/errors'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inlineRow, makeXlsx, zipOf } from '../../testing/xlsx.ts'
import type { TableRow } from './table-limits.ts'
import { openTable } from './table.ts'

const created: string[] = []
afterEach(() => Promise.all(created.splice(0).map((path) => rm(path, { force: true }))))

async function read(bytes: Buffer) {
  const path = join(tmpdir(), `trunkline-test-${randomUUID()}`)
  created.push(path)
  await writeFile(path, bytes)
  const table = await openTable(path)
  const rows: TableRow[] = []
  for await (const piece of table.rows()) rows.push(...piece)
  return { ...table, rows, cells: rows.map(({ cells }) => cells) }
}

test('texts, numbers, dates, booleans and formula results are read from the first visible sheet', async () => {
  const bytes = await makeXlsx({
    strings: ['Name', 'Day', 'R&D <1>', '_x0041__x000A_b'],
    styles: [0, 14, 164, 165, 46],
    formats: { 164: 'dd"d".mm.yyyy\\ hh:mm', 165: '#,##0.00 "days"' },
    rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" s="1"><v>46112</v></c><c r="C3" s="2"><v>46112.75</v></c><c r="D3" s="3"><v>12.50</v></c></row>
      <row><c t="b"><v>1</v></c><c t="str"><f>A1&amp;"x"</f><v>Namex</v></c><c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c><c s="4"><v>0.5</v></c></row>
      <row r="6"><c r="B6"><v>1.0E-2</v></c><c r="C6"><v>123456789012</v></c><c r="D6" t="d"><v>2026-03-31</v></c><c r="E6" t="s"><v>3</v></c></row>
      <row r="7"><c r="A7" s="1"/></row>
      <row r="8"><c r="A8" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c><c t="inlineStr"><is><t>'=1+1</t></is></c></row>`,
  })
  const { rows, format, sheet } = await read(bytes)
  expect({ format, sheet }).toEqual({ format: 'xlsx', sheet: 'Stock' })
  expect(rows).toEqual([
    { row: 1, cells: ['Name', 'Day'] },
    { row: 3, cells: ['R&D <1>', '2026-03-31', '2026-03-31T18:00:00', '12.5'] },
    { row: 4, cells: ['true', 'Namex', '2', '#N/A', '12:00:00'] },
    { row: 6, cells: ['', '0.01', '123456789012', '2026-03-31', 'A\nb'] },
    { row: 8, cells: ['inline', '=1+1'] },
  ])
})

test('a workbook with the 1904 date system is read with its dates', async () => {
  const rows = '<row><c s="0"><v>44650</v></c></row>'
  expect((await read(await makeXlsx({ rows, styles: [14], properties: 'date1904="1"' }))).cells).toEqual([
    ['2026-03-31'],
  ])
  expect((await read(await makeXlsx({ rows: '<row><c s="0"><v>1</v></c></row>', styles: [14] }))).cells).toEqual([
    ['1900-01-01'],
  ])
})

test('rows in several batches keep their order and their shared strings', async () => {
  const strings = Array.from({ length: 30_000 }, (_, i) => `text ${i}`)
  const rows = strings.map((_, i) => `<row r="${i + 1}"><c t="s"><v>${29_999 - i}</v></c></row>`).join('')
  const { cells } = await read(await makeXlsx({ rows, strings }))
  expect(cells).toHaveLength(30_000)
  expect(cells.every(([text], i) => text === `text ${29_999 - i}`)).toBe(true)
})

test('a cell of 10 MB and a row of more than 200 columns are errors of that cell and row only', async () => {
  // Incompressible content, so that the compression ratio is not exceeded.
  const long = Array.from({ length: 10_000_000 / 36 }, () => randomUUID()).join('')
  const { rows } = await read(
    await makeXlsx({
      rows: `${inlineRow(1, ['a', 'b'])}${inlineRow(2, ['1', long])}<row r="3"><c r="A3"><v>1</v></c><c r="GZ3"><v>2</v></c></row>${inlineRow(4, ['x'])}`,
    }),
  )
  expect(rows[1]).toMatchObject({
    row: 2,
    errors: [{ column: 1, error: message('field.max_length', { max: 32_767 }) }],
  })
  expect(rows[2]).toMatchObject({
    row: 3,
    errors: [{ column: null, error: message('file.too_many_columns', { max: 200 }) }],
  })
  expect(rows[3]).toEqual({ row: 4, cells: ['x'] })
})

test('reading stops when a workbook exceeds the compression ratio', async () => {
  const bytes = await makeXlsx({ rows: `${inlineRow(1, ['a'])}${' '.repeat(60_000_000)}${inlineRow(2, ['b'])}` })
  expect(bytes.length).toBeLessThan(100_000)
  const before = process.memoryUsage().rss
  await expect(read(bytes)).rejects.toMatchObject({ reason: message('workbook.too_large') })
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
  const strings = await makeXlsx({
    rows: '<row><c t="s"><v>0</v></c></row>',
    parts: { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(60_000_000)}</t></si></sst>` },
  })
  await expect(read(strings)).rejects.toMatchObject({
    reason: { reason: expect.stringMatching(/^workbook\.too_(large|much_text)$/) },
  })
})

test('entity definitions are rejected', async () => {
  const prolog = '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  await expect(
    read(await makeXlsx({ rows: '<row><c t="inlineStr"><is><t>&b;</t></is></c></row>', prolog })),
  ).rejects.toMatchObject({ reason: message('workbook.doctype') })
})

test('a damaged workbook, one without a sheet and other ZIP files are reported by type', async () => {
  const good = await makeXlsx({ rows: inlineRow(1, ['a']) })
  for (const [bytes, reason] of [
    [good.subarray(0, good.length - 40), message('workbook.damaged')],
    [await makeXlsx({ rows: '<row><c></row>' }), message('workbook.damaged')],
    [await makeXlsx({ rows: '', without: ['xl/worksheets/sheet1.xml'] }), message('workbook.no_sheet')],
    [await makeXlsx({ rows: '', without: ['_rels/.rels'] }), message('workbook.damaged')],
    [
      await zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }),
      message('file.no_table', { kind: 'document' }),
    ],
    [
      await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
      message('file.no_table', { kind: 'open-document' }),
    ],
    [await zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), message('file.no_table', { kind: 'xlsb' })],
    [await zipOf({ 'a.txt': 'x' }), message('file.no_table', { kind: 'zip' })],
  ] as const)
    await expect(read(bytes), JSON.stringify(reason)).rejects.toMatchObject({ reason })
})
