import { message } from '@trunkline/contract/errors'
import { deviceConsole } from '@trunkline/contract/resources/device-console'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { inOneLine } from '../../devices/faults.ts'
import { completionsOf, lastWord, maskedLine, planLine, readLine, stepsOf } from '../../devices/tools/console.ts'
import { readingLine, writingLine } from '../../devices/tools/console-line.ts'
import { invalid } from '../../errors.ts'
import type { CallRequest, Handlers } from '../../http/call.ts'
import { checkManaged, loadDevice, type LiveDevice } from '../lan/device.ts'

/** The command line of a device over the API: lines are split, checked against the rules here, and never evaluated. */
export const deviceConsoleHandlers = ({ databases, devices }: Deps): Handlers<typeof deviceConsole> => {
  const audit = (tx: Tx, device: LiveDevice, details: object) =>
    sql`select audit_event('run', 'hardware', ${device.id}, ${device.name}, ${device.company_id}, null, ${JSON.stringify(details)}::jsonb)`.execute(
      tx,
    )
  /** Records a line that was not stored otherwise. */
  const auditNow = (actor: Actor, request: CallRequest, device: LiveDevice, line: string) =>
    withTenant(databases, tenantSettingsOf(actor, request), { write: true }, (tx) =>
      audit(tx, device, { line: maskedLine(line) }),
    )
  const managedDevice = async (
    tx: Tx,
    actor: Actor,
    access: (typeof deviceConsole)['read']['access'] | (typeof deviceConsole)['plan']['access'],
    id: number,
  ) => {
    const device = await loadDevice(tx, actor, access, id)
    checkManaged(device)
    return device
  }

  return {
    async read({ actor, params, body, db, request }) {
      const device = await db((tx) => managedDevice(tx, actor, deviceConsole.read.access, params.id))
      const line = readingLine(body.line)
      await auditNow(actor, request, device, body.line)
      const { rows: reply } = await devices.read(params.id, null, (session) => readLine(session, line))
      return { data: reply }
    },

    async complete({ actor, params, body, db }) {
      await db((tx) => managedDevice(tx, actor, deviceConsole.complete.access, params.id))
      const { rows } = await devices.read(params.id, null, (session) => completionsOf(session, body.input))
      return { data: { offset: lastWord(body.input), completions: rows } }
    },

    async plan({ actor, params, body, db }) {
      await db((tx) => managedDevice(tx, actor, deviceConsole.plan.access, params.id))
      const line = writingLine(body.line)
      const { rows: plan } = await devices.read(params.id, null, (session) => planLine(session, line))
      return { data: plan }
    },

    write: ({ actor, params, body, db }) =>
      db(async (tx) => {
        const device = await managedDevice(tx, actor, deviceConsole.write.access, params.id)
        const line = writingLine(body.line)
        const { menu, verb, values, rows } = line
        if ((verb === 'add' || rows === undefined) !== (body.ids.length === 0))
          throw invalid({ ids: message('console.row_required') })
        await audit(tx, device, { line: maskedLine(body.line), ids: body.ids })
        const { steps, secrets } = stepsOf(line, body.ids, body.seen_rows ?? {})
        const label = values['name'] ?? values['address'] ?? body.ids.join(', ')
        return {
          data: await devices.submit(tx, actor, {
            hardware_id: device.id,
            kind: 'change',
            target: menu,
            verb,
            ...(label !== '' && { label: inOneLine(label).slice(0, 100) }),
            change: { steps },
            ...(Object.keys(secrets).length > 0 && { secrets }),
            guarded: true,
          }),
        }
      }),
  }
}
