import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { certificateFolder } from '@trunkline/radius/certificates'
import { findPrograms } from '@trunkline/radius/programs'
import { startRadius, type Radius } from '@trunkline/radius/launch'
import { loadRecords } from '@trunkline/radius/records'
import { watchNas } from '@trunkline/radius/watch'
import { createAuthority, createServerCertificate, type KeyPair } from '@trunkline/radius/x509'
import { createLog } from '../log.ts'
import { radiusKey, seal } from '../sessions/seal.ts'
import { radiusDatabase } from '../sessions/start-radius.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const run = promisify(execFile)

export const testKey = Buffer.alloc(32, 7)

/** A reply as radclient prints it. */
export interface Reply {
  /** `Access-Accept`, `Access-Reject`, `Accounting-Response`; '' if none was received. */
  code: string
  /** Attributes by name; repeated ones in order. */
  attributes: Record<string, string[]>
}

export interface TestRadius {
  database: TestDatabase
  radius: Radius
  folder: string
  /** Folder of its certificates, and the CA that signed them. */
  certificates: string
  authority: KeyPair
  authPort: number
  acctPort: number
  /** Rows of a statement, as the panel itself. */
  query<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  /** Sends one packet from a NAS. `from` is its address, default 127.0.0.2. */
  send(kind: 'auth' | 'acct', attributes: Record<string, string | number>, options?: SendOptions): Promise<Reply>
  /** The same for a packet in radclient's syntax: repeated attributes, octets. */
  sendText(kind: 'auth' | 'acct' | 'status', text: string, options?: SendOptions): Promise<Reply>
  /** Sends many packets in parallel, and returns the number of replies. */
  flood(
    kind: 'auth' | 'acct',
    packets: Record<string, string | number>[],
    options?: SendOptions & { tries?: number },
  ): Promise<{ answered: number; lost: number }>
  stop(): Promise<void>
}

export interface SendOptions {
  from?: string
  secret?: string
  tries?: number
  /** Seconds per try. */
  wait?: number
}

export const nasSecret = 'nas-secret'

/** A UDP port that is free now. */
export const freePort = () =>
  new Promise<number>((done, fail) => {
    const socket = createSocket('udp4')
    socket.once('error', fail)
    socket.bind(0, '0.0.0.0', () => {
      const { port } = socket.address()
      socket.close(() => done(port))
    })
  })

const lineOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes)
    .map(
      ([name, value]) =>
        `${name} = ${typeof value === 'number' || /^0x[0-9a-f]*$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`}`,
    )
    .join('\n')

function parse(output: string): Reply {
  const at = output.search(/^Received /m)
  if (at < 0) return { code: '', attributes: {} }
  const [head = '', ...lines] = output.slice(at).split('\n')
  const attributes: Record<string, string[]> = {}
  for (const line of lines) {
    const match = /^\t([\w-]+) = (.*)$/.exec(line)
    if (match === null) break
    const [, name = '', value = ''] = match
    ;(attributes[name] ??= []).push(value.replace(/^"(.*)"$/, '$1'))
  }
  return { code: /^Received (\S+)/.exec(head)?.[1] ?? '', attributes }
}

/**
 * The reply without its signature.
 * @throws Error if the first attribute of the reply to a login is not its Message-Authenticator (CVE-2024-3596).
 *   radclient drops a reply with a wrong signature.
 */
function checkSigned(reply: Reply): Reply {
  if (!reply.code.startsWith('Access-')) return reply
  const [first, ...others] = Object.entries(reply.attributes)
  if (first?.[0] !== 'Message-Authenticator') throw new Error(`${reply.code} begins with ${first?.[0] ?? 'nothing'}`)
  return { ...reply, attributes: Object.fromEntries(others) }
}

/**
 * A database, and a FreeRADIUS on free ports that uses it.
 * @param own a database server that the test may stop
 */
export async function startTestRadius(own?: TestDatabase): Promise<TestRadius> {
  const programs = findPrograms(process.env.PATH ?? '')
  if (typeof programs === 'string') throw new Error(programs)
  const database = own ?? (await createTestDatabase())
  const settings = {
    authPort: await freePort(),
    acctPort: await freePort(),
    databaseUrl: undefined,
    address: undefined,
    start: true,
    historyMonths: 13,
    path: '',
  }
  const databaseUrl = await radiusDatabase({ key: testKey, radius: settings }, database.url)
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-radius-'))
  const log = createLog('silent')
  const { authPort, acctPort } = settings
  const authority = await createAuthority()
  const server = await createServerCertificate({ issuer: authority, names: ['radius.example'] })
  const radius = await startRadius({
    folder,
    programs,
    databaseUrl,
    key: radiusKey(testKey),
    authPort,
    acctPort,
    log,
    certificates: { ca: authority.certificate, server: server.certificate, key: server.key },
  })
  const watch = watchNas({ databaseUrl, control: radius.control, log })
  const records = loadRecords({ databaseUrl, folder: radius.records, log })
  await watch.ready
  const portOf = (kind: 'auth' | 'acct' | 'status') => (kind === 'acct' ? acctPort : authPort)
  async function sendText(
    kind: 'auth' | 'acct' | 'status',
    text: string,
    { from = '127.0.0.2', secret = nasSecret, tries = 1, wait = 5 }: SendOptions = {},
  ): Promise<Reply> {
    const six = from.includes(':')
    const source = six ? `Packet-Src-IPv6-Address = "${from}"` : `Packet-Src-IP-Address = ${from}`
    const target = `${six ? '[::1]' : '127.0.0.1'}:${portOf(kind)}`
    const args = ['-x', '-r', String(tries), '-t', String(wait), target, kind, secret]
    const child = run('radclient', args, { timeout: (tries * wait + 3) * 1000 })
    child.child.stdin?.end(`${text}\n${source}`)
    const { stdout } = await child.catch((error: { stdout: string }) => error)
    return checkSigned(parse(stdout))
  }
  return {
    database,
    radius,
    folder,
    certificates: certificateFolder(join(folder, 'raddb')),
    authority,
    authPort,
    acctPort,
    query: async <T>(sql: string, values: unknown[] = []) => {
      // As the panel and the process next to FreeRADIUS do every second.
      await records.flush().catch((e) => console.log('FLUSH', e))
      await database.databases.appAll.query('select panel.process_reports(true)').catch(() => {})
      return (await database.databases.appAll.query(sql, values)).rows as T[]
    },
    send: (kind, attributes, options) => sendText(kind, lineOf(attributes), options),
    sendText,
    flood(kind, packets, { from = '127.0.0.2', secret = nasSecret, tries = 3, wait = 8 } = {}) {
      const input = packets.map((packet) => `${lineOf(packet)}\nPacket-Src-IP-Address = ${from}`).join('\n\n')
      const child = spawn('radclient', [
        '-x',
        '-s',
        '-p',
        '10',
        '-r',
        String(tries),
        '-t',
        String(wait),
        `127.0.0.1:${portOf(kind)}`,
        kind,
        secret,
      ])
      child.stdin.end(`${input}\n`)
      let reported = ''
      child.stdout.on('data', (chunk) => (reported += String(chunk)))
      return new Promise((done) => {
        child.on('close', () => {
          for (const { index } of reported.matchAll(/^Received Access-/gm)) checkSigned(parse(reported.slice(index)))
          const count = (name: string) => Number(new RegExp(`${name}\\s*:\\s*(\\d+)`).exec(reported)?.[1] ?? -1)
          done({ answered: count('Accepted') + Math.max(0, count('Rejected')), lost: count('Lost') })
        })
      })
    },
    async stop() {
      await watch.stop()
      await records.stop()
      await radius.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Companies, a tariff and two NAS devices: the target of every test's logins. */
export async function seedRadiusTenants({ query }: Pick<TestRadius, 'query'>) {
  const company = async (name: string, type: string, parent: number | null) =>
    (
      await query<{ id: number }>('insert into company (name, type, parent_id) values ($1, $2, $3) returning id', [
        name,
        type,
        parent,
      ])
    )[0]!.id
  const root = await company('Root', 'simrush', null)
  const reseller = await company('Reseller', 'reseller', root)
  const other = await company('Other', 'reseller', root)
  const client = await company('Client', 'client', reseller)
  const stranger = await company('Stranger', 'client', other)
  const tariff = async (values: Record<string, unknown> = {}) =>
    add('tariff', { company_id: root, name: `Tariff ${Math.random()}`, currency: 'EUR', ...values })
  const add = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(values)
    const rows = await query<{ id: number }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(values),
    )
    return rows[0]!.id
  }
  const nas = (address: string, values: Record<string, unknown> = {}) =>
    add('nas', { company_id: reseller, name: `NAS ${address}`, address, secret: seal(testKey, nasSecret), ...values })
  const plain = await tariff()
  const service = (username: string, values: Record<string, unknown> = {}) => {
    const { password = `pw-${username}`, ...rest } = values
    return add('service', {
      kind: 'service',
      company_id: client,
      username,
      password: password === null ? null : seal(testKey, password as string),
      tariff_id: plain,
      status: 'active',
      simultaneous_use: null,
      ipv4_method: 'nas-decides',
      ...rest,
    })
  }
  return { root, reseller, other, client, stranger, plain, add, tariff, nas, service }
}
