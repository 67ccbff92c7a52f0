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
 * Several of our processes (web, worker) may share one embedded server. Each leaves a file with its
 * process id; whoever leaves last stops the server. A lock makes start and stop one at a time.
 */

/** True while a process with this id exists, ours or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process id is given out again; id and start time together are not. Start time: Linux only. */
function birth(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted behind the program's name, which may hold spaces (man 5 proc_pid_stat).
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const mark = () => `${process.pid} ${birth(process.pid)}`

/** True while the process that wrote this mark lives. */
function lives(written: string): boolean {
  const [pid, born] = written.trim().split(' ')
  return isAlive(Number(pid)) && birth(Number(pid)) === (born ?? '')
}

const folder = (dataDir: string) => join(dataDir, 'postgres-users')

/** Notes that this process uses the server. */
export function enter(dataDir: string): void {
  mkdirSync(folder(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder(dataDir), String(process.pid)), mark())
}

/** Notes that this process no longer uses the server; true when nobody else does. */
export function leave(dataDir: string): boolean {
  rmSync(join(folder(dataDir), String(process.pid)), { force: true })
  let others = 0
  for (const name of readdirSync(folder(dataDir))) {
    const path = join(folder(dataDir), name)
    if (lives(readFileSync(path, 'utf8'))) others++
    else rmSync(path, { force: true })
  }
  return others === 0
}

/**
 * Runs `work` while no other process of ours starts or stops the server of this folder. A lock left
 * by a killed process is taken over.
 * @throws Error when a living process holds the lock for over two minutes
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
      throw new Error(`Another process holds ${path}: it starts or stops the database for too long.`)
    } else await sleep(50)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @throws Error with EEXIST where there is a lock; on a full disk with ENOSPC, and leaves none behind */
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

/** Removes an abandoned lock; one that another process had just made anew is put back. */
function removeFile(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (lives(readFileSync(aside, 'utf8'))) linkSync(aside, path)
  } catch {
    // Another process was faster; the next round sees what it left.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isAbandoned(path: string): boolean {
  try {
    const written = readFileSync(path, 'utf8')
    // Empty: between being made and being written; a second later nobody is coming back for it.
    if (written === '') return Date.now() - statSync(path).mtimeMs > 1000
    return !lives(written)
  } catch {
    return false
  }
}
