import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { loadDevice } from '../lan/device.ts'
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
      'b.ancestor_ids',
    ])

const source = { rows, owner: 'company_id', ancestor_ids: 'ancestor_ids', softDelete: false } as const

/** A configuration backup of this device. @throws AppError not_found, also for one of another device */
async function backupOf(tx: Tx, hardware_id: number, id: number) {
  const row = await tx
    .selectFrom('config_backup')
    .select(['id', 'read_at', 'seen_at', 'routeros_version', 'lines', 'lines_added', 'lines_removed', 'text'])
    .where('id', '=', id)
    .where('hardware_id', '=', hardware_id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

type Calls = Pick<Handlers<typeof hardwareLive>, 'backups' | 'backup' | 'compareBackups'>

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
})
