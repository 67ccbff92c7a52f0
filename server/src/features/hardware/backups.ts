import { Readable } from 'node:stream'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import type { OutsideChange } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sql, type SqlBool } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { rejectWhileImpersonating, requireRecentPassword } from '../../access/guards.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { readBackupFile, readPresentText, type BackupFileKind } from '../../devices/backup.ts'
import type { Call, CallRequest, Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { checkManaged, loadDevice } from '../lan/device.ts'
import { previewLoad } from './load-preview.ts'
import { isOther, previewRestore, replacementPair, restorePair, type RestorePair } from './restore-preview.ts'
import { compareTexts } from './text-diff.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('config_backup as b')
    .select([
      'b.id',
      'b.hardware_id',
      'b.company_id',
      'b.read_at',
      'b.seen_at',
      'b.routeros_version',
      'b.lines',
      'b.lines_added',
      'b.lines_removed',
      'b.reason',
      'b.requested_by',
      'b.board',
      'b.serial_number',
      'b.binary_state',
      'b.has_secrets',
      sql<OutsideChange | null>`b.outside`.as('outside'),
      'b.ancestor_ids',
    ])

const source = { rows, owner: 'company_id', ancestor_ids: 'ancestor_ids', softDelete: false } as const

/** A configuration backup of this device. @throws AppError not_found, also for one of another device */
async function backupOf(tx: Tx, hardware_id: number, id: number) {
  const row = await tx
    .selectFrom('config_backup')
    .select([
      'id',
      'read_at',
      'seen_at',
      'routeros_version',
      'lines',
      'lines_added',
      'lines_removed',
      'reason',
      'requested_by',
      'board',
      'serial_number',
      'binary_state',
      'has_secrets',
      sql<OutsideChange | null>`outside`.as('outside'),
      'text',
    ])
    .where('id', '=', id)
    .where('hardware_id', '=', hardware_id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

type Calls = Pick<
  Handlers<typeof hardwareLive>,
  | 'backups'
  | 'backup'
  | 'compareBackups'
  | 'compareWithDevice'
  | 'backupText'
  | 'backupBinary'
  | 'backupPassword'
  | 'previewRestore'
  | 'restoreBackup'
  | 'previewLoad'
  | 'loadBackup'
  | 'previewReplacement'
  | 'restoreReplacement'
>

interface FileCall {
  actor: Actor
  params: { id: number; backupId: number }
  request: CallRequest
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * A file of a backup with secrets. An entry in the audit log is committed before it is returned.
 * @throws AppError not_found, forbidden, password_confirmation_required, conflict if there is no such file
 */
async function readFile(
  { config, databases }: Deps,
  { actor, params, request, db }: FileCall,
  endpoint: Endpoint,
  kind: BackupFileKind,
) {
  const { device, read_at } = await db(async (tx) => {
    const loaded = await loadDevice(tx, actor, endpoint.access, params.id)
    rejectWhileImpersonating(actor)
    await requireRecentPassword(tx, actor)
    return { device: loaded, ...(await backupOf(tx, params.id, params.backupId)) }
  })
  const keys = [config.key, ...config.formerKeys] as const
  const file = await readBackupFile({ databases, keys }, params.backupId, kind)
  if (file === undefined) throw conflict('backup.file_missing')
  const details = JSON.stringify({ backup: params.backupId, call: endpoint.name })
  await withTenant(databases, tenantSettingsOf(actor, request), { write: true }, (tx) =>
    sql`select audit_event('export', 'hardware', ${device.id}, ${device.name}, ${device.company_id}, null, ${details}::jsonb)`.execute(
      tx,
    ),
  )
  return { ...file, name: `${device.name}-${read_at.slice(0, 10)}`.replaceAll(/[^\w.-]+/g, '_') }
}

/** Stored configuration backups of a device; secrets are masked before they are stored. */
export const backupHandlers = (deps: Deps): Calls => ({
  async backups(call) {
    const { id } = call.params
    await call.db((tx) => loadDevice(tx, call.actor, hardwareLive.backups.access, id))
    const of = sql<SqlBool>`r.hardware_id = ${id}`
    return indexHandler(deps, hardwareLive.backups, { ...source, where: [of] })(call as Call)
  },

  backup: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadDevice(tx, actor, hardwareLive.backup.access, params.id)
      return { data: await backupOf(tx, params.id, params.backupId) }
    }),

  /** Compares the older with the newer one, in whichever order they are given. */
  async compareBackups({ actor, params, db }) {
    const [older, newer] = await db(async (tx) => {
      await loadDevice(tx, actor as Actor, hardwareLive.compareBackups.access, params.id)
      const found = [await backupOf(tx, params.id, params.backupId), await backupOf(tx, params.id, params.otherId)]
      return found.toSorted((a, b) => a.id - b.id) as [(typeof found)[0], (typeof found)[0]]
    })
    return { data: compareTexts(older.text, newer.text) }
  },

  async compareWithDevice({ actor, params, db }) {
    const { text } = await db(async (tx) => {
      const device = await loadDevice(tx, actor, hardwareLive.compareWithDevice.access, params.id)
      const backup = await backupOf(tx, params.id, params.backupId)
      checkManaged(device)
      return backup
    })
    const { rows: present, read_at } = await deps.devices.read(params.id, null, readPresentText)
    return { data: { read_at, ...compareTexts(text, present) } }
  },

  async backupText(call) {
    const { content, name } = await readFile(deps, call, hardwareLive.backupText, 'text')
    return { file: Readable.from([content]), name: `${name}.rsc`, type: hardwareLive.backupText.file }
  },

  async backupBinary(call) {
    const { content, name } = await readFile(deps, call, hardwareLive.backupBinary, 'binary')
    return { file: Readable.from([content]), name: `${name}.backup`, type: hardwareLive.backupBinary.file }
  },

  async backupPassword(call) {
    const { password } = await readFile(deps, call, hardwareLive.backupPassword, 'binary')
    return { data: { password: password ?? '' } }
  },

  async previewRestore({ actor, params, db }) {
    const { pair, address } = await db(async (tx) => {
      const device = await loadDevice(tx, actor, hardwareLive.previewRestore.access, params.id)
      return { pair: await restorePair(tx, device.id, params.backupId), address: device.management_address }
    })
    return { data: await previewRestore(deps, pair, address) }
  },

  restoreBackup: (call) =>
    restore(deps, call, hardwareLive.restoreBackup, (tx, device) => restorePair(tx, device.id, call.params.backupId)),

  previewLoad: ({ actor, params, db }) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, hardwareLive.previewLoad.access, params.id)
      return { data: await previewLoad(tx, device.id, params.backupId) }
    }),

  loadBackup: ({ actor, params, body, db }) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, hardwareLive.loadBackup.access, params.id)
      const preview = await previewLoad(tx, device.id, params.backupId)
      checkManaged(device)
      if (preview.current_id !== body.current_id) throw invalid({ current_id: message('backup.not_current') })
      if (preview.serial_number !== body.serial_number.trim())
        throw invalid({ serial_number: message('backup.serial_not_repeated') })
      const input = { backup_id: preview.backup_id, current_id: preview.current_id, is_binary: true }
      return {
        data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'restore', verb: 'load', input }),
      }
    }),

  async previewReplacement({ actor, params, query, db }) {
    const { pair, address } = await db(async (tx) => {
      const device = await loadDevice(tx, actor, hardwareLive.previewReplacement.access, params.id)
      return { pair: await replacementPair(tx, actor, device, query.backup_id), address: device.management_address }
    })
    return { data: await previewRestore(deps, pair, address) }
  },

  restoreReplacement: (call) =>
    restore(deps, call, hardwareLive.restoreReplacement, (tx, device) =>
      replacementPair(tx, call.actor, device, call.body.backup_id),
    ),
})

/** Enqueues the restore of a backup. One that cannot be restored is rejected before anything starts. */
async function restore(
  deps: Deps,
  {
    actor,
    params,
    body,
    db,
  }: Omit<FileCall, 'params' | 'request'> & { params: { id: number }; body: { current_id: number } },
  { access }: Endpoint,
  pairOf: (tx: Tx, device: { id: number; company_id: number }) => Promise<RestorePair>,
) {
  const found = await db(async (tx) => {
    const device = await loadDevice(tx, actor, access, params.id)
    const pair = await pairOf(tx, device)
    checkManaged(device)
    return pair
  })
  await previewRestore(deps, found, null)
  return db(async (tx) => {
    const device = await loadDevice(tx, actor, access, params.id)
    const { target, current } = await pairOf(tx, device)
    if (current.id !== body.current_id) throw invalid({ current_id: message('backup.not_current') })
    const input = { backup_id: target.id, current_id: body.current_id, is_other_device: isOther(target, current) }
    return {
      data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'restore', guarded: true, input }),
    }
  })
}
