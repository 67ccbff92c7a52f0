// npm run dev: the server from its sources on PORT, restarted on changes, and the browser's files by
// Vite on http://localhost:5173, which passes calls on to the server.
import { bin, checkNode, endWithNpm, install, run } from './checkout.mjs'

checkNode()
endWithNpm()
await install()
const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'debug' }
env.TRUNKLINE_BASE_URL ??= 'http://localhost:5173'
env.TRUNKLINE_DEMO ??= 'on'
const both = [
  run(bin('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts'], { env }),
  run(bin('vite'), ['web', '--config', 'web/vite.config.ts', '--clearScreen', 'false'], { env }),
]
process.exitCode = await Promise.race(both)
process.kill(process.pid, 'SIGTERM')
await Promise.all(both)
