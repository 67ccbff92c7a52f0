// Debian's packages of programs that the panel and its tests need, and how they are installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './checkout.mjs'

/** FreeRADIUS by the files that the panel needs of it: program, PostgreSQL driver and radmin. */
export const radiusPackages = [
  ['/usr/sbin/freeradius', ['freeradius']],
  ['/usr/lib/freeradius/rlm_sql_postgresql.so', ['freeradius-postgresql']],
  ['/usr/sbin/radmin', ['freeradius']],
]

/** Keeps the services of these packages from starting: they would take the ports. */
export const maskServices = (...names) => `command -v systemctl >/dev/null && systemctl mask ${names.join(' ')} || true`

/** The packages whose files are not there, each once. */
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

/** How to become root: [] as root itself, ['sudo', '-n'] where no password is asked, else undefined. */
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
 * Installs Debian's packages where that is possible. `before` are commands that go first, `sh -c` each. Resolves to
 * whether the installation was tried and succeeded.
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
