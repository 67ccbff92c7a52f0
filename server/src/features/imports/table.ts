import { message } from '@trunkline/contract/errors'
import type { FileKind } from '@trunkline/contract/reasons/import'
import { open } from 'node:fs/promises'
import { openCsv } from './csv-table.ts'
import { readHead } from './file-head.ts'
import { UnreadableFile, type Table } from './table-limits.ts'
import { openXlsx } from './xlsx-table.ts'
import { listEntries } from './xlsx-zip.ts'

/** Signatures of files that users confuse with a table. */
const others: { starts: Buffer; kind: FileKind }[] = [
  { starts: Buffer.from('%PDF'), kind: 'pdf' },
  { starts: Buffer.from([0x89, 0x50, 0x4e, 0x47]), kind: 'picture' },
  { starts: Buffer.from([0xff, 0xd8, 0xff]), kind: 'picture' },
  { starts: Buffer.from('GIF8'), kind: 'picture' },
  { starts: Buffer.from([0x1f, 0x8b]), kind: 'gzip' },
  { starts: Buffer.from('Rar!'), kind: 'rar' },
  { starts: Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), kind: '7z' },
  { starts: Buffer.from('{\\rtf'), kind: 'rtf' },
]
const zip = Buffer.from('PK')
/** Compound file (MS-CFB): the Office format before 2007, and the container of an encrypted workbook. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

const noTable = (kind: FileKind) => new UnreadableFile(message('file.no_table', { kind }))

/**
 * Opens a file as a table by its content; its name does not matter.
 * @throws UnreadableFile that names the detected file type
 */
export async function openTable(path: string): Promise<Table> {
  const head = await readHead(path, 1024)
  if (head.subarray(0, 8).equals(compound))
    throw (await containsText(path, 'EncryptedPackage'))
      ? new UnreadableFile(message('file.password'))
      : noTable('old-office')
  const other = others.find(({ starts }) => head.subarray(0, starts.length).equals(starts))
  if (other !== undefined) throw noTable(other.kind)
  if (head.subarray(0, 2).equals(zip) && head[2] !== undefined && head[2] < 9) return openZip(path)
  if (/^\s*<(!doctype html|html|table|\?xml)/i.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')))
    throw noTable('xml')
  return openCsv(path)
}

async function openZip(path: string): Promise<Table> {
  const entries = await listEntries(path)
  const has = (name: RegExp) => entries.some((entry) => name.test(entry))
  if (has(/^xl\/workbook\.bin$/)) throw noTable('xlsb')
  if (has(/^\[Content_Types\]\.xml$/i) && has(/^(xl|word|ppt)\//)) {
    if (!has(/^xl\//)) throw noTable('document')
    return openXlsx(path)
  }
  if (has(/^content\.xml$/) || has(/^mimetype$/)) throw noTable('open-document')
  throw noTable('zip')
}

/** Whether the file contains a text in UTF-16, the encoding of the directory of a compound file. */
async function containsText(path: string, text: string): Promise<boolean> {
  const wantedBytes = Buffer.from(text, 'utf16le')
  const file = await open(path)
  try {
    let rest = Buffer.alloc(0)
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const seen = Buffer.concat([rest, chunk as Buffer])
      if (seen.includes(wantedBytes)) return true
      rest = seen.subarray(-wantedBytes.length)
    }
    return false
  } finally {
    await file.close()
  }
}
