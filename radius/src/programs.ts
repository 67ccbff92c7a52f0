import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { reasonText, type StatusDetail } from './status.ts'

/** The programs of an installed FreeRADIUS 3.2 with its PostgreSQL driver. */
export interface Programs {
  freeradius: string
  radmin: string
  /** Folder of its modules. */
  modules: string
  /** Of FreeRADIUS: `3.2.1`. */
  version: string
}

/** Why FreeRADIUS cannot be started on this machine. */
export interface MissingPrograms {
  state: 'missing' | 'no-driver' | 'wrong-version'
  detail: StatusDetail
}

const usualFolders = {
  /** Where Debian installs servers, which is not on the path of an ordinary user. */
  servers: ['/usr/sbin', '/usr/local/sbin', '/sbin'],
  modules: ['/usr/lib/freeradius', '/usr/lib64/freeradius', '/usr/local/lib'],
}

/** Debian's packages of FreeRADIUS, its PostgreSQL driver and radclient. */
const packages = { all: 'freeradius freeradius-postgresql freeradius-utils', driver: 'freeradius-postgresql' } as const

/** `sudo ` if the command requires root. */
export const sudo = (): string => (process.getuid?.() === 0 ? '' : 'sudo ')

const installCommand = (names: string): Pick<StatusDetail, 'command'> =>
  existsSync('/etc/debian_version') ? { command: `${sudo()}apt-get install ${names}` } : {}

/**
 * Looks for FreeRADIUS on this machine.
 * @param path folders of programs, from the variable PATH
 * @param others folders of servers, searched after those of `path`, and folders of modules
 */
export function examinePrograms(path: string, others = usualFolders): Programs | MissingPrograms {
  const folders = [...path.split(delimiter), ...others.servers].filter((folder) => folder !== '')
  const find = (names: string[]): string | undefined =>
    names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
  const freeradius = find(['freeradius', 'radiusd'])
  const radmin = find(['radmin'])
  if (freeradius === undefined || radmin === undefined)
    return { state: 'missing', detail: { reason: 'not-installed', ...installCommand(packages.all) } }
  const modules = others.modules.find((folder) => existsSync(join(folder, 'rlm_sql_postgresql.so')))
  if (modules === undefined)
    return { state: 'no-driver', detail: { reason: 'no-driver', ...installCommand(packages.driver) } }
  const printed = execFileSync(freeradius, ['-v'], { encoding: 'utf8', timeout: 10_000 })
  const [, version = '', major, minor] = /Version ((\d+)\.(\d+)[\d.]*)/.exec(printed) ?? []
  if (major !== '3' || Number(minor) < 2)
    return {
      state: 'wrong-version',
      detail: { reason: 'wrong-version', version: version || (printed.split('\n')[0] ?? '').slice(0, 100) },
    }
  return { freeradius, radmin, modules, version }
}

/**
 * `examinePrograms` with the default folders.
 * @returns the programs, or a sentence that describes what is missing
 */
export function findPrograms(path: string): Programs | string {
  const found = examinePrograms(path)
  if (!('state' in found)) return found
  const { cause, remedy } = reasonText(found.detail)
  return `${cause} ${remedy}`.trim()
}
