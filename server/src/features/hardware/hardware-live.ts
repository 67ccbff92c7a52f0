import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { CommandKind } from '@trunkline/contract/resources/device-enums'
import type { Actor } from '../../access/actor.ts'
import { openBrandingFile } from '../../devices/branding-file.ts'
import { acceptCall } from '../../devices/call-home.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkManaged, loadDevice } from '../lan/device.ts'
import { acceptCertificate, acceptSshKey } from './accept-certificate.ts'
import { backupHandlers } from './backups.ts'
import { panelAddresses, writeBootstrap } from './bootstrap.ts'
import { deliverPackage } from './dpk-delivery.ts'
import { checkContact, matchContact } from './first-contact.ts'
import { hardwareListSource } from './hardware-rows.ts'
import { readHistory, readLiveState } from './live-state.ts'

interface ReadRequest {
  actor: Actor
  params: { id: number }
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Handlers of the live side of a device: readings, commands and registration. */
export const hardwareLiveHandlers = (deps: Deps): Handlers<typeof hardwareLive> => {
  const { config, databases, devices } = deps
  const keys = [config.key, ...config.formerKeys] as const

  const submitted =
    (endpoint: Endpoint, kind: CommandKind) =>
    ({ actor, params, db }: ReadRequest) =>
      db(async (tx) => {
        const device = await loadDevice(tx, actor, endpoint.access, params.id)
        checkManaged(device)
        return { data: await devices.submit(tx, actor, { hardware_id: device.id, kind }) }
      })

  return {
    ...bulkHandlers(hardwareLive, hardwareListSource),
    live: ({ actor, params, db }) =>
      db(async (tx) => {
        await loadDevice(tx, actor, hardwareLive.live.access, params.id)
        return { data: await readLiveState(tx, params.id) }
      }),
    history: ({ actor, params, query, db }) =>
      db(async (tx) => {
        await loadDevice(tx, actor, hardwareLive.history.access, params.id)
        return { data: await readHistory(tx, params.id, query.span, query.interface || undefined) }
      }),

    reboot: submitted(hardwareLive.reboot, 'reboot'),
    reload: submitted(hardwareLive.reload, 'reload'),
    takeBackup: submitted(hardwareLive.takeBackup, 'backup'),

    async test({ actor, body, db }) {
      await db((tx) => checkContact(tx, actor, body))
      const { hardware_id, address, vpn_dialup_id, protocol, port, user, password } = body
      const { model: _model, ...found } = await devices.contact({
        by: { company_id: actor.company_id, isProvider: actor.company_type === 'simrush' },
        ...(hardware_id !== undefined && { hardware_id }),
        ...(address !== undefined && { address: address || null }),
        ...(vpn_dialup_id !== undefined && { vpn_dialup_id }),
        ...(protocol !== undefined && { protocol }),
        ...(port !== undefined && { port }),
        ...(user !== undefined && { user }),
        ...(password !== undefined && { password }),
      })
      return { data: { ...found, ...(await db((tx) => matchContact(tx, { ...found, model: _model }, hardware_id))) } }
    },

    acceptCertificate: ({ actor, params, body, db }) =>
      db(async (tx) => {
        await acceptCertificate(tx, actor, params.id, body.certificate)
        return { data: await readLiveState(tx, params.id) }
      }),

    acceptSshKey: ({ actor, params, body, db }) =>
      db(async (tx) => {
        await acceptSshKey(tx, actor, params.id, body.ssh_key)
        return { data: await readLiveState(tx, params.id) }
      }),

    async bootstrap({ actor, params, body, db }) {
      // Resolved before the transaction, because DNS can be slow.
      const from = await panelAddresses(config.baseUrl, body.version ?? '7', body.vpn_dialup_id != null)
      return db(async (tx) => {
        const device = await loadDevice(tx, actor, hardwareLive.bootstrap.access, params.id)
        return { data: await writeBootstrap(deps, tx, actor, device, body, from) }
      })
    },
    async callHome({ params, request }) {
      await acceptCall({ databases, keys }, params.token, request.ip)
      return { data: { ok: true } }
    },

    ...backupHandlers(deps),

    deliverDpk: ({ actor, params, body, db }) =>
      db(async (tx) => ({ data: await deliverPackage(deps, tx, actor, params.id, body.ids) })),
    async dpkFile({ params }) {
      const { name, file } = await openBrandingFile(databases, params.token)
      return { file, name, type: hardwareLive.dpkFile.file }
    },
  }
}
