import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = (part: 'server/dist/main.js' | 'web/dist/index.html') =>
  fileURLToPath(new URL(`../../${part}`, import.meta.url))

/** Maximum time until a process replies, in milliseconds; the first start creates a database. */
const startTimeout = 150_000
/** Maximum time until a process stops on request, in milliseconds. */
const stopTimeout = 30_000

/** The password of all demo users in these tests. */
export const demoPassword = 'the wire hums at night'

export interface Panel {
  /** Its address, without a slash at the end. */
  origin: string
  /** Its data folder with the installation's key. */
  dataDir: string
  /** Its output so far. */
  printed(): string
  /** Starts another process on the same database and data folder, with its own port. */
  another(role: 'web' | 'worker'): Promise<Panel>
  /** Stops it. Stopping the first process of an installation also stops the database and deletes the data. */
  stop(): Promise<void>
}

interface Settings {
  /** Whether the first start seeds the demo. */
  demo: boolean
  /** The mail server; undefined: mails stay in the outbox. */
  smtpUrl?: string
  /**
   * UDP ports for a separate FreeRADIUS; undefined: none is started. Tests run in parallel, so they cannot use the
   * default ports.
   */
  radius?: { authPort: number; acctPort: number }
  /** Default: warnings and errors. */
  logLevel?: 'info'
}

const running = new Set<ChildProcess>()
// An interrupted test run must not leave servers or databases running.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** A free port. It is part of the links in mails, so it has to be known before the start. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The minimal environment of a process, without settings of the user who runs the tests. */
const inherited = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

async function startProcess(
  dataDir: string,
  { demo, smtpUrl, radius, logLevel }: Settings,
  role: 'all' | 'web' | 'worker',
): Promise<Panel> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--enable-source-maps', built('server/dist/main.js'), `--role=${role}`], {
    env: {
      ...inherited(),
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUNKLINE_BASE_URL: origin,
      TRUNKLINE_DATA: dataDir,
      TRUNKLINE_DEMO: demo ? 'on' : 'off',
      ...(demo && { TRUNKLINE_DEMO_PASSWORD: demoPassword }),
      ...(smtpUrl !== undefined && {
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'Trunkline <panel@trunkline.example>',
      }),
      TRUNKLINE_RADIUS: radius ? 'auto' : 'off',
      ...(radius && { RADIUS_AUTH_PORT: String(radius.authPort), RADIUS_ACCT_PORT: String(radius.acctPort) }),
      LOG_LEVEL: logLevel ?? 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const ended = once(child, 'exit').then(() => running.delete(child))
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The panel ${why}. Output:\n${output}`))
    const timer = setTimeout(() => fail(`did not start within ${startTimeout} ms`), startTimeout)
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      // The last line of a start: the demo is announced, and jobs are processed.
      if (!/Trunkline \S+ is ready/.test(output)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', (code) => fail(`ended with code ${code}`))
  }).catch(async (error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    origin,
    dataDir,
    printed: () => output,
    another: (other) => startProcess(dataDir, { demo, ...(smtpUrl !== undefined && { smtpUrl }) }, other),
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
      child.kill('SIGTERM')
      await ended
      clearTimeout(timer)
    },
  }
}

/** Seeds the demo in an empty folder, with the history of its devices. The panel has stopped when this returns. */
export async function seedDemo(dataDir: string): Promise<void> {
  const panel = await startProcess(dataDir, { demo: true, logLevel: 'info' }, 'all')
  try {
    const end = Date.now() + startTimeout
    while (!panel.printed().includes('the history of the demo is written')) {
      if (Date.now() > end) throw new Error(`The history of the demo was not written. Output:\n${panel.printed()}`)
      await new Promise((done) => setTimeout(done, 200))
    }
  } finally {
    await panel.stop()
  }
}

/** Environment variable with the data folder of a stopped panel that has seeded the demo (`demo-folder.ts`). */
export const demoFolderVariable = 'TRUNKLINE_E2E_DEMO'

/**
 * Starts the built panel on a new embedded database in its own folder, which is a copy of the seeded demo where there
 * is one: seeding takes longer than many a test.
 * @throws Error with the panel's output if it does not start
 */
export async function startPanel(settings: Settings): Promise<Panel> {
  for (const part of ['server/dist/main.js', 'web/dist/index.html'] as const)
    if (!existsSync(built(part))) throw new Error(`${part} is missing: run \`npm run build\` first`)
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkline-e2e-'))
  const clear = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const seeded = process.env[demoFolderVariable]
  try {
    if (settings.demo && seeded !== undefined) await cp(seeded, dataDir, { recursive: true })
    const panel = await startProcess(dataDir, settings, 'all')
    return {
      ...panel,
      async stop() {
        await panel.stop()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}
