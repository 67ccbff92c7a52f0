import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const children: ChildProcess[] = []

/** Starts one of our programs in a separate process, and waits until `ready` returns true. Stopped by `endProcesses`. */
export async function start(
  file: string,
  args: string[],
  env: Record<string, string>,
  ready: (child: ChildProcess) => Promise<void>,
): Promise<ChildProcess> {
  const child = fork(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The built panel runs with the flags of deploy/.
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps', '--max-semi-space-size=4'],
  })
  children.push(child)
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code} before it was ready`))),
  )
  await Promise.race([ready(child), ended])
  ended.catch(() => undefined)
  return child
}

/** Maximum time until a panel is ready, in milliseconds: after a large seed PostgreSQL may still write to disk. */
const readyTimeout = 180_000

const untilAnswers = async (url: string) => {
  for (const from = Date.now(); Date.now() - from < readyTimeout;) {
    const ok = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${url} does not respond within ${readyTimeout / 1000} s`)
}

/** The built panel on a database, with the web role only. */
export const startPanel = (url: string, folder: string, port: number): Promise<ChildProcess> =>
  start(
    fileURLToPath(new URL('../../server/dist/main.js', import.meta.url)),
    ['--role=web'],
    {
      DATABASE_URL: url,
      PORT: String(port),
      TRUNKLINE_DATA: folder,
      TRUNKLINE_DEMO: 'off',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    },
    () => untilAnswers(`http://127.0.0.1:${port}/health/ready`),
  )

export async function endProcesses(): Promise<void> {
  for (const child of children) child.kill('SIGTERM')
  if (children.length > 0) await new Promise((done) => setTimeout(done, 1500))
}
