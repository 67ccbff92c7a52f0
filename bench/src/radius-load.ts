import { readdirSync, readFileSync } from 'node:fs'
import { clusterOf } from '../../server/src/db/embedded/cluster.ts'
import { readPostmaster } from '../../server/src/db/embedded/postmaster.ts'
import { RadiusSender, type RadiusRequest } from './radius-sender.ts'

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
  requests: RadiusRequest[]
  /** Process id of the FreeRADIUS. */
  pid: number
  /** Data folder of the embedded database. */
  folder: string
  /** Pending work of answered requests; part of the measured time. */
  finish?: (() => Promise<unknown>) | undefined
}

/**
 * Sends requests, 32 in flight. Requests per second, CPU milliseconds per request of FreeRADIUS, of the database and of
 * the sender, which shares the cores with them, and the number of requests without a reply or with a reject.
 */
export async function loadRadius(load: RadiusLoad) {
  const { requests, pid, folder, finish } = load
  const sender = new RadiusSender(requests, load)
  const own = process.cpuUsage()
  const cpu = cpuOf(folder, pid)
  const began = performance.now()
  const accepted = await sender.run()
  const sent = process.cpuUsage(own)
  await finish?.()
  const seconds = (performance.now() - began) / 1000
  const used = cpuOf(folder, pid)
  return {
    perSecond: requests.length / seconds,
    radius: ((used.process - cpu.process) * 1000) / requests.length,
    database: ((used.database - cpu.database) * 1000) / requests.length,
    sender: (sent.user + sent.system) / 1000 / requests.length,
    unanswered: requests.length - accepted,
  }
}
