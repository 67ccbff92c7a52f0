import { randomBytes } from 'node:crypto'
import { findFile } from '../../actions/export.ts'
import { RouterError } from '../../errors.ts'
import type { Answer, Values } from '../../session.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { makeAuthority } from '../authority.ts'
import { withHttpServer } from '../http-server.ts'
import { rejectionOf, Undetermined, verify } from '../result.ts'
import { bytewise, comparison, readBytes, requireFileCommands } from './file-contents.ts'

const subject = 'Fetch'
const usedBy = ['server/src/devices/restart.ts runDpk']
const timeout = { timeoutMs: 30_000 }

/** A request that the server received. */
interface Received {
  method: string
  body: Buffer
}

/**
 * Serves HTTP, or HTTPS with a certificate, while `work` runs: `body` with `status` for every request.
 * @throws Undetermined if the address is not one of this computer
 */
async function serving<T>(
  context: CheckContext,
  {
    status = 200,
    body = Buffer.from('served'),
    certificate,
  }: { status?: number; body?: Buffer; certificate?: { key: string; cert: string } },
  work: (url: string, received: readonly Received[]) => Promise<T>,
): Promise<T> {
  const received: Received[] = []
  try {
    return await withHttpServer(
      context.value('serve-address'),
      (request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          received.push({ method: request.method ?? '', body: Buffer.concat(parts) })
          response.writeHead(status).end(body)
        })
      },
      (url) => work(url, received),
      certificate,
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')
      throw new Undetermined('--serve-address is not an address of this computer.')
    throw error
  }
}

/** Fetches, and says so if no request reached this computer. @throws Undetermined, RouterError */
async function fetchOnce(context: CheckContext, args: Values, received: readonly Received[]): Promise<Answer> {
  try {
    return await context.session.run('tool/fetch', args, timeout)
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused' && received.length === 0) {
      if (/device-mode|permissions/.test(error.message)) throw error
      throw new Undetermined(`The router could not fetch from this computer: ${error.message}`)
    }
    throw error
  }
}

