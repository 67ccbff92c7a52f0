import { execFile } from 'node:child_process'
import { isIPv6 } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The control connection to a running FreeRADIUS. */
export interface Control {
  radmin: string
  /** Its control socket. */
  socket: string
  authPort: number
  acctPort: number
}

/**
 * Runs one command of radmin.
 * @throws Error with its output if the server does not respond or rejects the command
 */
export async function radmin(
  { radmin: program, socket }: Pick<Control, 'radmin' | 'socket'>,
  command: string,
): Promise<string> {
  try {
    const { stdout } = await run(program, ['-f', socket, '-e', command], { timeout: 5_000 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`radmin ${command}: ${`${stdout}${stderr}`.trim() || 'no response'}`, { cause: error })
  }
}

/** Counters of the requests of one client at one port, by name: `requests`, `bad_authenticator`, `malformed`, … */
export type ClientCounters = Record<string, number>

/**
 * Counters of clients, read by one radmin process (one process per client would take 10 ms of CPU each). An unknown
 * client has zeros. They restart at zero when a client is read again.
 * @returns for each address, in the given order, the counters of its logins and of its accounting
 * @throws Error with radmin's output if the server does not respond
 */
export async function readClientCounters(
  { radmin: program, socket }: Pick<Control, 'radmin' | 'socket'>,
  addresses: readonly string[],
): Promise<{ auth: ClientCounters; acct: ClientCounters }[]> {
  if (addresses.length === 0) return []
  const commands = addresses.flatMap((address) => [`stats client auth ${address}`, `stats client acct ${address}`])
  // Quiet: without it radmin echoes its input and writes a history file into the home folder.
  const reading = run(program, ['-q', '-f', socket], { timeout: 10_000, maxBuffer: 16_000_000 })
  // The exit code reports a radmin that has already ended.
  reading.child.stdin?.on('error', () => {})
  reading.child.stdin?.end(`${commands.join('\n')}\n`)
  const { stdout, stderr } = await reading.catch((error: Error) => {
    throw new Error(`radmin stats client: ${error.message}`, { cause: error })
  })
  const blocks = stdout.split(/^(?=requests\t)/m).filter((block) => block.startsWith('requests\t'))
  if (blocks.length !== commands.length)
    throw new Error(`radmin stats client: ${blocks.length} of ${commands.length} answers. ${stderr.trim()}`)
  const counters = blocks.map((block) =>
    Object.fromEntries([...block.matchAll(/^([\w.]+)\t+(\d+)$/gm)].map(([, name, value]) => [name, Number(value)])),
  )
  return addresses.map((_, i) => ({ auth: counters[2 * i]!, acct: counters[2 * i + 1]! }))
}

export const isUp = (control: Pick<Control, 'radmin' | 'socket'>): Promise<boolean> =>
  radmin(control, 'show uptime').then(
    () => true,
    () => false,
  )

/**
 * Drops NAS devices from FreeRADIUS's cache, which then reads them again with their next packet. Clients belong to a
 * listener, so each port is named, with the address it was opened at; otherwise nothing is deleted. An unknown
 * address is not an error. One radmin process for all addresses.
 * @throws Error with radmin's output if the server does not respond
 */
export async function forgetClients(control: Control, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const commands = addresses.flatMap((address) =>
    [control.authPort, control.acctPort].map(
      (port) => `del client ipaddr ${address} udp listen ${isIPv6(address) ? '::' : '0.0.0.0'} ${port}`,
    ),
  )
  // Quiet: without it radmin echoes its input and writes a history file into the home folder.
  const deleting = run(control.radmin, ['-q', '-f', control.socket], { timeout: 10_000, maxBuffer: 16_000_000 })
  // The exit code reports a radmin that has already ended.
  deleting.child.stdin?.on('error', () => {})
  deleting.child.stdin?.end(`${commands.join('\n')}\n`)
  await deleting.catch((error: Error & { stdout?: string; stderr?: string }) => {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`
    // Its exit code is that of the last command.
    if (!/No such client|not found|Unknown|not dynamically defined/i.test(output))
      throw new Error(`radmin del client: ${output.trim() || error.message}`, { cause: error })
  })
}
