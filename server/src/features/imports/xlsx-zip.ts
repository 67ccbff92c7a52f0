import { message, type Message } from '@trunkline/contract/errors'
import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import yauzl from 'yauzl'
import { UnreadableFile } from './table-limits.ts'

/** Maximum uncompressed size in bytes of all parts that are read. */
const maxUnzipped = 200_000_000
/** Maximum compression ratio of a workbook. */
const maxRatio = 100
/** Bytes below which the ratio is not checked: an empty workbook consists almost entirely of zeroes. */
const uncheckedBytes = 2_000_000
const maxEntries = 10_000
/** Maximum length in bytes of a text between two tags; a cell is shorter. */
const maxTextLength = 16_000_000

const damaged = () => new UnreadableFile(message('workbook.damaged'))
const bomb = () => new UnreadableFile(message('workbook.too_large'))

/** An open XLSX file; the uncompressed size is counted over all its parts. */
export interface Archive {
  names: string[]
  /** Reads a part as a stream of XML events. Ends early when `each` returns false. @throws UnreadableFile */
  read(name: string, of: XmlEvents): Promise<void>
  /** Like `read`, with backpressure: the reader controls when the next chunk is parsed. */
  pieces(name: string, of: XmlEvents): AsyncGenerator<void>
  close(): void
}

export interface XmlEvents {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
  /** Whether to stop reading. */
  enough?(): boolean
}

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, file) =>
      error ? reject(damaged()) : resolve(file),
    )
  })

const entriesOf = (file: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> =>
  new Promise((resolve, reject) => {
    const found = new Map<string, yauzl.Entry>()
    file.on('entry', (entry: yauzl.Entry) => {
      if (found.size >= maxEntries) return reject(new UnreadableFile(message('workbook.too_many_parts')))
      found.set(entry.fileName, entry)
      file.readEntry()
    })
    file.once('end', () => resolve(found))
    file.once('error', () => reject(damaged()))
    file.readEntry()
  })

/** Names of the entries of a ZIP file. @throws UnreadableFile if it is not a ZIP file, or damaged */
export async function listEntries(path: string): Promise<string[]> {
  const file = await openZip(path)
  try {
    return [...(await entriesOf(file)).keys()]
  } finally {
    file.close()
  }
}

/** Opens a ZIP file of XML parts. @throws UnreadableFile */
export async function openArchive(path: string): Promise<Archive> {
  const file = await openZip(path)
  try {
    const entries = await entriesOf(file)
    if ([...entries.values()].some((entry) => entry.isEncrypted())) throw new UnreadableFile(message('file.password'))
    const max = Math.min(maxUnzipped, Math.max(uncheckedBytes, file.fileSize * maxRatio))
    let unzipped = 0
    async function* pieces(name: string, of: XmlEvents): AsyncGenerator<void> {
      const entry = entries.get(name)
      if (entry === undefined) throw new UnreadableFile(message('workbook.part_missing', { part: name }))
      const stream = await openEntry(file, entry)
      const parser = xmlParser(of)
      const decoder = new TextDecoder('utf-8', { fatal: true })
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          unzipped += chunk.length
          if (unzipped > max) throw bomb()
          parser.write(decoder.decode(chunk, { stream: true }), chunk.length)
          if (of.enough?.() === true) return
          yield
        }
        parser.end()
        yield
      } catch (error) {
        throw error instanceof UnreadableFile ? error : damaged()
      } finally {
        stream.destroy()
      }
    }
    return {
      names: [...entries.keys()],
      pieces,
      async read(name, of) {
        for await (const _ of pieces(name, of));
      },
      close: () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}

const openEntry = (file: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => (error ? reject(damaged()) : resolve(stream)))
  })

/**
 * Names of tags and attributes without their namespace prefix, which differs between Office, LibreOffice and others.
 */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

function xmlParser(of: XmlEvents): { write(text: string, bytes: number): void; end(): void } {
  const parser = new SaxesParser()
  let quiet = 0
  const fail = (reason: Message) => {
    throw new UnreadableFile(reason)
  }
  // Entity expansion attack ("billion laughs"): a document that defines entities is rejected; a workbook has none.
  parser.on('doctype', () => fail(message('workbook.doctype')))
  parser.on('error', () => fail(message('workbook.damaged')))
  parser.on('opentag', (tag: SaxesTagPlain) => {
    quiet = 0
    if (of.open === undefined) return
    const attributes: Record<string, string> = {}
    for (const name in tag.attributes) attributes[local(name)] = tag.attributes[name] as string
    of.open(local(tag.name), attributes)
  })
  parser.on('closetag', (tag) => {
    quiet = 0
    of.close?.(local(tag.name))
  })
  if (of.text !== undefined) {
    parser.on('text', (text) => of.text?.(text))
    parser.on('cdata', (text) => of.text?.(text))
  }
  return {
    write(text, bytes) {
      quiet += bytes
      if (quiet > maxTextLength) fail(message('workbook.too_much_text'))
      parser.write(text)
    },
    end: () => void parser.close(),
  }
}
