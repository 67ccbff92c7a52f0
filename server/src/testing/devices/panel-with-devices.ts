import type { Command } from '@trunkline/contract/resources/device-command'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { expect } from 'vitest'
import { createDevices, type DeviceService } from '../../devices/device-service.ts'
import { createLog } from '../../log.ts'
import { setupFixture, type Fixture } from '../describe-resource.ts'
import { createDevice, startRouter, testKey } from './create-device.ts'
import type { ApiCall, ApiReply } from '../panel.ts'

/** Timeouts as short as a simulator permits: it restarts in 0.2 seconds, and rolls back after one. */
const timeouts = {
  connectMs: 1000,
  lookMs: 1500,
  guardSeconds: 20,
  confirmMs: 600,
  revertMs: 3000,
  restartMs: 4000,
  pauseMs: 50,
  upgradeMs: 4000,
  settleMs: 300,
}

/** A panel with a small tree of companies, simulators for its devices, and a worker that runs the commands. */
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
    /** URL of the panel: `http://127.0.0.1:…`. */
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

    /** The end of a command from a reply, after the worker has run it. */
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
