import { toCsv } from '../../ui/csv.ts'

/** Columns of the export of subnets, which are those that the import reads. Only `net` must be there. */
export const importColumns = [
  'net',
  'space_name',
  'type',
  'hosts',
  'usage_type',
  'category_name',
  'company_id',
  'company_name',
  'name',
  'description',
  'vlan',
  'gateway',
  'assign_len',
  'policy',
  'state',
  'mark_full',
  'exclusive',
  'offered',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** What other tools call these columns in their exports (NetBox, Nautobot, phpIPAM, NIPAP). */
const alsoCalled: Record<string, ImportColumn> = {
  prefix: 'net',
  subnet: 'net',
  network: 'net',
  cidr: 'net',
  vrf: 'space_name',
  role: 'usage_type',
  category: 'category_name',
  tenant: 'company_name',
  customer: 'company_name',
  holder: 'company_name',
  comment: 'description',
  comments: 'description',
  vlan_id: 'vlan',
  vid: 'vlan',
  status: 'state',
}

/** The contract takes at most this much text. */
export const largestFile = 4_000_000

/**
 * The text of a file: UTF-8, or UTF-16 by its byte order mark; what is neither is read as Windows-1252, which
 * spreadsheets in western Europe write.
 */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** The separator that stands most often in the first line, outside of quotes. */
export function separatorOf(text: string): Separator {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => line.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best), ',')
}

/**
 * The records of a text of cells, read leniently: what is odd about the quotes is for the server to say. Blank lines
 * are no records.
 */
export function readRecords(text: string, separator: Separator): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let quoted = false
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const finish = () => {
    record.push(cell)
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
    cell = ''
  }
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] as string
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (body[at + 1] === '"') cell += body[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) {
      record.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && body[at + 1] === '\n') at++
      finish()
    } else cell += sign
  }
  if (cell !== '' || record.length > 0) finish()
  return records
}

/** What each column of the file is taken as, by its name; null is left out. Each of ours is taken once. */
export function guessColumns(header: readonly string[]): (ImportColumn | null)[] {
  const taken = new Set<ImportColumn>()
  return header.map((name) => {
    const plain = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const column = importColumns.find((one) => one === plain) ?? alsoCalled[plain]
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** An apostrophe before a formula, which exports write against spreadsheets; `toCsv` writes it again. */
const bare = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** The chosen columns under our names, as the import call takes them. Records that are too short are filled up. */
export function toImportCsv(records: readonly string[][], columns: readonly (ImportColumn | null)[]): string {
  const kept = columns.flatMap((column, at) => (column === null ? [] : [at]))
  return toCsv([
    kept.map((at) => columns[at]),
    ...records.map((record) => kept.map((at) => bare(record[at] ?? '').trim())),
  ])
}

export interface ImportFault {
  row: number
  column: string
  message: string
}

/** Row numbers are those of the file: the header is row 1. */
export const recordAt = (records: readonly string[][], row: number): readonly string[] | undefined => records[row - 2]

/**
 * The outcome of each row. Where there are more faults than the reply names, nothing is said of rows without a named
 * one.
 */
export function reportOf(
  records: readonly string[][],
  columns: readonly (ImportColumn | null)[],
  result: { errors: readonly ImportFault[]; errors_total: number; applied: boolean },
  words: { header: readonly string[]; created: string; refused: string; untouched: string },
): string {
  const faults = new Map<number, ImportFault[]>()
  for (const fault of result.errors) faults.set(fault.row, [...(faults.get(fault.row) ?? []), fault])
  const whole = result.errors_total === result.errors.length
  const net = columns.indexOf('net')
  return toCsv([
    words.header,
    ...records.map((record, at) => {
      const own = faults.get(at + 2)
      const outcome = own ? words.refused : !whole ? '' : result.applied ? words.created : words.untouched
      return [
        at + 2,
        record[net] ?? '',
        outcome,
        own?.map(({ column }) => column).join(', ') ?? '',
        own?.map(({ message }) => message).join(' ') ?? '',
      ]
    }),
  ])
}

/** A file to begin with: the header, and a row of each kind that shows what goes where. */
export const importTemplate = (): string =>
  toCsv([
    [
      'net',
      'type',
      'usage_type',
      'category_name',
      'company_name',
      'name',
      'description',
      'vlan',
      'gateway',
      'assign_len',
      'state',
    ],
    ['192.0.2.0/24', 'container', 'customer', '', '', 'Customers', '', '', '', '29', 'assigned'],
    ['192.0.2.0/29', 'network', 'customer', '', '', 'First customer', '', '120', '192.0.2.1', '', 'reserved'],
    ['2001:db8::/32', 'container', 'customer', '', '', 'Customers', '', '', '', '56', 'assigned'],
  ])
