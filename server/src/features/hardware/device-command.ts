import { message } from '@trunkline/contract/errors'
import { deviceCommands, type CommandRow } from '@trunkline/contract/resources/device-command'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { findRow } from '../../http/find-row.ts'
import { indexHandler, loadRow, readRecord } from '../../http/standard-handlers.ts'
import { changesOf, commandListSource, commandRecord } from './command-rows.ts'

const source = commandListSource

/** Commands for devices: enqueued by API calls, completed by workers. */
export const deviceCommandHandlers = (deps: Deps): Handlers<typeof deviceCommands> => ({
  index: indexHandler(deps, deviceCommands.index, source),

  show: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadRow(tx, actor, source, deviceCommands.show.access, params.id)
      const { input, ...row } = await readRecord(tx, { ...source, record: commandRecord }, params.id)
      return { data: { ...row, changes: changesOf(input) } }
    }),

  cancel: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadRow(tx, actor, source, deviceCommands.cancel.access, params.id)
      // If a worker claims it at the same time, one of the two updates finds no queued row.
      const { rows } = await sql<{ id: number }>`
        update device_command set state = 'cancelled', secret = null, finished_at = now(), detail = ${JSON.stringify(message('command.cancelled', { by: actor.label }))}::jsonb
        where id = ${params.id} and state = 'queued' returning id`.execute(tx)
      const row = await findRow(tx, source, params.id)
      if (row === undefined) throw notFound()
      if (rows.length === 0) throw conflict('command.not_queued', { state: row.state as CommandRow['state'] })
      return { data: row }
    }),
})
