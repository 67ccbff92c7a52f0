import { expect, test } from 'vitest'
import { csvFile, csvLine } from './csv.ts'

test('a cell is quoted, and its quotes doubled', () => {
  expect(csvLine(['a "b", c', null])).toBe('"a ""b"", c",""\r\n')
})

test.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx'])(
  'a cell that a spreadsheet would evaluate as a formula is escaped: %j',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  },
)

test('numbers are not escaped, negative ones included', () => {
  expect(csvLine(['-5.2', -5, -1e-7])).toBe('"-5.2","-5","-1e-7"\r\n')
})

test('values other than text are written as JSON', () => {
  expect(csvLine([{ a: 1 }, true, 10n])).toBe('"{""a"":1}","true","10"\r\n')
})

test('a file starts with a byte order mark, and every line ends in CR LF', () => {
  expect(csvFile([['id'], [1]])).toBe('\uFEFF"id"\r\n"1"\r\n')
})
