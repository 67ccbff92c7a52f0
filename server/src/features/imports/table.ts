import { message } from '@trunkline/contract/errors'
import type { FileKind } from '@trunkline/contract/reasons/import'
import { open } from 'node:fs/promises'
import { readHead, signatureOf, type FileSignature } from '../../http/file-signature.ts'
import { openCsv } from './csv-table.ts'
import { UnreadableFile, type Table } from './table-limits.ts'
import { openXlsx } from './xlsx-table.ts'
import { listEntries } from './xlsx-zip.ts'

/** Files that users confuse with a table. */
const others: Partial<Record<FileSignature, FileKind>> = {
  pdf: 'pdf',
  png: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  webp: 'picture',
  gzip: 'gzip',
  rar: 'rar',
  '7z': '7z',
  rtf: 'rtf',
}

const noTable = (kind: FileKind) => new UnreadableFile(message('file.no_table', { kind }))

/**
 * Opens a file as a table by its content; its name does not matter.
 * @throws UnreadableFile that names the detected file type
 */
export async function openTable(path: string): Promise<Table> {
  const head = await readHead(path, 1024)
  const signature = signatureOf(head)
  if (signature === 'compound')
    throw (await containsText(path, 'EncryptedPackage'))
      ? new UnreadableFile(message('file.password'))
      : noTable('old-office')
  const other = signature && others[signature]
  if (other !== undefined) throw noTable(other)
  if (signature === 'zip') return openZip(path)
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
