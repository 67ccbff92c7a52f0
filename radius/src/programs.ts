import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of an installed FreeRADIUS 3.2 with its PostgreSQL driver. */
export interface Programs {
  freeradius: string
  radmin: string
  /** Folder of its modules. */
  modules: string
}

const find = (names: string[], path: string): string | undefined => {
  // Where Debian puts servers, which is not on the path of an ordinary user.
  const folders = [...path.split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']
  for (const name of names)
    for (const folder of folders) if (folder !== '' && existsSync(join(folder, name))) return join(folder, name)
  return undefined
}

/**
 * Looks for FreeRADIUS on this machine.
 * @param path folders to look into, as of the variable PATH
 * @returns the programs, or in plain words what is missing
 */
export function findPrograms(path: string): Programs | string {
  const freeradius = find(['freeradius', 'radiusd'], path)
  const radmin = find(['radmin'], path)
  if (freeradius === undefined || radmin === undefined)
    return 'FreeRADIUS is not installed (Debian: freeradius freeradius-postgresql freeradius-utils)'
  const modules = ['/usr/lib/freeradius', '/usr/lib64/freeradius', '/usr/local/lib'].find((folder) =>
    existsSync(join(folder, 'rlm_sql_postgresql.so')),
  )
  if (modules === undefined) return 'FreeRADIUS has no PostgreSQL driver (Debian: freeradius-postgresql)'
  const told = execFileSync(freeradius, ['-v'], { encoding: 'utf8' })
  const [, major, minor] = /Version (\d+)\.(\d+)/.exec(told) ?? []
  if (major !== '3' || Number(minor) < 2) return `FreeRADIUS 3.2 is needed; this is ${told.split('\n')[0] ?? ''}`
  return { freeradius, radmin, modules }
}
