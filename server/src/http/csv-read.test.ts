import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'
import { CsvError, readCsv } from './csv-read.ts'

test('what the export writes is read back, whatever the cells hold', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('', '=1+1', '-x', 'a,b', 'a"b', 'a\r\nb', '\n', '@'))
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      (width, rows) => {
        const table = rows.map((row) => row.slice(0, width))
        // A cell that begins with an apostrophe before a formula's sign can't be told from a guarded one.
        fc.pre(!table.flat().some((text) => /^'[=+\-@\t\r]/.test(text)))
        const text = `\uFEFF${table.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
        expect(readCsv(text)).toEqual(table)
      },
    ),
  )
})

test('bare cells, empty cells and any line end are read, blank lines are not', () => {
  expect(readCsv('a,b\n1,\n\n"x ""y""",2\r\n3,4')).toEqual([
    ['a', 'b'],
    ['1', ''],
    ['x "y"', '2'],
    ['3', '4'],
  ])
})

test('a quote left open, text behind a quote and a short record are refused with their row', () => {
  const fault = (text: string) => {
    try {
      readCsv(text)
    } catch (error) {
      return error instanceof CsvError ? error.row : undefined
    }
    return undefined
  }
  expect(fault('a,b\n"1,2\n')).toBe(2)
  expect(fault('a,b\n"1"x,2\n')).toBe(2)
  expect(fault('a,b\n1"2,2\n')).toBe(2)
  expect(fault('a,b\n1,2\n3\n')).toBe(3)
})
