import type { Command } from '@trunkline/contract/resources/device-command'
import type { Simulator, SimulatorOptions } from '@trunkline/routeros/simulator'
import { expect } from 'vitest'
import { createDevices, type DeviceRoom } from '../devices/room.ts'
import { createLog } from '../log.ts'
import { makeGround, type Ground } from './describe-resource.ts'
import { plantDevice, startRouter, testKey } from './plant-device.ts'
import type { ApiCall, ApiReply } from './panel.ts'

/** Times as short as a simulator can stand: it restarts in a fifth of a second, and goes back after one. */
const waits = {
  connectMs: 1000,
  lookMs: 1500,
  guardSeconds: 20,
  confirmMs: 600,
  revertMs: 3000,
  restartMs: 4000,
  pauseMs: 50,
}

/** A panel with the little tree of companies, simulators behind its devices, and a worker that carries out what is asked. */
export async function makeDeviceGround(more: Partial<typeof waits> = {}) {
  const ground: Ground = await makeGround()
  const routers: Simulator[] = []
  // Devices fetch files from the panel, and call it.
  const address = await ground.panel.app.listen({ port: 0, host: '127.0.0.1' })
  const worker: DeviceRoom = createDevices({
    config: {
      key: testKey,
      formerKeys: [],
      baseUrl: address,
      deviceNetworks: [],
      databaseUrl: undefined,
      smtpUrl: undefined,
    },
    log: createLog('silent'),
    databases: ground.panel.databases,
    allow: (address) => address.startsWith('127.'),
    waits: { ...waits, ...more },
  })

  return {
    ...ground,
    worker,
    /** Where the panel listens: `http://127.0.0.1:…`. */
    address,

    async router(of: SimulatorOptions = {}): Promise<Simulator> {
      const made = await startRouter({ speed: 20, bootMs: 200, ...of })
      routers.push(made)
      return made
    },

    device: (of: Omit<Parameters<typeof plantDevice>[1], 'company_id'> & { company?: keyof Ground['companies'] }) =>
      ground.panel.sql((tx) => {
        const { company = 'client', ...rest } = of
        return plantDevice(tx, { company_id: ground.companies[company], ...rest })
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
      await ground.panel.stop()
    },
  }
}
