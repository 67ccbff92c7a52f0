import { findFile, removeFile } from '../../actions/export.ts'
import { RouterError } from '../../errors.ts'
import { connectSsh, type SshSession } from '../../ssh/session.ts'
import { isSince } from '../../values/version.ts'
import type { ReadText } from '../../wire/text.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import type { RawConnection } from '../raw-connection.ts'
import { CheckFailure, NotApplicable, rejectionOf, verify } from '../result.ts'

const subject = 'Files'
const usedBy = ['routeros/src/actions/export.ts readFile']

/** Maximum bytes in one reply of `/file/read`. */
const maxChunk = 32_768

/** One character for each byte: the bytes of a reply can be compared. */
export const bytewise: ReadText = (bytes, start, end) => bytes.toString('latin1', start, end)

/** Each of the 256 bytes, four times. */
export const allBytes = Buffer.from(Array.from({ length: 1_024 }, (_, index) => index % 256))

/** @throws NotApplicable before the first version that has all commands of these checks */
export function requireFileCommands(context: CheckContext): void {
  if (!isSince(context.version, '7.13')) throw new NotApplicable('/file/read exists since 7.13.')
}

/**
 * Reads a file byte by byte.
 * @param connection opened with `bytewise`
 * @throws CheckFailure if the router rejects the read
 */
export async function readBytes(connection: RawConnection, file: string, size: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let offset = 0; offset < size; offset += maxChunk) {
    const replies = await connection.call('/file/read', `=file=${file}`, `=chunk-size=${maxChunk}`, `=offset=${offset}`)
    const trap = replies.find(({ word }) => word === '!trap')
    if (trap !== undefined) throw new CheckFailure(`The file could not be read: ${trap.values.message}`)
    const found = replies.find(({ values }) => values.data !== undefined || values.ret !== undefined)?.values
    parts.push(Buffer.from(found?.data ?? found?.ret ?? '', 'latin1'))
  }
  return Buffer.concat(parts)
}

/** How two contents compare, for the evidence. */
export function comparison(written: Buffer, read: Buffer): string {
  if (written.equals(read)) return 'equal'
  const at = written.findIndex((byte, index) => read[index] !== byte)
  return `different: ${written.length} bytes written, ${read.length} read, first difference at byte ${at < 0 ? written.length : at}`
}

