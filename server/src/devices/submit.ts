import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { conflict, notFound } from '../errors.ts'
import { addJob } from '../jobs/queue.ts'
import { seal, type Keys } from '../secrets.ts'
import type { CommandRequest, SubmittedCommand } from './devices.ts'
import { commandContext } from './password-context.ts'

/** Maximum number of waiting commands per device: more than a user requests by hand. */
const maxWaiting = 50
const defaultDeadline = 600

/** Inserts a command in the caller's transaction, see `Devices.submit`. */
export async function submitCommand(
  keys: Keys,
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'label'>,
  order: CommandRequest,
): Promise<SubmittedCommand> {
  const { rows } = await sql<{ company_id: number; name: string; managed: boolean; waiting: number }>`
    select company_id, name, management_user is not null and (management_address is not null or vpn_dialup_id is not null) as managed,
      (select count(*)::int from device_command c where c.hardware_id = h.id and c.state = 'queued') as waiting
    from hardware h where h.id = ${order.hardware_id} and h.deleted_at is null`.execute(tx)
  const device = rows[0]
  if (device === undefined) throw notFound()
  if (!device.managed) throw conflict('device.not_managed')
  if (device.waiting >= maxWaiting) throw conflict('device.queue_full', { max: maxWaiting })
  const { id } = await tx
    .insertInto('device_command')
    .values({
      company_id: device.company_id,
      hardware_id: order.hardware_id,
      kind: order.kind,
      target: order.target ?? '',
      verb: order.verb ?? '',
      label: order.label ?? device.name,
      others: order.others ?? 0,
      notes: JSON.stringify(order.notes ?? []),
      input: JSON.stringify({ ...order.input, ...(order.change !== undefined && { change: order.change }) }),
      guarded: order.guarded ?? false,
      actor_id: actor.user_id,
      requested_by: actor.label,
      deadline_at: new Date(Date.now() + (order.deadlineSeconds ?? defaultDeadline) * 1000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (order.secrets !== undefined && Object.keys(order.secrets).length > 0)
    await tx
      .updateTable('device_command')
      .set({ secret: seal(keys, JSON.stringify(order.secrets), commandContext(id)) })
      .where('id', '=', id)
      .execute()
  await wakeFor(tx, order.hardware_id)
  return { id, job: id, state: 'queued' }
}

/** Makes a worker process the commands of a device when the transaction commits. */
export const wakeFor = (tx: Tx, hardware_id: number) =>
  addJob(tx, 'device-commands', { hardware_id }, { key: `device-commands:${hardware_id}` })
