import type { DestinationStream } from 'pino'

type Entry = Record<string, unknown> & { level: string; time: string; msg?: string }

const COLOURS: Record<string, number> = { warn: 33, error: 31, fatal: 31, debug: 90, trace: 90 }

/** Fields that are omitted on a terminal. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'msg', 'err', 'error'])

/** Formats one JSON log line for a terminal. */
export function forTerminal(line: string): string {
  let entry: Entry
  try {
    entry = JSON.parse(line) as Entry
  } catch {
    return line
  }
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const error = (entry.err ?? entry.error) as { stack?: string; message?: string } | undefined
  const head = `${entry.time.slice(11, 19)} ${entry.level.toUpperCase().padEnd(5)}`
  const trace = error === undefined ? '' : `\n${error.stack ?? error.message ?? ''}`
  const text = tame([entry.msg ?? '', ...fields].join(' ') + trace)
  return `\u001B[${COLOURS[entry.level] ?? 36}m${head}\u001B[0m ${text}\n`
}

/** Request data must not control the terminal: of control characters only line ends and tabs are kept. */
const tame = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- replaces these control characters
  text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '?')

/** The log destination for a terminal. */
export const terminal: DestinationStream = {
  write: (line) => void process.stdout.write(forTerminal(line)),
}
