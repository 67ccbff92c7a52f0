import { message } from '@trunkline/contract/errors'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { csvLine } from '@trunkline/contract/csv'
import type { TableRow } from './table-limits.ts'
import { openTable } from './table.ts'

const created: string[] = []
afterEach(() => Promise.all(created.splice(0).map((path) => rm(path, { force: true }))))

async function read(bytes: Buffer | string) {
  const path = join(tmpdir(), `trunkline-test-${randomUUID()}`)
  created.push(path)
  await writeFile(path, bytes)
  const table = await openTable(path)
  const rows: TableRow[] = []
  for await (const piece of table.rows()) rows.push(...piece)
  return { ...table, rows, cells: rows.map(({ cells }) => cells) }
}
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

test('UTF-8 with and without a byte order mark, both kinds of UTF-16, and Windows-1252 are decoded', async () => {
  const text = 'Name,Straße\r\nMüller,"A, ""B"""\r\n'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const cells = [
    ['Name', 'Straße'],
    ['Müller', 'A, "B"'],
  ]
  for (const [encoding, bytes] of [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE', utf16],
    ['UTF-16 BE', swapped(utf16)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ] as const)
    expect(await read(bytes), encoding).toMatchObject({ encoding, separator: ',', format: 'csv', cells })
})

test('multi-byte characters are decoded across chunk boundaries', async () => {
  const name = 'ü'.repeat(40_000)
  const { cells } = await read(`a\n1\nx${name.slice(0, 32_000)}\ny${name.slice(0, 32_001)}\n`)
  expect(cells[2]).toEqual([`x${name.slice(0, 32_000)}`])
  expect(cells[3]).toEqual([`y${name.slice(0, 32_001)}`])
})

test('the separator is detected, also with other separators in quotes or rows', async () => {
  for (const [separator, text] of [
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n"1,2,3,4";2\n'],
    [';', 'price, net;tax\n1,5;2,5\n3;4\n'],
    ['\t', 'a\tb\n1;1\t2\n'],
    ['|', 'a|b\n1|2\n'],
    [';', 'sep=;\na;b\n1;2\n'],
    [',', 'alone\n1\n'],
  ] as const)
    expect((await read(text)).separator, text).toBe(separator)
  expect((await read('sep=;\r\na;b\r\n1;2\r\n')).cells).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('all line endings are supported, and rows are numbered as in a spreadsheet', async () => {
  const { rows } = await read('a,b\r\n1,2\n3,4\r5,6\r\n\r\n,\n"7\r\n8",9')
  expect(rows).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 2, cells: ['1', '2'] },
    { row: 3, cells: ['3', '4'] },
    { row: 4, cells: ['5', '6'] },
    { row: 7, cells: ['7\r\n8', '9'] },
  ])
})

test('the apostrophe that our export adds before formulas is removed', async () => {
  const values = ['=1+1', '+44 20', '-x', '@a', '\tx', '-5', "it's", "'quoted'"]
  const { cells } = await read(`a,b,c,d,e,f,g,h\r\n${csvLine(values)}`)
  expect(cells[1]).toEqual(values)
})

test('a quote inside an unquoted cell is text, and an unclosed one is an error with its row', async () => {
  expect((await read('a,b\n12" rack,x\n')).cells[1]).toEqual(['12" rack', 'x'])
  await expect(read('a,b\n1,2\n3,"4\n5,6\n')).rejects.toMatchObject({
    reason: message('csv.open_quote', { row: 3 }),
  })
})

test('a cell of 10 MB and a row with too many cells are errors of that cell and row only', async () => {
  const { rows } = await read(`a,b\n1,${'x'.repeat(10_000_000)}\n1,2,3\n1,2,,,\n4,5\n`)
  expect(rows[1]).toMatchObject({
    row: 2,
    errors: [{ column: 1, error: message('field.max_length', { max: 32_767 }) }],
  })
  expect(rows[1]?.cells[1]).toHaveLength(200)
  expect(rows[2]).toMatchObject({
    row: 3,
    errors: [{ column: null, error: message('csv.cell_count', { cells: 3, columns: 2 }) }],
  })
  expect(rows[3]).toEqual({ row: 4, cells: ['1', '2'] })
  expect(rows[4]).toEqual({ row: 5, cells: ['4', '5'] })
})

test('files that are not a table are rejected with their type', async () => {
  const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [bytes, kind] of [
    [Buffer.from('%PDF-1.7'), 'pdf'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'picture'],
    [Buffer.concat([compound, Buffer.alloc(2000)]), 'old-office'],
    [Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'xml'],
  ] as const)
    await expect(read(bytes), kind).rejects.toMatchObject({ reason: message('file.no_table', { kind }) })
  await expect(
    read(Buffer.concat([compound, Buffer.alloc(70_001), Buffer.from('EncryptedPackage', 'utf16le')])),
  ).rejects.toMatchObject({ reason: message('file.password') })
  await expect(read(Buffer.from('name\0,x\n'))).rejects.toMatchObject({ reason: message('file.binary') })
})

test('UTF-8 with a few invalid bytes is not decoded as Windows-1252, which would corrupt all other texts', async () => {
  const text = Buffer.from('Name,Straße\nMüller,Höhe\nGrün,x\n')
  const at = text.indexOf('Grün') + 2
  const broken = Buffer.concat([text.subarray(0, at), Buffer.from([0xfc]), text.subarray(at + 2)])
  expect(await read(broken)).toMatchObject({
    encoding: 'UTF-8',
    cells: [
      ['Name', 'Straße'],
      ['Müller', 'Höhe'],
      ['Gr\ufffdn', 'x'],
    ],
  })
})
