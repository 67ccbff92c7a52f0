import type { Command } from '@trunkline/contract/resources/device-command'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { expect } from 'vitest'
import { createDevices, type DeviceService } from '../../devices/device-service.ts'
import { createLog } from '../../log.ts'
import { setupFixture, type Fixture } from '../describe-resource.ts'
import { createDevice, startRouter, testKey } from './create-device.ts'
import type { ApiCall, ApiReply } from '../panel.ts'

/** Times as short as a simulator can stand: it restarts in a fifth of a second, and goes back after one. */
const timeouts = {
  connectMs: 1000,
  lookMs: 1500,
  guardSeconds: 20,
  confirmMs: 600,
  revertMs: 3000,
  restartMs: 4000,
  pauseMs: 50,
}

/** A panel with the little tree of companies, simulators behind its devices, and a worker that carries out what is asked. */
export async function setupPanelWithDevices(more: Partial<typeof timeouts> = {}) {
  const fixture: Fixture = await setupFixture()
  const routers: Simulator[] = []
  // Devices fetch files from the panel, and call it.
  const address = await fixture.panel.app.listen({ port: 0, host: '127.0.0.1' })
  const worker: DeviceService = createDevices({
    config: {
      key: testKey,
      formerKeys: [],
      baseUrl: address,
      deviceNetworks: [],
      databaseUrl: undefined,
      smtpUrl: undefined,
    },
    log: createLog('silent'),
    databases: fixture.panel.databases,
    allow: (address) => address.startsWith('127.'),
    timeouts: { ...timeouts, ...more },
  })

  return {
    ...fixture,
    worker,
    /** Where the panel listens: `http://127.0.0.1:…`. */
    address,

    async router(of: SimulatorOptions = {}): Promise<Simulator> {
      const created = await startRouter({ speed: 20, bootMs: 200, ...of })
      routers.push(created)
      return created
    },

    device: (of: Omit<Parameters<typeof createDevice>[1], 'company_id'> & { company?: keyof Fixture['companies'] }) =>
      fixture.panel.sql((tx) => {
        const { company = 'client', ...rest } = of
        return createDevice(tx, { company_id: fixture.companies[company], ...rest })
      }),

    /** What became of a command that a reply asked for, once the worker has carried it out. */
    async end(call: ApiCall, hardware_id: number, reply: ApiReply): Promise<Command> {
      expect(reply.status, reply.text).toBe(202)
      await worker.commands.workOff(hardware_id)
      return (await call('GET', `/hardware/command/${reply.body.data.job}/show`)).body.data
    },

    async stop() {
      await worker.stop()
      await Promise.all(routers.map((one) => one.stop()))
      await fixture.panel.stop()
    },
  }
}
