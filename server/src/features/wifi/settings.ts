import type { Endpoint } from '@trunkline/contract/endpoint'
import { wifi } from '@trunkline/contract/resources/wifi'
import { encryptions } from '@trunkline/contract/resources/wifi-enums'
import type { ListInput } from '@trunkline/contract/list'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { rejectWhileImpersonating, requireRecentPassword } from '../../access/guards.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { WifiInput } from '../../devices/wifi/shapes.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { exportOf, recordExport } from '../../http/export/list-export.ts'
import { parseListRequest } from '../../http/list/parse.ts'
import { listAll } from '../../http/list/list.ts'
import { open } from '../../secrets.ts'
import { checkController, controllerOf, ownPoints } from './controllers.ts'
import { loadSite, readWifiDevices } from './wifi-devices.ts'
import { enqueueWifiCommand } from './enqueue-command.ts'
import {
  controllersOf,
  foundOf,
  readSettings,
  settingRows,
  shownSetting,
  type SettingListRow,
  type SettingRow,
} from './setting-rows.ts'
import { destroySetting, pushSetting, settingContext, storeSetting, updateSetting } from './setting-writes.ts'
import { encryptionLabels } from './wifi-labels.ts'

type SettingReply =
  | 'settings'
  | 'setting'
  | 'reveal'
  | 'store'
  | 'update'
  | 'destroy'
  | 'controllerStatus'
  | 'pull'
  | 'push'
  | 'reProvision'

type OnSetting = Pick<Call, 'db'> & { actor: NonNullable<Call['actor']>; params: { id: number; settingId: number } }

/** The network of a path, after the permission check at its site. @throws AppError not_found, forbidden, conflict */
export async function loadSetting(
  tx: Tx,
  { actor, params }: Pick<OnSetting, 'actor' | 'params'>,
  { access }: Endpoint,
  writes = true,
): Promise<SettingRow> {
  await loadSite(tx, actor, access, params.id, { writes })
  const row = (await readSettings(tx, params.id, params.settingId))[0]
  if (row === undefined) throw notFound()
  return row
}

/**
 * Compares the version that the caller saw, and locks the network until the transaction ends.
 * @throws AppError stale_version, not_found
 */
async function checkVersion(
  tx: Tx,
  site: number,
  { id, hardware_id }: SettingRow,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return
  const { rows } = await sql<{ version: number }>`
    select version from wifi_setting where id = ${id} for no key update`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  if (rows[0].version === version) return
  const current = (await readSettings(tx, site, id))[0]
  if (current === undefined) throw notFound()
  const device = (await readWifiDevices(tx, site, [hardware_id]))[0]
  throw new AppError('stale_version', { details: { current: shownSetting(current, device) } })
}

type OnSite = Pick<Call, 'db' | 'request' | 'query'> & { actor: Actor; params: { id: number } }

/**
 * A page of the networks of a site, with list parameters. Controllers and unmanaged networks are always those of the
 * whole site.
 */
async function listSettings(deps: Deps, { actor, params, query, db, request }: OnSite) {
  const input = query as ListInput
  const definition = wifi.settings.list
  const source = {
    rows: (tx: Tx) => settingRows(tx, params.id),
    owner: 'company_id',
    softDelete: false,
  } as const
  await db((tx) => loadSite(tx, actor, wifi.settings.access, params.id))
  if (input.export !== undefined) {
    await withTenant(deps.databases, tenantSettingsOf(actor, request), { write: true }, (tx) =>
      recordExport(tx, actor, wifi.settings, input),
    )
    return db((tx) => exportOf<SettingListRow>(tx, actor, wifi.settings, source, input, Object.keys(definition.fields)))
  }
  return db(async (tx) => {
    const { page, perPage } = parseListRequest(definition, input)
    const { rows: matching } = await (
      await listAll<SettingListRow>(tx, actor, definition, source, input, ['id'])
    ).execute(tx)
    const shown = matching.slice((page - 1) * perPage, page * perPage).map(({ id }) => id)
    const all = await readSettings(tx, params.id)
    const devices = await readWifiDevices(tx, params.id)
    const deviceById = new Map(devices.map((device) => [device.id, device]))
    const rowById = new Map(all.map((row) => [row.id, row]))
    const total = matching.length
    return {
      data: shown
        .flatMap((id) => rowById.get(id) ?? [])
        .map((row) => shownSetting(row, deviceById.get(row.hardware_id))),
      controllers: controllersOf(devices),
      found: foundOf(devices, all),
      options: {
        encryptions: encryptions.map((id) => ({ id, name: encryptionLabels[id][actor.locale] })),
      },
      meta: {
        pagination: {
          current_page: page,
          last_page: Math.max(1, Math.ceil(total / perPage)),
          per_page: perPage,
          total,
        },
      },
    }
  })
}