export const contentChecks: readonly Check[] = [
  {
    name: 'file-binary',
    subject,
    assumes:
      'Contents with line breaks, tabs, quotes and UTF-8 are written by /file/add and read by /file/read unchanged. Reports whether this holds for all 256 bytes.',
    usedBy,
    observes: true,
    steps: ['Writes a file of text and one of all 256 bytes through the binary API.', 'Reads both byte by byte.'],
    async run(context) {
      requireFileCommands(context)
      context.cleans('file')
      const connection = await context.logInRaw(bytewise)
      const write = async (name: string, contents: Buffer) => {
        const file = `${context.prefix}-${name}.txt`
        const word = Buffer.concat([Buffer.from('=contents='), contents])
        const replies = await connection.callBytes(['/file/add', `=name=${file}`], word)
        const trap = replies.find(({ word }) => word === '!trap')
        if (trap !== undefined) return `rejected: ${trap.values.message}`
        const { size } = await findFile(context.session, file)
        return comparison(contents, await readBytes(connection, file, size ?? contents.length))
      }
      const text = await write('text', Buffer.from('a\tb "c" $d \\e; {f} [g]\r\nöäü € 漢字 #\n'))
      context.note(`Text: ${text}`)
      context.note(`All 256 bytes: ${await write('bytes', allBytes)}`)
      verify(text === 'equal', 'The text read differs from the one written.')
    },
  },
  {
    name: 'file-limits',
    subject,
    assumes:
      'A file of 60,000 bytes can be written by /file/add; /file/read returns at most 32,768 bytes at once, and rejects a larger `chunk-size`. Reports which larger contents are accepted.',
    usedBy,
    observes: true,
    steps: [
      'Writes 60,000 characters, reads them back, and requests a chunk of 32,769 bytes.',
      'Writes 61,440, 65,535 and 65,536 characters.',
    ],
    timeoutMs: 60_000,
    async run(context) {
      requireFileCommands(context)
      context.cleans('file')
      const { session, prefix } = context
      const contents = 'trunkline-0123456789\n'.repeat(3_000).slice(0, 60_000)
      const file = `${prefix}-limit.txt`
      await session.add('file', { name: file, contents })
      await findFile(session, file)
      const connection = await context.logInRaw(bytewise)
      const read = await readBytes(connection, file, contents.length)
      context.note(`60,000 bytes: ${comparison(Buffer.from(contents), read)}`)
      verify(read.equals(Buffer.from(contents)), 'The file read differs from the one written.')
      const error = await rejectionOf(
        session.run('file/read', { file, 'chunk-size': maxChunk + 1, offset: 0 }),
        `A chunk of ${maxChunk + 1} bytes was not rejected.`,
      )
      context.note(`chunk-size=${maxChunk + 1}: ${error.message}`)
      for (const size of [61_440, 65_535, 65_536]) {
        const name = `${prefix}-${size}.txt`
        try {
          await session.add('file', { name, contents: 'x'.repeat(size) })
          const found = await findFile(session, name)
          context.note(`${size} bytes: accepted, size=${found.size ?? '(absent)'}`)
        } catch (rejection) {
          if (!(rejection instanceof RouterError) || rejection.kind !== 'refused') throw rejection
          context.note(`${size} bytes: ${rejection.message}`)
        }
      }
    },
  },
  {
    name: 'file-sftp',
    subject,
    assumes:
      'With the login of the API, and the port of `ssh` in /ip/service, SFTP returns the bytes of a file by its name. The host key is the same on each connection.',
    usedBy: ['routeros/src/ssh/session.ts connectSsh', 'server/src/devices/open-ssh.ts openSsh'],
    steps: [
      'Logs in over SSH twice, and compares the host keys.',
      'Exports the configuration to a file, reads it over SFTP, and compares its size with /file, and its text with /file/read since 7.13.',
    ],
    timeoutMs: 90_000,
    async run(context) {
      context.cleans('file')
      const { session, prefix } = context
      const ssh = await openSsh(context)
      try {
        const name = `${prefix}-sftp`
        await session.run('export', { file: name }, { timeoutMs: 60_000 })
        const { size } = await findFile(session, `${name}.rsc`)
        const bytes = await ssh.readFile(`${name}.rsc`, { maxBytes: 16_000_000 })
        context.note(`${bytes.length} bytes over SFTP, ${size ?? 'unknown number of'} bytes in /file`)
        verify(bytes.includes('by RouterOS'), 'The file is not an export.')
        if (isSince(context.version, '7.13')) {
          const read = await readBytes(await context.logInRaw(bytewise), `${name}.rsc`, bytes.length + maxChunk)
          context.note(`/file/read and SFTP: ${comparison(read, bytes)}`)
          verify(read.equals(bytes), 'SFTP and /file/read return different contents.')
        }
        await removeFile(session, `${name}.rsc`)
        const again = await openSsh(context)
        await again.close()
        verify(again.hostKey === ssh.hostKey, 'The host key differs on the second connection.')
      } finally {
        await ssh.close()
      }
    },
  },
  {
    name: 'file-sftp-write',
    subject,
    assumes: 'SFTP stores bytes as a file of this name and size, which /file lists, and returns them unchanged.',
    usedBy: ['routeros/src/ssh/session.ts connectSsh', 'server/src/devices/run-load-backup.ts load'],
    steps: ['Writes all 256 bytes several times to a file over SFTP, reads them back, and removes the file.'],
    timeoutMs: 60_000,
    async run(context) {
      context.cleans('file')
      const { session, prefix } = context
      const ssh = await openSsh(context)
      try {
        const name = `${prefix}-written.backup`
        const bytes = Buffer.concat(Array.from({ length: 40 }, () => allBytes))
        await ssh.writeFile(name, bytes)
        const { size } = await findFile(session, name)
        const read = await ssh.readFile(name, { maxBytes: 1_000_000 })
        context.note(`${size ?? 'unknown number of'} bytes in /file; ${comparison(read, bytes)}`)
        verify(read.equals(bytes), 'SFTP returns other contents than were written.')
        verify(size === null || size === bytes.length, 'The size in /file differs.')
        await removeFile(session, name)
      } finally {
        await ssh.close()
      }
    },
  },
]

/** @throws NotApplicable if the SSH service of the router is disabled */
export async function openSsh({ session, run }: Pick<CheckContext, 'session' | 'run'>): Promise<SshSession> {
  const rows = await session.print('ip/service', { proplist: ['name', 'port', 'disabled'], where: { name: 'ssh' } })
  const service = rows.find(({ name }) => name === 'ssh')
  if (service === undefined || service.disabled === 'true') throw new NotApplicable('The SSH service is disabled.')
  const { host, address, user, password } = run.target
  return connectSsh({ address: address ?? host, port: Number(service.port), user, password })
}
