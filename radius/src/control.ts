import { execFile } from 'node:child_process'
import { isIPv6 } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How one FreeRADIUS is spoken to while it runs. */
export interface Control {
  radmin: string
  /** Its control socket. */
  socket: string
  authPort: number
  acctPort: number
}

/**
 * One command of radmin.
 * @throws Error with its words where the server does not answer or refuses
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
    throw new Error(`radmin ${command}: ${`${stdout}${stderr}`.trim() || 'no answer'}`, { cause: error })
  }
}

export const isUp = (control: Pick<Control, 'radmin' | 'socket'>): Promise<boolean> =>
  radmin(control, 'show uptime').then(
    () => true,
    () => false,
  )

/**
 * Makes FreeRADIUS forget a NAS, which it then reads anew with the next packet. Clients belong to a listener, so each
 * port is told, with the address it was opened at; others are refused without a word.
 */
export async function forgetClient(control: Control, address: string): Promise<void> {
  const any = isIPv6(address) ? '::' : '0.0.0.0'
  for (const port of [control.authPort, control.acctPort])
    // It says so where it does not know the address yet: then there is nothing to forget.
    await radmin(control, `del client ipaddr ${address} udp listen ${any} ${port}`).catch((error: Error) => {
      if (!/No such client|not found|Unknown/i.test(error.message)) throw error
    })
}

/** Addresses of all NAS devices that FreeRADIUS remembers. */
export async function knownClients(control: Control): Promise<string[]> {
  const told = await radmin(control, 'show client list')
  return told
    .split('\n')
    .map((line) => line.trim().split(/\s+/)[0] ?? '')
    .map((word) => word.replace(/\/\d+$/, ''))
    .filter((word) => /^[0-9a-fA-F.:]+$/.test(word) && word !== '0.0.0.0' && word !== '::')
}
