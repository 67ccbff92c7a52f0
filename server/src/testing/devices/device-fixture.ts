import type { AnyMessage } from '@trunkline/contract/errors'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Databases } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase } from '../database.ts'
import { createCompany } from '../panel.ts'
import { deviceLogin, createDevice, startRouter, testKey } from './create-device.ts'
import { defaultRetention } from '../../devices/backup.ts'
import type { CommandRequest } from '../../devices/devices.ts'
import { createDevices, type DeviceService } from '../../devices/device-service.ts'
import type { Timeouts } from '../../devices/run.ts'

/** Timeouts as short as a simulator permits: it restarts in 0.2 seconds, and rolls back after 1.5. */
export const quick: Partial<Timeouts> = {
  connectMs: 1000,
  lookMs: 1500,
  guardSeconds: 30,
  confirmMs: 1000,
  revertMs: 3000,
  restartMs: 4000,
  pauseMs: 50,
  upgradeMs: 4000,
  settleMs: 300,
}
/** Of the simulator: 20 seconds of its clock are one real second. */
export const speed = 20

export interface CommandSeen {
  id: number
  state: string
  step: string
  detail: AnyMessage | null
  result: Record<string, unknown> | null
  sent_at: string | null
  secret: Buffer | null
  attempts: number
}

/** A database with a few companies, device services, and simulators for their devices. */
export async function setupDeviceFixture() {
  const database = await createTestDatabase()
  const services: DeviceService[] = []
  const routers: Simulator[] = []
  const ids: Record<string, number> = {}
  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
  await system(async (tx) => {
    ids['root'] = await createCompany(tx, { name: 'root', type: 'simrush' })
    ids['north'] = await createCompany(tx, { name: 'north', type: 'reseller', parent_id: ids['root'] })
    ids['client'] = await createCompany(tx, { name: 'client', type: 'client', parent_id: ids['north'] })
    ids['south'] = await createCompany(tx, { name: 'south', type: 'reseller', parent_id: ids['root'] })
  })

  function createService(
    timeouts: Partial<Timeouts> = {},
    databases: Databases = database.databases,
    deviceBackups = defaultRetention,
  ): DeviceService {
    const created = createDevices({
      config: {
        key: testKey,
        formerKeys: [],
        baseUrl: 'http://127.0.0.1:8080',
        deviceNetworks: [],
        databaseUrl: undefined,
        smtpUrl: undefined,
        deviceBackups,
      },
      log: createLog('silent'),
      databases,
      allow: (address) => address.startsWith('127.'),
      timeouts: { ...quick, ...timeouts },
    })
    services.push(created)
    return created
  }

  async function router(of: SimulatorOptions = {}): Promise<Simulator> {
    const created = await startRouter({ speed, bootMs: 200, ...of })
    routers.push(created)
    return created
  }

  const device = (of: Omit<Parameters<typeof createDevice>[1], 'company_id'> & { company_id?: number }) =>
    system((tx) => createDevice(tx, { company_id: ids['client'] as number, ...of }))

  const actor = { user_id: 1, label: 'Somebody <some@body.example>', company_id: ids['root'] } as unknown as Actor

  /** Enqueues a command as a handler would. */
  const submit = (devices: DeviceService, order: CommandRequest) => system((tx) => devices.submit(tx, actor, order))

  const seen = (id: number) =>
    system(async (tx) => {
      const { rows } = await sql<CommandSeen>`
        select id, state, step, detail, result, sent_at, secret, attempts from device_command where id = ${id}`.execute(
        tx,
      )
      return rows[0] as CommandSeen
    })

  /** Enqueues a command, runs it here, and returns its end. */
  async function runCommand(devices: DeviceService, order: CommandRequest): Promise<CommandSeen> {
    const { id } = await submit(devices, order)
    await devices.commands.workOff(order.hardware_id)
    return seen(id)
  }

  return {
    database,
    ids,
    system,
    createService,
    router,
    device,
    actor,
    submit,
    seen,
    runCommand,
    login: deviceLogin,
    async end() {
      await Promise.all(services.splice(0).map((one) => one.stop()))
      await Promise.all(routers.splice(0).map((one) => one.stop()))
    },
    async drop() {
      await database.drop()
    },
  }
}
