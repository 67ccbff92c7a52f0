import type { Body } from '@trunkline/contract/endpoint'
import type { Contact, hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { ContactFound } from '../../devices/devices.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, notFound } from '../../errors.ts'
import { checkDialup } from './hardware-rules.ts'

/**
 * Checks that the caller may change the device whose stored settings are used, and may see the tunnel.
 * @throws AppError forbidden, validation_failed at `vpn_dialup_id`
 */
export async function checkContact(tx: Tx, actor: Actor, body: Body<typeof hardwareLive.test>): Promise<void> {
  if (body.hardware_id !== undefined) {
    const device = await tx
      .selectFrom('hardware')
      .select('company_id')
      .where('id', '=', body.hardware_id)
      .executeTakeFirst()
    if (device === undefined) throw notFound()
    if (!actorMayOn(actor, hardware.update.access, relationTo(actor, device.company_id)))
      throw new AppError('forbidden')
  }
  if (body.vpn_dialup_id != null) await checkDialup(tx, body.vpn_dialup_id)
}

/** The catalogue model with the reported name, and the existing device with the reported serial number. */
export async function matchContact(
  tx: Tx,
  found: ContactFound,
  hardware_id: number | undefined,
): Promise<Pick<Contact, 'model_id' | 'model_name' | 'known_as'>> {
  const names = [found.model, found.board]
    .filter((name) => name !== null && name !== '')
    .map((name) => name?.toLowerCase())
  const models = await sql<{ id: number; name: string }>`
    select id, name from hardware_model
    where deleted_at is null and (lower(code) = any (${names}::text[]) or lower(name) = any (${names}::text[]))
    order by lower(code) = any (${names}::text[]) desc nulls last, id limit 1`.execute(tx)
  const known =
    found.serial_number === null
      ? undefined
      : await sql<{ id: number; name: string }>`
          select id, name from hardware
          where deleted_at is null and upper(serial_number) = upper(${found.serial_number}) and id <> ${hardware_id ?? 0}
            and manufacturer_id in (select id from hardware_manufacturer) order by id limit 1`.execute(tx)
  return {
    model_id: models.rows[0]?.id ?? null,
    model_name: models.rows[0]?.name ?? null,
    known_as: known?.rows[0] ?? null,
  }
}
