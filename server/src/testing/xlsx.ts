import { ZipFile } from 'yazl'

/** A workbook for tests: its parts as texts, with defaults. */
export interface WorkbookParts {
  /** The content of `<sheetData>`. */
  rows: string
  strings?: string[]
  /** `numFmtId` of each style. */
  styles?: number[]
  formats?: Record<number, string>
  /** Attributes of `<workbookPr>`. */
  properties?: string
  /** Content before the root of the sheet. */
  prolog?: string
  /** Additional or replaced parts. */
  parts?: Record<string, string | Buffer>
  without?: string[]
}

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Cells of one row as inline strings. */
export const inlineRow = (row: number, cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`

/** The bytes of an XLSX file. */
export async function makeXlsx({
  rows,
  strings,
  styles,
  formats = {},
  properties = '',
  prolog = '',
  parts = {},
  without = [],
}: WorkbookParts): Promise<Buffer> {
  const all: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="Hidden" state="hidden" r:id="h"/><sheet name="Stock" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('y', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8"?>${prolog}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${(strings ?? []).map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${Object.entries(formats)
      .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${(styles ?? [])
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...parts,
  }
  return zipOf(Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name))))
}

/** The bytes of a ZIP file. */
export async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