export const fetchChecks: readonly Check[] = [
  {
    name: 'fetch-get',
    subject,
    assumes:
      '/tool/fetch stores 100,000 random bytes with their size, and its last row has the status `finished`. Reports whether /file/read returns them unchanged.',
    usedBy,
    needsValue: 'serve-address',
    observes: true,
    steps: [
      'Serves random bytes over HTTP from this computer, and makes the router fetch them.',
      'Reads the file byte by byte.',
    ],
    timeoutMs: 90_000,
    async run(context) {
      requireFileCommands(context)
      context.cleans('file')
      const body = randomBytes(100_000)
      const file = `${context.prefix}.bin`
      await serving(context, { body }, async (url, received) => {
        const { rows } = await fetchOnce(context, { url, 'dst-path': file }, received)
        context.note(`status: ${rows.map((row) => row.status ?? '(absent)').join(', ')}`)
        context.note(`properties: ${Object.keys(rows.at(-1) ?? {}).join(', ')}`)
        verify(rows.at(-1)?.status === 'finished', 'The last row has not the status `finished`.')
      })
      const { size } = await findFile(context.session, file)
      context.note(`size=${size ?? '(absent)'}`)
      verify(size === body.length, 'The size differs from the served one.')
      const connection = await context.logInRaw(bytewise)
      context.note(`Read: ${comparison(body, await readBytes(connection, file, body.length))}`)
    },
  },
  {
    name: 'fetch-status',
    subject,
    assumes: 'A reply with the status 404 is a trap, and leaves no file. Reports its message.',
    usedBy,
    needsValue: 'serve-address',
    observes: true,
    steps: ['Answers a fetch with 404.'],
    timeoutMs: 60_000,
    async run(context) {
      context.cleans('file')
      const file = `${context.prefix}.txt`
      await serving(context, { status: 404 }, async (url, received) => {
        const work = fetchOnce(context, { url, 'dst-path': file }, received)
        const error = await rejectionOf(work, 'The router reported no error.')
        context.note(`${error.kind}: ${error.message}`)
        verify(error.kind === 'refused', `The error was ${error.kind} instead of a trap.`)
      })
      const rows = await context.session.print('file', { proplist: ['name'], where: { name: file } })
      verify(rows.length === 0, 'The router stored a file.')
    },
  },
  {
    name: 'fetch-put',
    subject,
    assumes:
      'With `http-method=put` and `http-data` the router sends a PUT with this body. Reports what it sends with `src-path` instead.',
    usedBy,
    needsValue: 'serve-address',
    observes: true,
    steps: [
      'Makes the router send a short text by PUT to this computer.',
      'Makes it send a file by `src-path`, with and without `upload`.',
    ],
    timeoutMs: 90_000,
    async run(context) {
      context.cleans('file')
      const file = `${context.prefix}.txt`
      await serving(context, {}, async (url, received) => {
        const put = { url, 'http-method': 'put', output: 'none' }
        await fetchOnce(context, { ...put, 'http-data': 'text of the check' }, received)
        const [first] = received
        context.note(`http-data: ${first?.method} with ${first?.body.length} bytes`)
        verify(first?.method === 'PUT', 'The router did not send a PUT.')
        verify(first.body.toString() === 'text of the check', 'The body differs from the text.')
        await fetchOnce(context, { url, 'dst-path': file }, received)
        for (const [label, more] of [
          ['src-path', {}],
          ['src-path and upload', { upload: true }],
        ] as const) {
          const before = received.length
          const outcome = await context.session.run('tool/fetch', { ...put, 'src-path': file, ...more }, timeout).then(
            () => 'accepted',
            (error: unknown) => (error instanceof Error ? error.message : 'an error'),
          )
          const sent = received.slice(before).map(({ method, body }) => `${method} with ${body.length} bytes`)
          context.note(`${label}: ${outcome}; received ${sent.join(', ') || 'nothing'}`)
        }
      })
    },
  },
  {
    name: 'fetch-own-ca',
    subject,
    assumes:
      'With `check-certificate=yes` the router rejects a server of an unknown authority, and accepts it after the certificate of the authority was imported.',
    usedBy,
    needsValue: 'serve-address',
    steps: [
      'Makes a certificate authority whose key is discarded, and serves HTTPS with a certificate of it.',
      'Fetches without a check, with a check, and with a check after /certificate/import; removes the certificate.',
    ],
    timeoutMs: 120_000,
    async run(context) {
      requireFileCommands(context)
      context.cleans('file')
      context.cleans('certificate')
      const { session, prefix } = context
      const { authority, ...certificate } = makeAuthority(prefix, context.value('serve-address'))
      const file = `${prefix}.pem`
      await serving(context, { certificate }, async (url, received) => {
        const args = { url, output: 'none' }
        await fetchOnce(context, { ...args, 'check-certificate': false }, received)
        const checked = { ...args, 'check-certificate': true }
        const error = await rejectionOf(
          session.run('tool/fetch', checked, timeout),
          'The router accepted a server of an unknown authority.',
        )
        context.note(`Before the import: ${error.message}`)
        await session.add('file', { name: file, contents: authority })
        await findFile(session, file)
        await context.command('certificate/import', { 'file-name': file, passphrase: '' })
        const rows = await session.print('certificate', { proplist: ['name', 'common-name', 'trusted', 'authority'] })
        const row = rows.find((one) => one.name?.includes(prefix) === true || one['common-name'] === prefix)
        context.note(`name=${row?.name} trusted=${row?.trusted} authority=${row?.authority}`)
        verify(row !== undefined, 'The router lists no certificate with the name of the file or of the authority.')
        const { rows: fetched } = await session.run('tool/fetch', checked, timeout)
        context.note(`After the import: ${fetched.at(-1)?.status ?? '(absent)'}`)
      })
    },
  },
]
