// State of this checkout, for start, build and test. Plain Node: it runs before any package is
// installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export { checkNode } from './check-node.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Under npm a signal may end npm and its shell without reaching this process, which would then run on as an orphan.
 * Treats the parent's exit as the signal.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Whether node_modules matches the lock file, by npm's record of what it installed. */
export function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const wanted = readJson(join(root, 'package-lock.json')).packages
  const found = readJson(installed).packages
  return Object.entries(wanted).every(([path, entry]) => {
    // Workspaces and links have no version; optional packages may be for another system.
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    if (entry.link) return existsSync(join(root, path))
    if (found[path] === undefined) return Boolean(entry.optional || entry.devOptional || entry.peer)
    return found[path].version === entry.version
  })
}

/** Starts a program in the checkout, in this terminal; resolves to its exit code. */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      done(127)
    })
    child.on('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, pass)
      done(signal ? 128 + 15 : code)
    })
  })
}

/** Starts npm by the path with which it started this process, else by name. */
export const npm = (args, options) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        shell: process.platform === 'win32',
        ...options,
      })

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs `work` while no other process of this checkout does: two concurrent installs or builds would remove each
 * other's files. The lock of a process that has ended is taken over.
 * @param path the lock, a file with the process id
 */
export async function exclusively(work, path = join(root, '.cache', 'start.lock')) {
  mkdirSync(dirname(path), { recursive: true })
  // Written to another file and linked, so that a lock never exists without its process id.
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    for (let waited = false; ; waited = true) {
      try {
        linkSync(own, path)
        break
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      removeAbandoned(path)
      if (!waited) console.log('Waiting for another process that installs or builds …')
      await sleep(200)
    }
    try {
      return await work()
    } finally {
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes the lock of a process that has ended; restores it if another process has just acquired it. */
function removeAbandoned(path) {
  const aside = `${path}.${process.pid}.old`
  try {
    if (isAlive(Number(readFileSync(path, 'utf8')))) return
    renameSync(path, aside)
    if (isAlive(Number(readFileSync(aside, 'utf8')))) linkSync(aside, path)
  } catch {
    // Another process was faster; the next attempt reads its lock.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Installs the packages of the lock file if they are missing. */
export async function install() {
  if (isInstalled()) return
  console.log('Installing libraries …')
  const code = await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'])
  if (code !== 0) process.exit(code)
}

/** Runs a program of an installed package with this Node. */
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/**
 * The sources of a workspace's build: its own folder, those of all direct and indirect workspace dependencies, and
 * the files in the root that every build reads. `at`: the root of the checkout.
 */
export function sourcesOf(folder, at = root) {
  const folders = new Map(readJson(join(at, 'package.json')).workspaces.map((path) => [packageOf(at, path).name, path]))
  const found = new Set()
  const add = (path) => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies = {}, devDependencies = {} } = packageOf(at, path)
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      if (folders.has(name)) add(folders.get(name))
    }
  }
  add(folder)
  const top = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/check-node.mjs']
  return [...[...found].sort(), ...top.filter((path) => existsSync(join(at, path)))]
}

const packageOf = (at, folder) => readJson(join(at, folder, 'package.json'))

/** The two built workspaces, and their output. */
export const parts = [
  { name: 'web', result: join(root, 'web', 'dist', 'index.html') },
  { name: 'server', result: join(root, 'server', 'dist', 'main.js') },
]

const SKIPPED_NAMES = new Set(['node_modules', 'dist', 'coverage'])

function* filesOf(path) {
  if (!statSync(path).isDirectory()) {
    if (!/\.test\.tsx?$|\.tsbuildinfo$/.test(path)) yield path
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED_NAMES.has(name) && !name.startsWith('.')) yield* filesOf(join(path, name))
  }
}

/** A checksum of all sources of a part; file times are meaningless after a clone. */
export function fingerprint(part, at = root) {
  const hash = createHash('sha256')
  for (const source of sourcesOf(part.name, at)) {
    for (const file of filesOf(join(at, source))) {
      hash.update(`${relative(at, file)}\0`)
      hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

const stamp = (part) => join(root, '.cache', `built-${part.name}`)

export const isBuilt = (part) =>
  existsSync(part.result) && existsSync(stamp(part)) && readFileSync(stamp(part), 'utf8') === fingerprint(part)

/** Builds a part; exits the process on failure. */
export async function build(part) {
  const before = fingerprint(part)
  const code = await run(process.execPath, [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    join(root, part.name),
    '--logLevel',
    'warn',
    '--emptyOutDir',
    '--config',
    join(root, part.name, 'vite.config.ts'),
  ])
  if (code !== 0) {
    console.error(`Building ${part.name} failed.`)
    process.exit(code)
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp(part), before)
}