/** Handlers of the networks of a site: desired settings and those of the devices. */
export const settingHandlers = (deps: Deps): Pick<Handlers<typeof wifi>, SettingReply> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  return {
    settings: (call) => listSettings(deps, call),

    setting: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.setting, false)
        const devices = await readWifiDevices(tx, call.params.id, [row.hardware_id])
        return { data: shownSetting(row, devices[0]) }
      }),

    reveal: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.reveal, false)
        rejectWhileImpersonating(call.actor)
        await requireRecentPassword(tx, call.actor)
        const { rows } = await sql<{ passphrase: Buffer | null }>`
          select passphrase from wifi_setting where id = ${row.id}`.execute(tx)
        const sealed = rows[0]?.passphrase ?? null
        if (sealed === null) return { data: { passphrase: null } }
        await sql`select audit_event('export', 'wifi', ${row.id}, ${row.ssid}, ${row.company_id}, null, ${JSON.stringify({ shown: 'passphrase' })}::jsonb)`.execute(
          tx,
        )
        return { data: { passphrase: open(keys, sealed, settingContext(row.id)) } }
      }),

    store: ({ actor, params, body, db }) =>
      db(async (tx) => {
        const site = await loadSite(tx, actor, wifi.store.access, params.id, { writes: true })
        return { data: await storeSetting({ deps, keys, tx, actor, site }, body) }
      }),

    update: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.update)
        return {
          data: await updateSetting({ deps, keys, tx, actor: call.actor, site: call.params.id }, row, call.body),
        }
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.destroy)
        await checkVersion(tx, call.params.id, row, call.query.version)
        const onDevice = call.query.device === true
        return {
          data: await destroySetting({ deps, keys, tx, actor: call.actor, site: call.params.id }, row, onDevice),
        }
      }),

    controllerStatus: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.controllerStatus)
        const seen_enabled = checkController(await controllerOf(tx, call.params.id, row), call.body.seen)
        const input: WifiInput = {
          action: 'controller',
          stack: row.stack,
          setting_id: row.id,
          enabled: call.body.is_enabled,
          ...(seen_enabled !== undefined && { seen_enabled }),
        }
        return { data: await enqueueWifiCommand(deps, tx, call.actor, row, input) }
      }),

    pull: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.pull)
        const { version } = call.body
        await checkVersion(tx, call.params.id, row, version)
        // The network may change in the panel before the command reads the device.
        const input: WifiInput = {
          action: 'pull',
          stack: row.stack,
          setting_id: row.id,
          ...(version !== undefined && { version }),
        }
        return { data: await enqueueWifiCommand(deps, tx, call.actor, row, input) }
      }),

    push: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.push)
        await checkVersion(tx, call.params.id, row, call.body.version)
        return { data: await pushSetting({ deps, keys, tx, actor: call.actor, site: call.params.id }, row) }
      }),

    reProvision: (call) =>
      call.db(async (tx) => {
        const row = await loadSetting(tx, call, wifi.reProvision)
        const system = await controllerOf(tx, call.params.id, row)
        const ids = ownPoints(system, row, call.body.ids)
        const input: WifiInput = { action: 'provision', stack: row.stack, setting_id: row.id, ...(ids && { ids }) }
        return { data: await enqueueWifiCommand(deps, tx, call.actor, row, input) }
      }),
  }
}
