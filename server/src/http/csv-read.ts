/** A text that is no CSV; `row` counts from 1, the header included. */
export class CsvError extends Error {
  override name = 'CsvError'
  readonly row: number
  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/**
 * The records of a CSV text (RFC 4180): cells between commas, in quotes where they hold commas, quotes or line breaks.
 * Takes the byte order mark and the apostrophe before a formula off again that our own export writes.
 * @throws CsvError for a quote that is left open or stands inside a bare cell, and for records of unequal length
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const end = text.length
  const finish = () => {
    const wanted = records[0]?.length ?? record.length
    const blank = record.length === 1 && record[0] === ''
    if (!blank && record.length !== wanted)
      throw new CsvError(records.length + 1, `${record.length} cells where the header has ${wanted}.`)
    if (!blank) records.push(record)
    record = []
  }
  while (at < end) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ;) {
        const quote = text.indexOf('"', at)
        if (quote < 0) throw new CsvError(records.length + 1, 'A quote is opened and not closed.')
        cell += text.slice(at, quote)
        at = quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at++
      }
    } else {
      const start = at
      while (at < end && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at++
      cell = text.slice(start, at)
      if (cell.includes('"'))
        throw new CsvError(
          records.length + 1,
          'A quote stands inside a cell. Put the cell in quotes, and the quote twice.',
        )
    }
    record.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    if (text[at] === ',') {
      at++
      if (at === end) record.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    else if (at < end && text[at - 1] !== '\r')
      throw new CsvError(records.length + 1, 'Text stands behind the closing quote of a cell.')
    finish()
  }
  if (record.length > 0) finish()
  return records
}
