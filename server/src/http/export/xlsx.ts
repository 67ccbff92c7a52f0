import type { FieldType } from '@trunkline/contract/endpoint'
import { zipArchive } from './zip.ts'

/** A column of a sheet: the text of its header, and the type of its values. */
export interface SheetColumn {
  name: string
  type: FieldType | undefined
}

/** Media type of a workbook. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Maximum length of a cell in Excel. */
const maxText = 32_767
/** Digits that a spreadsheet stores of a number; more are rounded. */
const maxDigits = 15

/** Indexes of the cell formats in `styles`. */
const cellStyle = { head: 1, day: 2, time: 3, quoted: 4 } as const

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** The parts of a workbook beside the sheet (ECMA-376, part 1, 12.3). */
const frame = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
}

/**
 * Characters that XML does not allow, and what looks like their escape `_xHHHH_` (ECMA-376, 22.9.2.19). A line break
 * would arrive as another one.
 */
// oxlint-disable-next-line no-control-regex -- these are the characters to escape
const escapes = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g
const code = (char: string) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const xml = (text: string): string =>
  text
    .replace(escapes, code)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const dayMs = 86_400_000
/** Milliseconds of the day 0 of the 1900 date system; exact from 1 March 1900 on. */
const epoch = Date.UTC(1899, 11, 30)
const firstDay = Date.UTC(1900, 2, 1)

/** The serial number of a day or a UTC time; undefined where spreadsheets have none. */
function serialOf(value: unknown): number | undefined {
  const ms = value instanceof Date ? value.getTime() : Date.parse(String(value))
  return ms >= firstDay ? (ms - epoch) / dayMs : undefined
}

const number = (value: number | string, style = '') => `<c${style}><v>${value}</v></c>`

/** Text that a spreadsheet would run as a formula when it is edited is marked as text, as an apostrophe does there. */
function textCell(value: unknown): string {
  const whole = typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : String(value)
  const text = whole.length <= maxText ? whole : whole.slice(0, maxText).replace(/[\uD800-\uDBFF]$/, '')
  const style = /^['=+\-@\t\r]/.test(text) ? ` s="${cellStyle.quoted}"` : ''
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${xml(text)}</t></is></c>`
}

/** A value as a cell: numbers, days and times (UTC) as such, booleans, and text. */
function cellOf(value: unknown, type: FieldType | undefined): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number') return Number.isFinite(value) ? number(value) : textCell(value)
  if (type === 'day' || type === 'time') {
    const serial = serialOf(value)
    return serial === undefined ? textCell(value) : number(serial, ` s="${cellStyle[type]}"`)
  }
  if (
    type === 'number' &&
    /^-?\d+(\.\d+)?$/.test(String(value)) &&
    String(value).replace(/\D/g, '').length <= maxDigits
  )
    return number(String(value))
  return textCell(value)
}

/** Characters. */
const widthOf = (type: FieldType | undefined): number =>
  type === 'time' ? 20 : type === 'number' || type === 'id' || type === 'boolean' || type === 'day' ? 12 : 26

async function* sheetOf(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<string> {
  const widths = columns
    .map(({ type }, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(type)}" customWidth="1"/>`)
    .join('')
  const header = columns
    .map(({ name }) => `<c t="inlineStr" s="${cellStyle.head}"><is><t>${xml(name)}</t></is></c>`)
    .join('')
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row>${header}</row>`
  for await (const rows of batches)
    yield rows
      .map((values) => `<row>${values.map((value, i) => cellOf(value, columns[i]?.type)).join('')}</row>`)
      .join('')
  yield '</sheetData></worksheet>'
}

/**
 * Streams a workbook (ECMA-376, SpreadsheetML) with one sheet. Memory use does not depend on the number of rows.
 * @param sheet name of the sheet: at most 31 characters, without `[]:*?/\`
 * @param batches the rows, each with a value for each column
 */
export function xlsxFile(
  sheet: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<Buffer> {
  const book = `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xml(sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  return zipArchive([
    ...Object.entries({ ...frame, 'xl/workbook.xml': book }).map(([name, text]) => ({ name, content: [text] })),
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(columns, batches) },
  ])
}
