import { message } from '@trunkline/contract/errors'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { readHead } from '../../http/file-signature.ts'
import {
  checkCell,
  maxColumns,
  UnreadableFile,
  withoutGuard,
  type Table,
  type TableError,
  type TableRow,
} from './table-limits.ts'

interface Encoding {
  /** Common name. */
  name: string
  /** Label in the WHATWG Encoding Standard. */
  label: string
}

const utf8: Encoding = { name: 'UTF-8', label: 'utf-8' }
const utf16le: Encoding = { name: 'UTF-16 LE', label: 'utf-16le' }
const utf16be: Encoding = { name: 'UTF-16 BE', label: 'utf-16be' }
const western: Encoding = { name: 'Windows-1252', label: 'windows-1252' }

const separators = [',', ';', '\t', '|']
const batchSize = 500

/**
 * A CSV file (RFC 4180 with the deviations of spreadsheets); encoding and separator are detected. @throws
 * UnreadableFile
 */
export async function openCsv(path: string): Promise<Table> {
  const head = await readHead(path, 65_536)
  const encoding = await encodingOf(path, head)
  const start = new TextDecoder(encoding.label).decode(head, { stream: true })
  const separator = separatorOf(start)
  return {
    format: 'csv',
    encoding: encoding.name,
    separator,
    sheet: '',
    rows: () => readRows(path, encoding, separator, separatorLine.test(start)),
  }
}

/** The first line that some spreadsheets write: `sep=;` */
const separatorLine = /^\uFEFF?sep=[,;\t|]\r?\n/i

async function encodingOf(path: string, head: Buffer): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return utf16le
  if (head[0] === 0xfe && head[1] === 0xff) return utf16be
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  for await (const chunk of createReadStream(path)) {
    if ((chunk as Buffer).includes(0)) throw new UnreadableFile(message('file.binary'))
    if (!valid) continue
    try {
      decoder.decode(chunk as Buffer, { stream: true })
    } catch {
      valid = false
    }
  }
  if (!valid) return legacyEncodingOf(path)
  try {
    decoder.decode()
    return utf8
  } catch {
    return legacyEncodingOf(path)
  }
}

/**
 * UTF-8 with a few invalid bytes, or Windows-1252: text in Windows-1252 contains almost no valid multi-byte UTF-8
 * sequences. As UTF-8, only the cells with invalid bytes are rejected; as Windows-1252, all others would be corrupted.
 */
async function legacyEncodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8')
  let [known, broken] = [0, 0]
  const count = (text: string) => {
    for (const character of text)
      if (character === '\ufffd') broken++
      else if (character > '\u007f') known++
  }
  for await (const chunk of createReadStream(path)) count(decoder.decode(chunk as Buffer, { stream: true }))
  count(decoder.decode())
  return known >= broken ? utf8 : western
}

/** The separator that occurs equally often in each of the first lines; of several, the most frequent one. */
function separatorOf(start: string): string {
  const stated = /^\uFEFF?sep=([,;\t|])\r?\n/i.exec(start)?.[1]
  if (stated !== undefined) return stated
  const lines = outsideQuotes(start).split(/\r\n|\r|\n/, 11)
  // The last line may be incomplete.
  if (lines.length > 1) lines.pop()
  const shown = lines.filter((line) => line.trim() !== '')
  const score = (separator: string) => {
    const [header = 0, ...counts] = shown.map((line) => line.split(separator).length - 1)
    return header === 0 ? 0 : header * (1 + counts.filter((count) => count === header).length)
  }
  return separators.reduce((best, one) => (score(one) > score(best) ? one : best))
}

/** The text without quoted parts and the line breaks in them. */
const outsideQuotes = (text: string) => text.replace(/"(?:[^"]|"")*(?:"|$)/g, '')

async function* readRows(
  path: string,
  encoding: Encoding,
  separator: string,
  namesSeparator: boolean,
): AsyncGenerator<TableRow[]> {
  const parser = parse({
    delimiter: separator,
    // Files edited on several systems can contain all of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote in an unquoted cell is text, such as 12" for inches.
    relax_quotes: true,
    ...(namesSeparator && { from: 2 }),
  })
  const decoder = new TextDecoder(encoding.label)
  const decoded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, decoder.decode(chunk, { stream: true }))
    },
    flush(done) {
      done(null, decoder.decode())
    },
  })
  // The decoder removes a byte order mark.
  const flow = pipeline(createReadStream(path), decoded, parser)
  // The loop below reports the error; without this handler it would also be an unhandled rejection.
  flow.catch(() => {})
  let row = 0
  let rows: TableRow[] = []
  let width = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++
      if (record.every((cell) => cell.trim() === '')) continue
      const read = readRecord(record, row, width)
      width ||= read.cells.length
      rows.push(read)
      if (rows.length < batchSize) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      message(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'csv.open_quote' : 'csv.unreadable_row', { row: row + 1 }),
    )
  } finally {
    parser.destroy()
    await flow.catch(() => {})
  }
}

/** @param width cells of the header; 0 for the header itself */
function readRecord(record: string[], row: number, width: number): TableRow {
  const errors: TableError[] = []
  let { length } = record
  // Spreadsheets pad lines with separators.
  while (length > width && length > 1 && record[length - 1] === '') length--
  if (width > 0 && length > width)
    errors.push({ column: null, error: message('csv.cell_count', { cells: length, columns: width }) })
  const stored = record.slice(0, Math.min(length, maxColumns + 1))
  const cells = stored.map((cell, column) => checkCell(withoutGuard(cell), column, errors))
  return errors.length > 0 ? { row, cells, errors: errors } : { row, cells }
}
