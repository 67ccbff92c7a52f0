import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A free UDP port. */
export const freeUdpPort = () =>
  new Promise<number>((done, fail) => {
    const socket = createSocket('udp4')
    socket.once('error', fail)
    socket.bind(0, '0.0.0.0', () => {
      const { port } = socket.address()
      socket.close(() => done(port))
    })
  })

export interface Router {
  /** Sends a login; returns the type of the reply: `Access-Accept`, `Access-Reject`; empty if there was none. */
  dial(username: string, password: string): Promise<string>
  /** Sends an accounting record; returns the type of the reply. */
  account(
    type: 'Start' | 'Interim-Update' | 'Stop',
    session: string,
    more: Record<string, string | number>,
  ): Promise<string>
}

/** A NAS at `address` that sends requests to the FreeRADIUS of a panel with radclient. */
export function routerAt(
  address: string,
  { authPort, acctPort, secret }: { authPort: number; acctPort: number; secret: string },
): Router {
  const request = async (kind: 'auth' | 'acct', attributes: Record<string, string | number>): Promise<string> => {
    const lines = Object.entries(attributes).map(
      ([name, value]) => `${name} = ${typeof value === 'number' || name.endsWith('Address') ? value : `"${value}"`}`,
    )
    const port = kind === 'auth' ? authPort : acctPort
    // FreeRADIUS may still be starting: the panel does not wait for it.
    const requested = run('radclient', ['-x', '-r', '10', '-t', '3', `127.0.0.1:${port}`, kind, secret])
    requested.child.stdin?.end(`${[...lines, `Packet-Src-IP-Address = ${address}`].join('\n')}\n`)
    // radclient exits with an error code after a rejected login.
    const { stdout } = await requested.catch((error: { stdout: string }) => error)
    return /^Received (\S+)/m.exec(stdout)?.[1] ?? ''
  }
  return {
    dial: (username, password) =>
      request('auth', { 'User-Name': username, 'User-Password': password, 'Calling-Station-Id': '02-00-00-00-00-09' }),
    account: (type, session, more) =>
      request('acct', {
        'Acct-Status-Type': type,
        'Acct-Session-Id': session,
        'NAS-Identifier': 'e2e',
        'Calling-Station-Id': '02-00-00-00-00-09',
        ...more,
      }),
  }
}
