import { execFile } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { EmbeddedUnavailable } from './platform.ts'

const run = promisify(execFile)

/**
 * The user that PostgreSQL runs as. `owner` is the user id that must own the files on disk, as seen from this process;
 * undefined if ownership does not matter.
 */
export type Identity = {
  kind: 'self' | 'namespace' | 'user'
  owner?: { uid: number; gid: number }
  /** The command line that runs a program as this user. */
  command(program: string, args: string[]): [string, string[]]
  /** User to switch to when the program is started. */
  spawn: { uid?: number; gid?: number }
}

const self: Identity = { kind: 'self', command: (program, args) => [program, args], spawn: {} }

const namespace: Identity = {
  kind: 'namespace',
  // On disk the files belong to root; inside the namespace they belong to user 1000. This also works in a home
  // directory of mode 0700, which no other user can enter.
  owner: { uid: 0, gid: 0 },
  command: (program, args) => ['unshare', ['-U', '--map-user=1000', '--', program, ...args]],
  spawn: {},
}

/** Users with an entry in /etc/passwd: postgres does not start under a user id without one. */
function unprivilegedUsers(): { uid: number; gid: number }[] {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  return ['postgres', 'nobody']
    .map((name) => users.find((user) => user.name === name))
    .filter((user) => user !== undefined && user.uid > 0)
    .map((user) => ({ uid: user!.uid, gid: user!.gid }))
}

const asUser = (user: { uid: number; gid: number }): Identity => ({
  kind: 'user',
  owner: user,
  command: (program, args) => [program, args],
  spawn: user,
})

async function canRun(identity: Identity, postgres: string, env: NodeJS.ProcessEnv) {
  const [file, args] = identity.command(postgres, ['--version'])
  try {
    const { stdout } = await run(file, args, { ...identity.spawn, env, cwd: '/', timeout: 10_000 })
    return stdout.includes('PostgreSQL')
  } catch {
    return false
  }
}

/**
 * Chooses the user that PostgreSQL runs as, because it does not run as root. For root this is a user namespace that
 * maps to another user; where namespaces are forbidden (most containers), an existing unprivileged user that can read
 * the binaries.
 * @param only restricts the choice, for tests
 * @throws EmbeddedUnavailable if neither works for root
 */
export async function chooseIdentity(
  postgres: string,
  env: NodeJS.ProcessEnv,
  only?: Identity['kind'],
): Promise<Identity> {
  if (process.getuid?.() !== 0) return self
  if (only !== 'user' && (await canRun(namespace, postgres, env))) return namespace
  if (only !== 'namespace') {
    for (const user of unprivilegedUsers()) {
      const identity = asUser(user)
      if (await canRun(identity, postgres, env)) return identity
    }
  }
  throw new EmbeddedUnavailable(
    `PostgreSQL refuses to run as root, this system allows no user namespace, and no unprivileged ` +
      `user can run ${postgres}. Start Trunkline as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Changes the owner of a folder and its contents, without following symbolic links. Requires root. */
export function chownTo(owner: { uid: number; gid: number }, path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (stat.uid !== owner.uid || stat.gid !== owner.gid) chownSync(path, owner.uid, owner.gid)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(path)) chownTo(owner, join(path, name))
}
