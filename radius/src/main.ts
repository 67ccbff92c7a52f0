import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadCertificates } from './certificates.ts'
import { makeFolders, writeFiles, type Layout, type Owner } from './files.ts'
import { observeRadius } from './observe.ts'
import { examinePrograms } from './programs.ts'
import { storeReport } from './report.ts'
import { reasonText } from './status.ts'
import { superviseRadius } from './supervise.ts'

const usage = `npm run radius -- COMMAND [options]

  write   writes the configuration and the certificates of a FreeRADIUS host that the system's own service runs
  watch   makes the FreeRADIUS of this machine forget NAS devices that change in the panel, reports to the panel whether
          it runs and which packets it drops; runs until it is stopped
  run     starts a FreeRADIUS in --folder, keeps it running, and does what watch does; runs until it is stopped

  --raddb FOLDER       configuration (/etc/freeradius/3.0)
  --log FOLDER         log and buffer of accounting (/var/log/freeradius)
  --run FOLDER         control socket (/run/freeradius)
  --user NAME          who runs FreeRADIUS (freerad)
  --folder FOLDER      configuration, log and buffer of run (/var/lib/trunkline-radius)
  --auth-port N        1812
  --acct-port N        1813
  --threads N          requests at one time, each with a connection to the database (2 for each core, from 4 to 16)

Read from the environment: DATABASE_RADIUS_URL, the panel's database as trunkline_radius, and for write
and run TRUNKLINE_RADIUS_KEY, the key of RADIUS secrets in hexadecimal (npm run radius-key, on a machine with the panel's key).`

const fail = (message: string): never => {
  console.error(message)
  process.exit(64) // EX_USAGE of sysexits.h
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    raddb: { type: 'string', default: '/etc/freeradius/3.0' },
    log: { type: 'string', default: '/var/log/freeradius' },
    run: { type: 'string', default: '/run/freeradius' },
    user: { type: 'string', default: 'freerad' },
    folder: { type: 'string', default: '/var/lib/trunkline-radius' },
    'auth-port': { type: 'string', default: '1812' },
    'acct-port': { type: 'string', default: '1813' },
    threads: { type: 'string' },
  },
})
const command = positionals[0]
const databaseUrl = process.env['DATABASE_RADIUS_URL'] ?? ''
if (positionals.length !== 1 || !['write', 'watch', 'run'].includes(command ?? '')) fail(usage)
if (!/^postgres(ql)?:\/\//.test(databaseUrl))
  fail('DATABASE_RADIUS_URL: must be an address that starts with postgres://')
const [authPort, acctPort] = [Number(values['auth-port']), Number(values['acct-port'])]
if (![authPort, acctPort].every((port) => Number.isInteger(port) && port > 0 && port < 65_536))
  fail('A port is a number from 1 to 65535.')
const threads = values.threads === undefined ? undefined : Number(values.threads)
if (threads !== undefined && !(Number.isInteger(threads) && threads > 0 && threads <= 64))
  fail('--threads: must be a whole number from 1 to 64')
const examine = () => examinePrograms(process.env['PATH'] ?? '')
const layout: Layout = { raddb: values.raddb, log: values.log, run: values.run }

/** Root writes as the user that runs the service; any other user as itself. */
function ownerOf(name: string): Owner {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? fail(`There is no user ${name}.`)).split(':').map(Number)
  return { uid: uid as number, gid: gid as number }
}

/** The key of RADIUS secrets. */
function readKey(): Buffer {
  const key = Buffer.from(process.env['TRUNKLINE_RADIUS_KEY'] ?? '', 'hex')
  return key.length === 32 ? key : fail('TRUNKLINE_RADIUS_KEY: must be 32 bytes in hexadecimal')
}

async function write(): Promise<void> {
  const key = readKey()
  const programs = examine()
  if ('state' in programs) return fail(Object.values(reasonText(programs.detail)).join(' '))
  const owner = ownerOf(values.user)
  const certificates =
    (await loadCertificates(databaseUrl, key).catch((error: unknown) => fail((error as Error).message))) ??
    fail('The panel has no RADIUS certificates yet. Start the panel once to create them.')
  writeFiles(layout, { databaseUrl, key, authPort, acctPort, threads, modules: programs.modules, certificates }, owner)
  makeFolders(layout, owner)
  // Debian's service expects a configuration named radiusd.conf; checked as the user that runs it.
  const checked = spawnSync(programs.freeradius, ['-d', layout.raddb, '-n', 'radiusd', '-CX'], {
    ...owner,
    cwd: '/',
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  })
  if (checked.status !== 0) {
    console.error(checked.stdout.trim().split('\n').slice(-5).join('\n'))
    process.exit(1)
  }
  console.log(`Written to ${layout.raddb}. Restart FreeRADIUS.`)
}

const line = (level: string) => (details: object, message: string) =>
  console.log(
    JSON.stringify({
      level,
      time: new Date().toISOString(),
      ...details,
      ...('err' in details && { err: String(details.err) }),
      msg: message,
    }),
  )
const log = { info: line('info'), warn: line('warn') }

/** Runs until a signal stops it. */
function serve(): void {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'trunkline radius status',
    connectionTimeoutMillis: 5_000,
  })
  // Errors of an idle or active connection; the next report opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const query = (sql: string, parameters: unknown[]) => pool.query(sql, parameters)
  const key = command === 'run' ? readKey() : undefined
  const common = { authPort, acctPort, log, examine }
  const started =
    key !== undefined
      ? superviseRadius({
          ...common,
          threads,
          folder: values.folder,
          connect: async () => ({ databaseUrl, key }),
          report: (report) => storeReport(query, values.folder, report),
        })
      : observeRadius({
          ...common,
          layout,
          databaseUrl,
          report: (report) => storeReport(query, layout.raddb, report),
        })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void started.stop().then(() => process.exit(0)))
}

if (command === 'write') await write()
else serve()
