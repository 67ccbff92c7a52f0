import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf } from '../../server/src/db/embedded/cluster.ts'
import { readPostmaster } from '../../server/src/db/embedded/postmaster.ts'

/**
 * CPU seconds of a process, and of all processes of the database, including those that have ended.
 * @param folder data folder of the embedded database
 */
export function cpuOf(folder: string, processId: number): { process: number; database: number } {
  const postmaster = readPostmaster(clusterOf(folder))!.pid
  const used = { process: 0, database: 0 }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const seconds = (fields[11]! + fields[12]!) / 100
      if (Number(pid) === processId) used.process += seconds
      if (Number(pid) === postmaster || fields[1] === postmaster) used.database += seconds
      // Children that the postmaster has waited for (proc(5): cutime, cstime): autovacuum workers are short-lived.
      if (Number(pid) === postmaster) used.database += (fields[13]! + fields[14]!) / 100
    } catch {
      // It has ended since.
    }
  }
  return used
}

export interface RadiusLoad {
  mode: 'auth' | 'acct'
  port: number
  secret: string
  /** Packets in the format of radclient. */
  requests: string[]
  /** Process id of the FreeRADIUS. */
  pid: number
  /** Data folder of the embedded database. */
  folder: string
  /** Pending work of answered requests; part of the measured time. */
  finish?: (() => Promise<unknown>) | undefined
}

/** Packets per radclient process: its own cost per packet grows with their number and would distort the measurement. */
const perClient = 2000

/** Sends the packets of a file, 32 in flight. @returns the number of accepted ones */
async function send(file: string, { mode, port, secret }: RadiusLoad): Promise<number> {
  const args = ['-q', '-s', '-p', '32', '-r', '3', '-t', '5', '-f', file, `127.0.0.1:${port}`, mode, secret]
  const child = spawn('radclient', args)
  let summary = ''
  child.stdout.on('data', (chunk) => (summary += String(chunk)))
  await new Promise((done) => child.on('close', done))
  return Number(/Accepted\s*:\s*(\d+)/.exec(summary)?.[1] ?? Number.NaN)
}

/**
 * Sends packets with radclient, 32 in flight. Requests per second, CPU milliseconds per request of FreeRADIUS and of the
 * database, and the number of requests without a reply or with a reject.
 */
export async function loadRadius(load: RadiusLoad) {
  const { requests, pid, folder, finish } = load
  const files = Array.from({ length: Math.ceil(requests.length / perClient) }, (_, i) => join(folder, `packets-${i}`))
  for (const [i, file] of files.entries())
    writeFileSync(file, requests.slice(i * perClient, (i + 1) * perClient).join('\n\n'))
  const cpu = cpuOf(folder, pid)
  const began = performance.now()
  let accepted = 0
  for (const file of files) accepted += await send(file, load)
  await finish?.()
  const seconds = (performance.now() - began) / 1000
  const used = cpuOf(folder, pid)
  for (const file of files) rmSync(file)
  return {
    perSecond: requests.length / seconds,
    radius: ((used.process - cpu.process) * 1000) / requests.length,
    database: ((used.database - cpu.database) * 1000) / requests.length,
    unanswered: requests.length - accepted,
  }
}
