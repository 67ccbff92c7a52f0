import { message } from '@trunkline/contract/errors'
import {
  checkCell,
  maxCellLength,
  maxColumns,
  UnreadableFile,
  withoutGuard,
  type Table,
  type TableError,
  type TableRow,
} from './table-limits.ts'
import { readSharedStrings, type SharedStrings } from './xlsx-strings.ts'
import { columnOf, isoOf, numberText, readStyles, unescaped, type NumberForm } from './xlsx-values.ts'
import { openArchive, type Archive } from './xlsx-zip.ts'

/** Paths of the parts of a workbook (ECMA-376, part 1, 12.3). */
interface Workbook {
  sheet: string
  sheetPart: string
  strings: string | undefined
  styles: string | undefined
  from1904: boolean
}

/** Number of rows to read if only the top of the sheet is needed; shared strings after them are not read. */
const topRows = 12

/** The first visible sheet of a workbook. @throws UnreadableFile */
export async function openXlsx(path: string): Promise<Table> {
  const archive = await openArchive(path)
  try {
    const { sheet } = await readWorkbook(archive)
    return { format: 'xlsx', encoding: '', separator: '', sheet, rows: () => readRows(path) }
  } finally {
    archive.close()
  }
}

async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = await relationsOf(archive, '_rels/.rels')
  const book = main.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const folder = book.includes('/') ? book.slice(0, book.lastIndexOf('/') + 1) : ''
  const relations = await relationsOf(archive, `${folder}_rels/${book.slice(folder.length)}.rels`, folder)
  const sheets: { name: string; relation: string; hidden: boolean }[] = []
  let from1904 = false
  await archive.read(book, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet')
        sheets.push({
          name: attributes['name'] ?? '',
          relation: attributes['id'] ?? '',
          hidden: (attributes['state'] ?? 'visible') !== 'visible',
        })
    },
  })
  const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0]
  const sheetPart = relations.find(({ id }) => id === first?.relation)?.target
  if (first === undefined || sheetPart === undefined || !archive.names.includes(sheetPart))
    throw new UnreadableFile(message('workbook.no_sheet'))
  const partOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
  return { sheet: first.name, sheetPart, strings: partOf('sharedStrings'), styles: partOf('styles'), from1904 }
}

async function relationsOf(archive: Archive, part: string, folder = '') {
  const relations: { id: string; type: string; target: string }[] = []
  if (!archive.names.includes(part)) throw new UnreadableFile(message('workbook.damaged'))
  await archive.read(part, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attributes['Target'] ?? ''
      relations.push({
        id: attributes['Id'] ?? '',
        type: attributes['Type'] ?? '',
        target: target.startsWith('/') ? target.slice(1) : `${folder}${target}`,
      })
    },
  })
  return relations
}

/** A cell as stored in the file: shared strings are resolved when the row is complete. */
interface RawCell {
  column: number
  type: string
  style: number
  text: string
}

interface RawRow {
  row: number
  cells: RawCell[]
  /** Whether there are cells after the last column that is read. */
  wide: boolean
}

async function* readRows(path: string): AsyncGenerator<TableRow[]> {
  const archive = await openArchive(path)
  try {
    const book = await readWorkbook(archive)
    const styles = await readStyles(archive, book.styles)
    let strings: SharedStrings | undefined
    let held: RawRow[] = []
    const emit = async (whole: boolean): Promise<TableRow[]> => {
      const rows = held
      held = []
      // The top of the sheet uses the first shared strings, so a preview does not have to read all of them.
      if (strings === undefined || whole)
        strings = await readSharedStrings(archive, book.strings, whole ? Infinity : lastText(rows))
      return rows.map((row) => finish(row, strings as SharedStrings, styles, book.from1904))
    }
    let topGiven = false
    for await (const rows of rawRows(archive, book.sheetPart)) {
      if (topGiven && strings !== undefined) {
        yield rows.map((row) => finish(row, strings as SharedStrings, styles, book.from1904))
        continue
      }
      held.push(...rows)
      if (held.length < topRows) continue
      const rest = held.splice(topRows)
      yield await emit(false)
      // A reader that continues after the top needs the whole sheet.
      topGiven = true
      held = rest
      yield await emit(true)
    }
    if (held.length > 0) yield await emit(true)
  } finally {
    archive.close()
  }
}

const lastText = (rows: RawRow[]) =>
  Math.max(-1, ...rows.flatMap(({ cells }) => cells.map(({ type, text }) => (type === 's' ? Number(text) || 0 : -1))))

/** The rows of a sheet in document order (ECMA-376, 18.3.1.73), in batches, without blank rows. */
async function* rawRows(archive: Archive, part: string): AsyncGenerator<RawRow[]> {
  let rows: RawRow[] = []
  let row: RawRow = { row: 0, cells: [], wide: false }
  let cell: RawCell | undefined
  let column = -1
  let reads = false
  let phonetic = false
  const events = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        const stated = Number(attributes['r'])
        row = { row: Number.isInteger(stated) && stated > row.row ? stated : row.row + 1, cells: [], wide: false }
        column = -1
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), text: '' }
      } else if (name === 'rPh') phonetic = true
      else if (cell !== undefined && (name === 'v' || name === 't')) reads = !phonetic
    },
    text(more: string) {
      if (!reads || cell === undefined) return
      if (cell.text.length <= maxCellLength) cell.text += more.slice(0, maxCellLength + 1 - cell.text.length)
    },
    close(name: string) {
      if (name === 'v' || name === 't') reads = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c' && cell !== undefined) {
        if (cell.text !== '') {
          if (cell.column >= maxColumns) row.wide = true
          else row.cells.push(cell)
        }
        cell = undefined
      } else if (name === 'row' && (row.cells.length > 0 || row.wide)) rows.push(row)
    },
  }
  for await (const _ of archive.pieces(part, events)) {
    if (rows.length === 0) continue
    const batch = rows
    rows = []
    yield batch
  }
}

function finish(raw: RawRow, strings: SharedStrings, styles: NumberForm[], from1904: boolean): TableRow {
  const errors: TableError[] = []
  const cells: string[] = []
  for (const { column, type, style, text } of raw.cells) {
    while (cells.length < column) cells.push('')
    const value = valueOf(type, text, styles[style], strings, from1904)
    cells[column] = checkCell(styles[style] === 'literal' ? value : withoutGuard(value), column, errors)
  }
  if (raw.wide) {
    while (cells.length <= maxColumns) cells.push('')
    errors.push({ column: null, error: message('file.too_many_columns', { max: maxColumns }) })
  }
  return errors.length > 0 ? { row: raw.row, cells, errors: errors } : { row: raw.row, cells }
}

/** The displayed value of a cell; for a formula, its cached value (ECMA-376, 18.18.11). */
function valueOf(
  type: string,
  text: string,
  form: NumberForm | undefined,
  strings: SharedStrings,
  from1904: boolean,
): string {
  switch (type) {
    case 's':
      return unescaped(strings.at(Number(text)))
    case 'inlineStr':
    case 'str':
      return unescaped(text)
    case 'b':
      return text === '1' ? 'true' : 'false'
    case 'n':
      return form === 'date' ? isoOf(Number(text), from1904) : numberText(text)
    // An error (`#N/A`) is read as its text and rejected by the cell check; an ISO 8601 date is read unchanged.
    default:
      return text
  }
}
