import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Several Trunkline processes (web, worker) may share one embedded server. Each writes a file with its process id; the
 * last one to leave stops the server. A lock serializes starts and stops.
 */

/** True while a process with this id exists, whichever program it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process ids are reused; the pair of id and start time is not. The start time is available on Linux only. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted from the end of the program name, which may contain spaces (man 5 proc_pid_stat).
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const mark = () => `${process.pid} ${startTimeOf(process.pid)}`

/** True while the process that wrote this mark is running. */
function isRunning(written: string): boolean {
  const [pid, born] = written.trim().split(' ')
  return isAlive(Number(pid)) && startTimeOf(Number(pid)) === (born ?? '')
}

const folder = (dataDir: string) => join(dataDir, 'postgres-users')

/** Registers this process as a user of the server. */
export function registerProcess(dataDir: string): void {
  mkdirSync(folder(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder(dataDir), String(process.pid)), mark())
}

/**
 * Removes this process from the users of the server.
 * @returns true if no other process uses it
 */
export function unregisterProcess(dataDir: string): boolean {
  rmSync(join(folder(dataDir), String(process.pid)), { force: true })
  let others = 0
  for (const name of readdirSync(folder(dataDir))) {
    const path = join(folder(dataDir), name)
    if (isRunning(readFileSync(path, 'utf8'))) others++
    else rmSync(path, { force: true })
  }
  return others === 0
}

/**
 * Runs `work` while no other Trunkline process starts or stops the server of this folder. The lock of a killed process
 * is taken over.
 * @throws Error if a running process holds the lock for more than two minutes
 */
export async function exclusively<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const path = join(dataDir, 'postgres.lock')
  const deadline = Date.now() + 120_000
  for (;;) {
    try {
      writeLock(path)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (isAbandoned(path)) removeFile(path)
    else if (Date.now() > deadline) {
      throw new Error(`Another process holds ${path}: it has been starting or stopping the database for too long.`)
    } else await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @throws Error with EEXIST if the lock exists; with ENOSPC on a full disk, without leaving a file */
function writeLock(path: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, mark())
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Removes an abandoned lock; if another process has just replaced it with its own, restores that one. */
function removeFile(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (isRunning(readFileSync(aside, 'utf8'))) linkSync(aside, path)
  } catch {
    // Another process was faster; the next attempt sees its lock.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isAbandoned(path: string): boolean {
  try {
    const written = readFileSync(path, 'utf8')
    // An empty file was created but not yet written. After one second its process is assumed dead.
    if (written === '') return Date.now() - statSync(path).mtimeMs > 1000
    return !isRunning(written)
  } catch {
    return false
  }
}
