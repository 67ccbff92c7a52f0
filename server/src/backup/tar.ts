import { BackupError } from './errors.ts'

/** The tar format of POSIX.1-1988 (ustar), which `tar -xf` reads. Entries are files with short names. */
const block = 512
const maxName = 100
/** Maximum size of an entry that is read; backups are written in much smaller chunks. */
const maxEntry = 1.5 * 1024 ** 3

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

const sumOf = (head: Buffer): number => {
  let sum = 0
  // The checksum field itself counts as spaces.
  for (let at = 0; at < block; at++) sum += at >= 148 && at < 156 ? 0x20 : head[at]!
  return sum
}

/** @param at modification time of the entry */
export function tarEntry(name: string, data: Buffer, at: Date): Buffer[] {
  if (Buffer.byteLength(name) > maxName) throw new Error(`The name ${name} is too long for an entry.`)
  const head = Buffer.alloc(block)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(data.length, 12), 124)
  head.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  head.write('0', 156)
  head.write('ustar\0' + '00', 257)
  head.write(`${sumOf(head).toString(8).padStart(6, '0')}\0 `, 148)
  return [head, data, Buffer.alloc((block - (data.length % block)) % block)]
}

/** Two zero blocks end an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * block)

/**
 * Reads the entries of an archive sequentially.
 * @throws BackupError data if it is truncated or not an archive
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<{ name: string; data: Buffer }> {
  const chunks = source[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let length = 0
  const readExactly = async (bytes: number): Promise<Buffer> => {
    while (length < bytes) {
      const { value, done } = await chunks.next()
      if (done) throw new BackupError('data', 'The backup is cut off: the file ends too early.')
      waiting.push(value)
      length += value.length
    }
    const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
    waiting = [all.subarray(bytes)]
    length = all.length - bytes
    return all.subarray(0, bytes)
  }
  for (;;) {
    const head = await readExactly(block)
    if (head.every((byte) => byte === 0)) break
    if (
      head.toString('latin1', 257, 262) !== 'ustar' ||
      Number.parseInt(head.toString('latin1', 148, 154), 8) !== sumOf(head)
    )
      throw new BackupError('data', 'The file is not a backup of Trunkline, or it is damaged.')
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8)
    if (!(size <= maxEntry)) throw new BackupError('data', 'The backup is damaged: an entry is too large.')
    const name = head.toString('utf8', 0, maxName).replace(/\0.*$/s, '')
    const data = await readExactly(Math.ceil(size / block) * block)
    yield { name, data: data.subarray(0, size) }
  }
  // Reads the rest too, so that its authentication is checked.
  while (!(await chunks.next()).done);
}
