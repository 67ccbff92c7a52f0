import pg from 'pg'
import type { Meter } from './size-meter.ts'
import type { Session } from './size-questions.ts'

const rows = 1000
const target = 1000

/** Moves a distributor and back; changes status and tariff of 1,000 rows of each kind, and moves them to the trash. */
export async function measureBulk(ownerUrl: string, sessions: readonly Session[], meter: Meter): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const provider = (sessions[0] as Session).bearer
  const ids = async (statement: string): Promise<number[]> =>
    (await client.query<{ id: string }>(statement)).rows.map(({ id }) => Number(id))
  const put = async (name: string, path: string, body: unknown) => {
    const cost = await meter.request(provider, path, { method: 'PUT', body: JSON.stringify(body) })
    const mark = cost.ms > target ? '*' : ''
    console.log(
      `${name.padEnd(52)} ${`${mark}${target}`.padStart(6)} ${cost.ms.toFixed(0).padStart(7)} ms, cpu ${cost.cpu.toFixed(0).padStart(6)} ms, status ${cost.status}`,
    )
  }
  try {
    console.log('')
    const [distributor] = await client
      .query<{ id: string; parent_id: string; other: string }>(
        `select d.id, d.parent_id, (select min(id) from company m where m.type = 'master-distributor' and m.id <> d.parent_id) as other
          from company d where d.type = 'distributor' order by d.id desc limit 1`,
      )
      .then((result) => result.rows)
    if (distributor !== undefined)
      for (const to of [distributor.other, distributor.parent_id])
        await put('move a distributor with 100 companies', `/api/company/${distributor.id}/move`, {
          parent_id: Number(to),
        })
    const services = await ids(
      `select id from service where kind = 'service' and status = 'active' and deleted_at is null order by id limit ${rows}`,
    )
    for (const status of ['suspended', 'active', 'terminated'])
      await put(`${rows} services: ${status}`, '/api/network/service/change-status', { ids: services, status })
    const tariffs = await ids('select id from tariff where deleted_at is null order by id desc limit 1')
    const online = await ids(
      `select s.id from service s join session_live l on l.service_id = s.id where s.kind = 'service' and s.status = 'active' and s.deleted_at is null order by s.id desc limit ${rows}`,
    )
    for (const status of ['suspended', 'active'])
      await put(`${rows} services that are online: ${status}`, '/api/network/service/change-status', {
        ids: online,
        status,
      })
    const users = await ids(
      `select id from app_user where role <> 'primary-admin' and is_active and deleted_at is null order by id limit ${rows}`,
    )
    for (const is_active of [false, true])
      await put(`${rows} users: ${is_active ? 'active' : 'inactive'}`, '/api/user/change-status', {
        ids: users,
        is_active,
      })
    const clients = await ids(
      `select id from company where type = 'client' and deleted_at is null order by id limit ${rows}`,
    )
    for (const is_active of [false, true])
      await put(`${rows} companies: ${is_active ? 'active' : 'inactive'}`, '/api/company/change-status', {
        ids: clients,
        is_active,
      })
    const licences = await ids(
      `select id from licence where status = 'active' and expires_on > current_date and deleted_at is null order by id limit ${rows}`,
    )
    for (const status of ['suspended', 'active'])
      await put(`${rows} licences: ${status}`, '/api/licence/change-status', { ids: licences, status })
    await oneByOne('services to another tariff, one call a row', online, (id) => [
      `/api/network/service/${id}/update`,
      'PUT',
      // The addresses of the seed are not in a subnet.
      { tariff_id: tariffs[0], ipv4_method: 'nas-decides' },
    ])
    const devices = await ids(`select id from hardware where deleted_at is null order by id desc limit ${rows}`)
    await oneByOne('devices to the trash, one call a row', devices, (id) => [
      `/api/hardware/${id}/destroy`,
      'DELETE',
      undefined,
    ])
    await oneByOne('services to the trash, one call a row', online, (id) => [
      `/api/network/service/${id}/destroy`,
      'DELETE',
      undefined,
    ])
  } finally {
    await client.end()
  }

  async function oneByOne(name: string, of: number[], call: (id: number) => [string, string, unknown]) {
    const from = performance.now()
    let cpu = 0
    const failed = new Map<number, number>()
    for (const id of of) {
      const [path, method, body] = call(id)
      const cost = await meter.request(provider, path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      cpu += cost.cpu
      if (cost.status >= 300) failed.set(cost.status, (failed.get(cost.status) ?? 0) + 1)
    }
    console.log(
      `${`${of.length} ${name}`.padEnd(52)} ${'job'.padStart(6)} ${(performance.now() - from).toFixed(0).padStart(7)} ms, cpu ${cpu.toFixed(0).padStart(6)} ms, failed ${[...failed].map(([status, n]) => `${n} with ${status}`).join(', ') || 0}`,
    )
  }
}
