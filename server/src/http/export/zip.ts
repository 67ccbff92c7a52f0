import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** A file of an archive. The content is read once, piece by piece. */
export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/** The values of a written part that the directory at the end repeats. */
interface Written {
  name: Buffer
  crc: number
  compressed: number
  size: number
  offset: number
}

/** Bit 3: sizes and checksum follow the data. Bit 11: names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** Version 2.0, which deflated files need. */
const version = 20
/** 1 January 1980, the first day that the format can express: an export has no times of its own. */
const day = 0x0021

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3) while its parts are read. The next piece of a part is read when the caller
 * takes the next piece of the archive, and never before: a part may read from a database cursor, which must not outlive
 * the transaction. Parts and archive are smaller than 4 GiB.
 */
export async function* zipArchive(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const one: Written = { name, crc: 0, compressed: 0, size: 0, offset }
    yield localHeader(one)
    for await (const bytes of compress(part.content, one)) {
      one.compressed += bytes.length
      yield bytes
    }
    yield descriptor(one)
    offset += 30 + name.length + one.compressed + 16
    written.push(one)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

/** Compresses a part, and counts its checksum and size. */
async function* compress(content: ZipPart['content'], part: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const ready: Buffer[] = []
  deflate.on('data', (bytes: Buffer) => ready.push(bytes))
  try {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      part.crc = crc32(bytes, part.crc)
      part.size += bytes.length
      await write(deflate, bytes)
      yield* ready.splice(0)
    }
    await finish(deflate)
    yield* ready.splice(0)
  } finally {
    deflate.destroy()
  }
}

const write = (deflate: DeflateRaw, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => deflate.write(bytes, (error) => (error ? reject(error) : resolve())))

const finish = (deflate: DeflateRaw): Promise<void> =>
  new Promise((resolve, reject) => {
    deflate.once('end', resolve)
    deflate.once('error', reject)
    deflate.end()
  })

/** Little-endian numbers, each with its number of bytes. */
function record(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0))
  let at = 0
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length)
  return bytes
}

const localHeader = ({ name }: Written): Buffer =>
  Buffer.concat([
    record(
      [0x04034b50, 4],
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [day, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ])

const descriptor = ({ crc, compressed, size }: Written): Buffer =>
  record([0x08074b50, 4], [crc, 4], [compressed, 4], [size, 4])

const directoryEntry = ({ name, crc, compressed, size, offset }: Written): Buffer =>
  Buffer.concat([
    record(
      [0x02014b50, 4],
      [version, 2],
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [day, 2],
      [crc, 4],
      [compressed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  ])

const directoryEnd = (parts: number, size: number, offset: number): Buffer =>
  record([0x06054b50, 4], [0, 2], [0, 2], [parts, 2], [parts, 2], [size, 4], [offset, 4], [0, 2])
