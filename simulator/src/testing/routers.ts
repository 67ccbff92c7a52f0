import { afterEach } from 'vitest'
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator.ts'
import { RawClient } from './raw-client.ts'

const running: { stop: () => unknown }[] = []

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
})

/** A router that stops with its test. */
export async function router(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ users: [{ name: 'admin', password: 'secret' }], bootMs: 50, ...options })
  running.push({ stop: () => simulator.stop() })
  return simulator
}

/** A logged-in connection that closes with its test. */
export async function logIn(simulator: Simulator, user = 'admin', password = 'secret'): Promise<RawClient> {
  const client = await RawClient.logIn(simulator.ports.api ?? 0, user, password)
  running.push({ stop: () => client.close() })
  return client
}

export async function connectTo(simulator: Simulator): Promise<RawClient> {
  const client = await RawClient.open(simulator.ports.api ?? 0)
  running.push({ stop: () => client.close() })
  return client
}
