import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test('a cell is quoted, and its quotes doubled', () => {
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"')
  expect(csvCell(null)).toBe('""')
})

test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx'])(
  'a cell that a spreadsheet would run is made text: %j',
  (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  },
)

test('a number stays a number, also a negative one', () => {
  expect(csvCell('-5.2')).toBe('"-5.2"')
  expect(csvCell(-5)).toBe('"-5"')
})
