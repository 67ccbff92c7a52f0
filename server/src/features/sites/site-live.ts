import { message } from '@trunkline/contract/errors'
import type { QueuedCommand } from '@trunkline/contract/resources/device-command'
import { siteLive, type DeviceStatus } from '@trunkline/contract/resources/site-live'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { indexHandler, loadRow } from '../../http/standard-handlers.ts'
import { activeLeases, leaseCondition } from './active-leases.ts'
import { siteSource } from './site-rows.ts'

const leases = {
  rows: activeLeases,
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  condition: leaseCondition,
  softDelete: false,
} as const

/** Managed devices of a site, with their queued reading if there is one. */
async function managedDevices(tx: Tx, site: number) {
  const { rows } = await sql<{ id: number; waiting: number | null }>`
    select h.id, (select max(c.id) from device_command c where c.hardware_id = h.id and c.state = 'queued' and c.kind = 'reload') as waiting
    from hardware h where h.site_id = ${site} and h.deleted_at is null and h.management_user is not null
      and (h.management_address is not null or h.vpn_dialup_id is not null) order by h.id`.execute(tx)
  return rows
}

/** Names of the devices at the site. @throws AppError validation_failed at each that is not */
async function devicesAt(tx: Tx, site: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from hardware where site_id = ${site} and deleted_at is null and id = any (${[...ids]}::bigint[])`.execute(
    tx,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const errors = ids.flatMap((id, at) =>
    names.has(id) ? [] : [[`hardwareIds.${at}`, message('site.device_elsewhere')] as const],
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  return names
}

/** Handlers of the live devices of a site. */
export const siteLiveHandlers = (deps: Deps): Handlers<typeof siteLive> => ({
  async leases(call) {
    const { id } = call.params
    await call.db((tx) => loadRow(tx, call.actor, siteSource, siteLive.leases.access, id))
    const at = sql<SqlBool>`r.site_id = ${id}`
    return indexHandler(deps, siteLive.leases, { ...leases, where: [at] })(call as Call)
  },

  refresh: ({ actor, params, db }) =>
    db(async (tx) => {
      const site = await loadRow(tx, actor, siteSource, siteLive.refresh.access, params.id)
      if (site['deleted_at'] !== null) throw conflict('row.trashed')
      const queued: (QueuedCommand & { hardware_id: number })[] = []
      for (const { id, waiting } of await managedDevices(tx, params.id)) {
        // A queued reading returns the same data, so it is reused.
        const order =
          waiting === null
            ? await deps.devices.submit(tx, actor, { hardware_id: id, kind: 'reload' })
            : { id: waiting, job: waiting, state: 'queued' as const }
        queued.push({ ...order, hardware_id: id })
      }
      return { data: queued }
    }),

  async status({ actor, params, body, db }) {
    const names = await db(async (tx) => {
      await loadRow(tx, actor, siteSource, siteLive.status.access, params.id)
      return devicesAt(tx, params.id, body.hardwareIds)
    })
    const answers = new Map((await deps.devices.status(body.hardwareIds)).map((answer) => [answer.id, answer]))
    const polled = await db(async (tx) => {
      const { rows } = await sql<{ hardware_id: number; polled_at: string | null }>`
        select hardware_id, polled_at from hardware_state where hardware_id = any (${body.hardwareIds}::bigint[])`.execute(
        tx,
      )
      return new Map(rows.map(({ hardware_id, polled_at }) => [hardware_id, polled_at]))
    })
    return {
      data: body.hardwareIds.flatMap((id): DeviceStatus[] => {
        const answer = answers.get(id)
        // The device was deleted while it was read.
        if (answer === undefined) return []
        return [{ ...answer, name: names.get(id) as string, polled_at: polled.get(id) ?? null }]
      }),
    }
  },
})
