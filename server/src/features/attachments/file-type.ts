import { message } from '@trunkline/contract/errors'
import {
  attachmentExtension,
  attachmentTypeNames,
  attachmentTypes,
  type AttachmentExtension,
} from '@trunkline/contract/resources/attachment'
import { invalid } from '../../errors.ts'
import type { UploadedFile } from '../../http/call.ts'
import { readHead, signatureOf, type FileSignature } from '../../http/file-signature.ts'
import { UnreadableFile } from '../imports/table-limits.ts'
import { listEntries } from '../imports/xlsx-zip.ts'

/** Bytes of a file that are checked for being text. */
const headBytes = 65_536
/** Maximum length of a stored file name. */
const maxName = 200

/** The signature that the content of each type starts with; undefined: plain text. */
const signatures: Record<AttachmentExtension, FileSignature | undefined> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  txt: undefined,
  log: undefined,
  csv: undefined,
  rsc: undefined,
  cfg: undefined,
  conf: undefined,
  zip: 'zip',
  docx: 'zip',
  xlsx: 'zip',
  pptx: 'zip',
  odt: 'zip',
  ods: 'zip',
  odp: 'zip',
}

/** Folder of the document in an Office Open XML file (ECMA-376). */
const officeFolders: Partial<Record<AttachmentExtension, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' }

/**
 * The first entry of an OpenDocument file is its media type, uncompressed, at this position (OpenDocument 1.2, part 3,
 * section 3.3).
 */
const openDocumentAt = 30
const openDocuments: readonly AttachmentExtension[] = ['odt', 'ods', 'odp']

/** NUL occurs in no text, except in UTF-16, which starts with a byte order mark. */
const isText = (head: Buffer): boolean => {
  const utf16 = head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)
  return utf16 || !head.includes(0)
}

/** Whether a ZIP file is of this type. Office files with macros are not. @throws UnreadableFile if it is damaged */
async function isZipOf(extension: AttachmentExtension, path: string, head: Buffer): Promise<boolean> {
  const entries = await listEntries(path)
  if (openDocuments.includes(extension)) {
    const mediaType = `mimetype${attachmentTypes[extension]}`
    return head.toString('latin1', openDocumentAt, openDocumentAt + mediaType.length) === mediaType
  }
  const folder = officeFolders[extension]
  return (
    folder === undefined ||
    (entries.some((name) => name.startsWith(folder)) && !entries.some((name) => /(^|\/)vbaProject\.bin$/i.test(name)))
  )
}

/**
 * The extension of an uploaded file, whose content is of that type.
 * @throws AppError validation_failed at `file` for a type that is not allowed, and for other content
 */
export async function checkType({ name, path }: UploadedFile): Promise<AttachmentExtension> {
  const extension = attachmentExtension(name)
  if (extension === undefined) throw invalid({ file: message('attachment.type', { types: attachmentTypeNames }) })
  const head = await readHead(path, headBytes)
  const signature = signatureOf(head)
  if (signature === signatures[extension] && (await hasContentOf(extension, path, head))) return extension
  throw invalid({ file: message('attachment.content', { extension: extension.toUpperCase() }) })
}

async function hasContentOf(extension: AttachmentExtension, path: string, head: Buffer): Promise<boolean> {
  if (signatures[extension] === undefined) return isText(head)
  if (signatures[extension] !== 'zip') return true
  try {
    return await isZipOf(extension, path, head)
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
}

/**
 * A file name that Windows, macOS and Linux can store: without their reserved characters and without dots at its start,
 * in Unicode normalisation form C, with its extension.
 */
export function safeName(name: string, extension: AttachmentExtension): string {
  const stem = name
    .normalize('NFC')
    .slice(0, -extension.length - 1)
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    // Devices of Windows, with any extension.
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$1')
  // Cut by characters, not within a surrogate pair.
  const short = Array.from(stem.slice(0, maxName - extension.length - 1)).filter((sign) => !/\p{Surrogate}/u.test(sign))
  return `${short.join('') || 'file'}.${extension}`
}
