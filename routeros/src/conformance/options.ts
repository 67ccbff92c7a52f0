import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { Target } from '../session.ts'
import { permissions, type Permission } from './check.ts'
import { runValues, type RunValue } from './run-values.ts'
import { checks } from './registry.ts'

export const usage = `npm run routeros:conformance -- --host <address> --user <name> [options]

  --port <n>          port of the binary API; 8728, with --tls 8729
  --tls               binary API in TLS (api-ssl)
  --rest-port <n>     also checks REST on this port; in TLS, except on port 80
  --rest-plain        REST without TLS on another port than 80
  --allow-reboot      also runs checks that reboot the router
  --allow-clock       also runs checks that set its clock by a day, and back
  --allow-blackhole   also cuts one of its own connections off by a firewall rule; up to eleven minutes
  --serve-address <a> also lets the router fetch files from this address of this computer
  --cable-port <name> also tests the cable of this port while it has a link, which interrupts it; never an uplink
  --scan-interface <name>
                      also scans with this interface of /interface/wifi, which may disconnect its clients
  --only <a,b>        runs only these checks
  --output <path>     writes <path>.json and <path>.md
  --show-identifiers  leaves serial numbers and public addresses in the report
  --list              prints the checks as a table

The password comes from the environment variable ROUTEROS_PASSWORD, or from a prompt.`

/** The arguments are wrong. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Options {
  host: string
  user: string
  transport: 'api' | 'api-ssl'
  port?: number
  rest?: { port: number; tls: boolean }
  allowed: ReadonlySet<Permission>
  values: ReadonlyMap<RunValue, string>
  only?: ReadonlySet<string>
  output?: string
  showsIdentifiers: boolean
}

const definitions = {
  host: { type: 'string' },
  user: { type: 'string' },
  port: { type: 'string' },
  tls: { type: 'boolean' },
  'rest-port': { type: 'string' },
  'rest-plain': { type: 'boolean' },
  'allow-reboot': { type: 'boolean' },
  'allow-clock': { type: 'boolean' },
  'allow-blackhole': { type: 'boolean' },
  'serve-address': { type: 'string' },
  'cable-port': { type: 'string' },
  'scan-interface': { type: 'string' },
  only: { type: 'string' },
  output: { type: 'string' },
  'show-identifiers': { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new UsageError(`--${name} is a number from 1 to 65535.`)
  return port
}

function hostOf(text: string | undefined): string {
  if (text === undefined || text === '') throw new UsageError('--host is missing.')
  if (isIP(text) === 0 && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text))
    throw new UsageError('--host is an address or a name, without a port.')
  return text
}

function namesOf(text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0) throw new UsageError(`There is no check ${unknown.join(', ')}. --list prints all.`)
  return new Set(names)
}

/**
 * @returns `list` or `help` if they are requested
 * @throws UsageError with a message for the operator, without the value of a password
 */
export function readOptions(args: readonly string[]): Options | 'list' | 'help' {
  if (args.some((one) => /^--?password(=|$)/.test(one)))
    throw new UsageError(
      'The password is not an argument, because other users of this computer see arguments. Set ROUTEROS_PASSWORD, or enter it at the prompt.',
    )
  let values: ReturnType<typeof parseArgs<{ options: typeof definitions }>>['values']
  try {
    values = parseArgs({ args: [...args], options: definitions, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are invalid.', { cause: error })
  }
  if (values.help === true) return 'help'
  if (values.list === true) return 'list'
  const host = hostOf(values.host)
  if (values.user === undefined || values.user === '') throw new UsageError('--user is missing.')
  const port = portOf('port', values.port)
  const restPort = portOf('rest-port', values['rest-port'])
  if (values['rest-plain'] === true && restPort === undefined) throw new UsageError('--rest-plain needs --rest-port.')
  const serveAddress = values['serve-address']
  if (serveAddress !== undefined && isIP(serveAddress) === 0)
    throw new UsageError('--serve-address is an address of this computer.')
  const only = namesOf(values.only)
  return {
    host,
    user: values.user,
    transport: values.tls === true ? 'api-ssl' : 'api',
    ...(port === undefined ? {} : { port }),
    ...(restPort === undefined
      ? {}
      : { rest: { port: restPort, tls: values['rest-plain'] !== true && restPort !== 80 } }),
    allowed: new Set(permissions.filter((permission) => values[`allow-${permission}`] === true)),
    values: new Map(runValues.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))),
    ...(only === undefined ? {} : { only }),
    ...(values.output === undefined ? {} : { output: values.output }),
    showsIdentifiers: values['show-identifiers'] === true,
  }
}

/** The addresses of the binary API and of REST. */
export function targetsOf(options: Options, password: string): { target: Target; restTarget?: Target } {
  const { host, user, transport, port, rest } = options
  return {
    target: { host, user, password, transport, ...(port === undefined ? {} : { port }) },
    ...(rest === undefined ? {} : { restTarget: { host, user, password, transport: 'rest', ...rest } }),
  }
}
