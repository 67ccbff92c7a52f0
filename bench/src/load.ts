import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'

export interface LoadStats {
  p50: number
  p95: number
  p99: number
  perSecond: number
  /** CPU milliseconds of the server per request. */
  cpu: number
  failed: number
}

const ticksPerSecond = 100

/** CPU seconds of a process, from /proc (Linux). */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** `connections` clients in a closed loop for `seconds`; request i is for `path(i)`. */
export async function measure(of: {
  port: number
  pid: number
  connections: number
  seconds: number
  headers?: Record<string, string>
  path(i: number): string
}): Promise<LoadStats> {
  let i = 0
  const times: number[] = []
  const before = cpuSeconds(of.pid)
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const run = autocannon(
      {
        url: `http://127.0.0.1:${of.port}`,
        connections: of.connections,
        duration: of.seconds,
        headers: of.headers ?? {},
        requests: [
          { method: 'GET', setupRequest: (request: autocannon.Request) => ({ ...request, path: of.path(i++) }) },
        ],
      } as autocannon.Options,
      (error: unknown, result: autocannon.Result) => (error ? fail(error) : done(result)),
    )
    run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => times.push(time))
  })
  const cpu = cpuSeconds(of.pid) - before
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    perSecond: times.length / result.duration,
    cpu: (cpu * 1000) / Math.max(1, times.length),
    failed: result.non2xx + result.errors + result.timeouts,
  }
}
