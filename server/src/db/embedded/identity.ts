import { execFile } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { EmbeddedUnavailable } from './platform.ts'

const run = promisify(execFile)

/**
 * As whom PostgreSQL runs. `owner` is the user id that the files on disk must belong to, seen from
 * this process; undefined where nobody needs to care.
 */
export type Identity = {
  kind: 'self' | 'namespace' | 'user'
  owner?: { uid: number; gid: number }
  /** Turns a program and its arguments into what is really started. */
  command(program: string, args: string[]): [string, string[]]
  /** User to switch to when the program is started. */
  spawn: { uid?: number; gid?: number }
}

const self: Identity = { kind: 'self', command: (program, args) => [program, args], spawn: {} }

const namespace: Identity = {
  kind: 'namespace',
  // Files stay root's on disk, and inside the namespace the same files are user 1000's. This works
  // in a home of mode 0700 too, which no other user could enter.
  owner: { uid: 0, gid: 0 },
  command: (program, args) => ['unshare', ['-U', '--map-user=1000', '--', program, ...args]],
  spawn: {},
}

/** Users with an entry in /etc/passwd: postgres refuses a user id that has none. */
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

async function works(identity: Identity, postgres: string, env: NodeJS.ProcessEnv) {
  const [file, args] = identity.command(postgres, ['--version'])
  try {
    const { stdout } = await run(file, args, { ...identity.spawn, env, cwd: '/', timeout: 10_000 })
    return stdout.includes('PostgreSQL')
  } catch {
    return false
  }
}

/**
 * Chooses as whom to run PostgreSQL, which refuses to run as root. Root gets a user namespace in
 * which it is somebody else; where that is forbidden (most containers), an unprivileged user that
 * exists and can read the binaries.
 * @param only restricts the choice, for tests
 * @throws EmbeddedUnavailable when root finds neither way
 */
export async function chooseIdentity(
  postgres: string,
  env: NodeJS.ProcessEnv,
  only?: Identity['kind'],
): Promise<Identity> {
  if (process.getuid?.() !== 0) return self
  if (only !== 'user' && (await works(namespace, postgres, env))) return namespace
  if (only !== 'namespace') {
    for (const user of unprivilegedUsers()) {
      const identity = asUser(user)
      if (await works(identity, postgres, env)) return identity
    }
  }
  throw new EmbeddedUnavailable(
    `PostgreSQL refuses to run as root, this system allows no user namespace, and no unprivileged ` +
      `user can run ${postgres}. Start Trunkline as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Gives a folder and all in it to the user, without following links. Only root can. */
export function chownTo(owner: { uid: number; gid: number }, path: string): void {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  if (stat.uid !== owner.uid || stat.gid !== owner.gid) chownSync(path, owner.uid, owner.gid)
  if (!stat.isDirectory()) return
  for (const name of readdirSync(path)) chownTo(owner, join(path, name))
}
