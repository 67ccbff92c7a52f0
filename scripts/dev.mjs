// npm run dev: the server from its sources, restarted on changes, and the browser's files by Vite, which proxies calls to
// the server. Open Vite's page. Ports: see dev-settings.mjs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkNode, endWithNpm, install, root } from './checkout.mjs'
import { devSettings } from './dev-settings.mjs'

/** Starts a Node program in its own process group: Ctrl+C reaches only this process, which stops the others once. */
const start = (args, env) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })

checkNode()
endWithNpm()
await install()
const env = settings()
const children = [
  // Node's watch mode waits for the server's orderly shutdown; the database and FreeRADIUS stop with it.
  start(['--watch', '--watch-preserve-output', '--import', 'tsx', 'server/src/main.ts'], env),
  start(
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'web', '--config', 'web/vite.config.ts', '--clearScreen', 'false'],
    env,
  ),
]
console.log(`Development server: http://localhost:${env.WEB_PORT}`)

function settings() {
  try {
    return devSettings(process.env)
  } catch (error) {
    console.error(error.message)
    process.exit(78)
  }
}

let isStopping = false
function stop() {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

const ends = children.map((child) => once(child, 'exit'))
const [code] = await Promise.race(ends)
// Neither is useful without the other.
process.exitCode = isStopping ? 0 : (code ?? 1)
stop()
await Promise.all(ends)
