import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts simulated routers in a separate process, each at port 8728 of its own address.
 * @param first address of the first one; the others follow
 * @throws Error if they do not start: another process may use the addresses
 */
export async function startRouters(first: string, count: number, password: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
  const options = { count, host: first, port: 8728, user: 'panel', password }
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      script,
      '--quiet',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) return child
  throw new Error('The simulated routers did not start.')
}
