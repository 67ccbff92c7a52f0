import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { seal } from '../../secrets.ts'
import { passwordContext } from '../../devices/password-context.ts'
import type { Tx } from '../../db/pool.ts'
import { createModel } from '../hardware/create-catalogue.ts'
import { requestsAreListed } from './requested.ts'

/** The login of the tests' devices. */
export const deviceLogin = { user: 'panel', password: 'open sesame' }
/** See `startTestPanel`. */
export const testKey = Buffer.alloc(32, 7)

/**
 * A simulated router with the login of `createDevice`. Its `stop` rejects if the panel has requested something that no
 * check of RouterOS covers.
 */
export const startRouter = async (of: SimulatorOptions = {}): Promise<Simulator> =>
  requestsAreListed(
    await startSimulator({ still: true, users: [{ name: deviceLogin.user, password: deviceLogin.password }], ...of }),
    deviceLogin.user,
  )

/** A device whose management settings point to a simulator, or to the given address. */
export async function createDevice(
  tx: Tx,
  of: {
    company_id: number
    site_id?: number | null
    name?: string
    router?: Pick<Simulator, 'host' | 'ports'>
    address?: string
    port?: number
    /** Default `api`. */
    protocol?: 'api' | 'api-ssl' | 'rest'
    password?: string
    serial_number?: string
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('hardware')
    .values({
      company_id: of.company_id,
      site_id: of.site_id ?? null,
      model_id: await createModel(tx),
      name: of.name ?? 'Router',
      serial_number: of.serial_number ?? null,
      // Set from the model by a trigger.
      type_id: 0,
      manufacturer_id: 0,
      management_protocol: of.protocol ?? 'api',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('hardware')
    .set({
      management_address: of.address ?? of.router?.host ?? null,
      management_port: of.port ?? of.router?.ports.api ?? null,
      management_user: deviceLogin.user,
      management_password: seal(testKey, of.password ?? deviceLogin.password, passwordContext(id)),
    })
    .where('id', '=', id)
    .execute()
  return id
}
