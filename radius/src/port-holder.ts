import { createSocket } from 'node:dgram'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { sudo } from './programs.ts'
import { RadiusError, type StatusDetail } from './status.ts'

/**
 * Checks that the UDP ports are free on all addresses. FreeRADIUS opens its ports late and reports a used one only in
 * its log, so they are checked first.
 * @throws RadiusError with the program that uses the first port that is not free
 */
export async function checkPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports)
    for (const [type, address] of [
      ['udp4', '0.0.0.0'],
      ['udp6', '::'],
    ] as const)
      if (!(await isFree(port, type, address))) throw new RadiusError('ports-taken', describePortOwner(port))
}

const isFree = (port: number, type: 'udp4' | 'udp6', address: string) =>
  new Promise<boolean>((done) => {
    const probe = createSocket({ type, ipv6Only: type === 'udp6' })
    // Only EADDRINUSE counts: a machine may have no IPv6, and a port below 1024 requires privileges.
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code !== 'EADDRINUSE'))
    probe.bind(port, address, () => probe.close(() => done(true)))
  })

/** Arguments of a process, its name first; empty if it has ended. */
export function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/** Ids of all processes; none without proc(5). */
export const processes = (): number[] =>
  existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []

/** The user of a process; undefined if it has ended. */
const userOf = (pid: number) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid

/**
 * Sockets that listen on a UDP port, from proc(5): a line contains the address as `IP:PORT` in hexadecimal, uid and
 * inode.
 */
function socketsAt(port: number): { inode: string; uid: number }[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return ['/proc/net/udp', '/proc/net/udp6'].flatMap((file) =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(1)
          .map((line) => line.trim().split(/\s+/))
          .filter((words) => words[1]?.endsWith(suffix))
          .map((words) => ({ inode: words[9] ?? '', uid: Number(words[7]) }))
      : [],
  )
}

/** The process that has one of these sockets open. Only root sees those of other users. */
function ownerOf(inodes: ReadonlySet<string>): number | undefined {
  return processes().find((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((name) => {
        try {
          return inodes.has(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? '')
        } catch {
          return false // closed in the meantime
        }
      })
    } catch {
      return false // ended, or of another user
    }
  })
}

/** Whether the process is a FreeRADIUS, by the name of its program. */
export const isFreeradius = (pid: number) => /^(freeradius|radiusd)$/.test(basename(argumentsOf(pid)[0] ?? ''))

/** Whether the process is the FreeRADIUS of the system's package, not one with its own configuration. */
export function isSystemService(pid: number): boolean {
  try {
    if (readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes('/freeradius.service')) return true
  } catch {
    return false
  }
  if (!isFreeradius(pid)) return false
  const words = argumentsOf(pid)
  const folder = words.includes('-d') ? words[words.indexOf('-d') + 1] : undefined
  return folder === undefined || folder.startsWith('/etc/')
}

/** @returns what uses a UDP port, as far as this user can see, and the remedy */
function describePortOwner(port: number): StatusDetail {
  const sockets = socketsAt(port)
  const pid =
    sockets.length === 0
      ? undefined
      : (ownerOf(new Set(sockets.map(({ inode }) => inode))) ??
        // A socket of another user: a FreeRADIUS service of that user is recognised by its arguments or control group.
        processes().find((one) => isSystemService(one) && sockets.some(({ uid }) => uid === userOf(one))))
  if (pid === undefined) return { reason: 'port-unknown', port, command: `${sudo()}ss -lunp 'sport = :${port}'` }
  if (isSystemService(pid))
    return {
      reason: 'port-service',
      port,
      pid,
      command: existsSync('/run/systemd/system')
        ? `${sudo()}systemctl disable --now freeradius`
        : `${sudo()}service freeradius stop`,
    }
  return { reason: 'port-program', port, pid, program: basename(argumentsOf(pid)[0] ?? '') || `process ${pid}` }
}
