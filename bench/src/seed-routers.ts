import type pg from 'pg'
import { passwordContext } from '../../server/src/devices/password-context.ts'
import { seal } from '../../server/src/secrets.ts'

/** Name of the owner's company, and the ids of both companies. */
export interface SeededRouters {
  root: number
  owner: number
}

/** Devices with ids from 1 on that log in as `panel`, and their owner. */
export async function seedRouters(
  client: pg.Client,
  of: { addresses: readonly string[]; port: number; password: string; key: Buffer },
): Promise<SeededRouters> {
  await client.query('set role trunkline_app_all')
  const one = async (text: string, values: unknown[] = []) =>
    Number((await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]!.id)
  const root = await one(`insert into company (type, name) values ('simrush', 'Root')`)
  const owner = await one(`insert into company (type, name, parent_id) values ('reseller', 'Owner', $1)`, [root])
  const type = await one(`insert into hardware_type (company_id, name) values ($1, 'Router')`, [root])
  const maker = await one(`insert into hardware_manufacturer (company_id, name) values ($1, 'MikroTik')`, [root])
  const model = await one(
    `insert into hardware_model (company_id, type_id, manufacturer_id, name) values ($1, $2, $3, 'Router')`,
    [root, type, maker],
  )
  const rows = of.addresses.map((address, n) => ({
    id: n + 1,
    address,
    password: seal(of.key, of.password, passwordContext(n + 1)).toString('hex'),
  }))
  await client.query(
    `insert into hardware (id, company_id, model_id, type_id, manufacturer_id, name, management_address, management_port, management_protocol, management_user, management_password)
      select r.id, $1, $2, $3, $4, 'Router ' || r.id, r.address, $6, 'api', 'panel', decode(r.password, 'hex')
        from jsonb_to_recordset($5::jsonb) as r(id bigint, address text, password text)`,
    [owner, model, type, maker, JSON.stringify(rows), of.port],
  )
  return { root, owner }
}
