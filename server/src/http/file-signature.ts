import { open } from 'node:fs/promises'

/** The first bytes of a file; fewer if the file is shorter. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A type of file that its first bytes identify. `compound`: MS-CFB, the Office formats before 2007 and encrypted ones. */
export type FileSignature =
  | 'pdf'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'gzip'
  | 'rar'
  | '7z'
  | 'rtf'
  | 'compound'
  | 'zip'
  | 'markup'

const starts: readonly (readonly [FileSignature, Buffer])[] = [
  ['pdf', Buffer.from('%PDF')],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['gif', Buffer.from('GIF8')],
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['rar', Buffer.from('Rar!')],
  ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf])],
  ['rtf', Buffer.from('{\\rtf')],
  ['compound', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
]
const zip = Buffer.from('PK')
const markup = /^\s*<(!|\?|[a-z])/i

/**
 * The type of a file by its first bytes; undefined for plain text and for unknown types. `markup` is HTML, SVG and any
 * other XML.
 * @param head at least 16 bytes, or the whole file
 */
export function signatureOf(head: Buffer): FileSignature | undefined {
  const found = starts.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))
  if (found !== undefined) return found[0]
  if (head.subarray(0, 2).equals(zip) && head[2] !== undefined && head[2] < 9) return 'zip'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  // A byte order mark in UTF-8 is no content.
  return markup.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')) ? 'markup' : undefined
}
