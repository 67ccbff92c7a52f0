// Debian packages of programs that the panel and its tests need, and their installation.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './checkout.mjs'

/** Files of FreeRADIUS that the panel needs: program, PostgreSQL driver and radmin. */
export const radiusPackages = [
  ['/usr/sbin/freeradius', ['freeradius']],
  ['/usr/lib/freeradius/rlm_sql_postgresql.so', ['freeradius-postgresql']],
  ['/usr/sbin/radmin', ['freeradius']],
]

/** Prevents the services of these packages from starting: they would use the ports. */
export const maskServices = (...names) => `command -v systemctl >/dev/null && systemctl mask ${names.join(' ')} || true`

/** Packages with missing files, without duplicates. */
export const missingPackages = (needs, exists = existsSync) => [
  ...new Set(needs.flatMap(([path, names]) => (exists(path) ? [] : names))),
]

/** The first of these programs in the folders of PATH. */
export function findProgram(names, path = process.env.PATH ?? '') {
  for (const name of names) {
    for (const folder of path.split(delimiter)) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return undefined
}

/** Command prefix for root: [] as root itself, ['sudo', '-n'] if no password is needed, else undefined. */
function rootPrefix() {
  if (process.getuid?.() === 0) return []
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return ['sudo', '-n']
  } catch {
    return undefined
  }
}

/**
 * Installs Debian packages if possible. `before`: commands to run first, with `sh -c`. Resolves to
 * whether the installation was attempted and succeeded.
 */
export async function aptInstall(packages, before = []) {
  const prefix = rootPrefix()
  if (!findProgram(['apt-get']) || prefix === undefined) return false
  console.log(`Installing ${packages.join(' ')} …`)
  const asRoot = (...words) => {
    const [command, ...rest] = [...prefix, ...words]
    return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await asRoot('apt-get', 'update', '-qq')
  for (const script of before) await asRoot('sh', '-c', script)
  return (await asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages)) === 0
}
