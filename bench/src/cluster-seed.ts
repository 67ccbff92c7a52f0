import type { QueryResultRow } from 'pg'
import { hashToken } from '../../server/src/access/token.ts'
import { passwordContext } from '../../server/src/devices/password-context.ts'
import { seal } from '../../server/src/secrets.ts'
import { seedPanel } from './seed-radius.ts'

type Query = <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>

export interface ClusterSeed {
  /** A reseller that owns the devices. */
  company: number
  model: number
  /** Polled routers. */
  devices: number[]
  /** Devices without an address, for changes by clients. */
  plain: number[]
}

/**
 * Companies, services and a NAS as in the RADIUS benchmark; a model, managed routers at 127.77.0.0/16, and a signed-in
 * administrator of the provider.
 */
export async function seedCluster(
  query: Query,
  of: { url: string; key: Buffer; secret: string; routers: number; routerPassword: string; bearer: string },
): Promise<ClusterSeed> {
  const { key } = of
  await seedPanel(of.url, { services: 2000, closed: 0, live: 0 }, key, of.secret)
  const one = async (sql: string, values: unknown[]) =>
    Number((await query<{ id: string }>(`${sql} returning id`, values))[0]!.id)
  const [root] = await query<{ id: string }>(`select id from company where type = 'simrush'`)
  const [owner] = await query<{ id: string }>(`select id from company where type = 'reseller'`)
  const type = await one('insert into hardware_type (company_id, name) values ($1, $2)', [root!.id, 'Bench router'])
  const maker = await one('insert into hardware_manufacturer (company_id, name) values ($1, $2)', [root!.id, 'Bench'])
  const model = await one(
    'insert into hardware_model (company_id, type_id, manufacturer_id, name) values ($1, $2, $3, $4)',
    [root!.id, type, maker, 'Bench router'],
  )
  const devices: number[] = []
  for (let n = 1; n <= of.routers; n++) {
    const id = await one(
      `insert into hardware (company_id, model_id, type_id, manufacturer_id, name, management_protocol) values ($1, $2, $3, $4, $5, 'api')`,
      [owner!.id, model, type, maker, `Router ${n}`],
    )
    await query(
      `update hardware set management_address = $2, management_port = 8728, management_user = 'panel', management_password = $3 where id = $1`,
      [id, `127.77.${n >> 8}.${n & 255}`, seal(key, of.routerPassword, passwordContext(id))],
    )
    devices.push(id)
  }
  const user = await one(
    `insert into app_user (company_id, role, first_name, last_name, email, email_verified_at) values ($1, 'primary-admin', 'Some', 'Body', 'bench@panel.example', now())`,
    [root!.id],
  )
  const session = await one(
    `insert into session (user_id, company_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [user, root!.id],
  )
  await query(`insert into access_token (hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
    hashToken(of.bearer),
    session,
  ])
  const plain = await query<{ id: string }>(
    `insert into hardware (company_id, model_id, type_id, manufacturer_id, name)
       select $1, $2, $3, $4, 'Plain ' || i from generate_series(1, 200) i returning id`,
    [owner!.id, model, type, maker],
  )
  return { company: Number(owner!.id), model, devices, plain: plain.map(({ id }) => Number(id)) }
}
