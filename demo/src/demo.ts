import { isRouterAddress } from './router-addresses.ts'
import type { RouterSettings } from './routers.ts'

export { prepareDemo } from './prepare.ts'
export { demoTasks } from './tasks.ts'

/** Addresses of the simulators in this process, as `address:port`. */
const listening = new Set<string>()

/** Whether the panel may connect to a loopback address: simulated routers listen there. */
export const isDemoRouter = (address: string, port: number): boolean =>
  isRouterAddress(address, port) || listening.has(`${address}:${port}`)

/** Runs the demo's routers. The simulator is imported here, because a process that only serves pages does not need it. */
export async function startDemoRouters(
  settings: Omit<RouterSettings, 'addresses'>,
): Promise<{ stop(): Promise<void> }> {
  const { startRouters } = await import('./routers.ts')
  return startRouters({ ...settings, addresses: listening })
}
