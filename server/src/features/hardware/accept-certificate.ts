import { message } from '@trunkline/contract/errors'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict } from '../../errors.ts'
import { loadDevice } from '../lan/device.ts'

/**
 * Trusts the certificate that a device presents instead of the previous one.
 * @param shown the certificate that the caller saw; null: none
 * @throws AppError not_found, forbidden, conflict if the device presents the trusted one, or yet another one
 */
export async function acceptCertificate(tx: Tx, actor: Actor, id: number, shown: string | null): Promise<void> {
  const device = await loadDevice(tx, actor, hardwareLive.acceptCertificate.access, id)
  const { rows } = await sql<{ fingerprint: string; changed: string | null }>`
    select fingerprint, changed from device_certificate where hardware_id = ${id} for update`.execute(tx)
  const before = rows[0]
  if (before === undefined || before.changed === null) throw conflict('device.certificate_unchanged')
  if (before.changed !== (shown ?? ''))
    throw new AppError('conflict', {
      reason: message('device.certificate_changed_again'),
      details: { changed: before.changed },
    })
  if (shown === null) await sql`delete from device_certificate where hardware_id = ${id}`.execute(tx)
  else
    await sql`
      update device_certificate set fingerprint = changed, origin = 'accepted', trusted_at = now(), changed = null, changed_at = null
        where hardware_id = ${id}`.execute(tx)
  // A fingerprint entered in the device form would continue to reject the new certificate.
  await sql`update hardware set pinned_certificate = ${shown} where id = ${id} and pinned_certificate is not null`.execute(
    tx,
  )
  await sql`select audit_event('accept', 'hardware', ${id}, ${device.name}, ${device.company_id},
    ${JSON.stringify({ trusted_certificate: before.fingerprint })}::jsonb, ${JSON.stringify({ trusted_certificate: shown })}::jsonb)`.execute(
    tx,
  )
}

/**
 * Trusts the SSH host key that a device presents instead of the previous one.
 * @param shown the key that the caller saw
 * @throws AppError not_found, forbidden, conflict if the device presents the trusted one, or yet another one
 */
export async function acceptSshKey(tx: Tx, actor: Actor, id: number, shown: string): Promise<void> {
  const device = await loadDevice(tx, actor, hardwareLive.acceptSshKey.access, id)
  const { rows } = await sql<{ fingerprint: string; changed: string | null }>`
    select fingerprint, changed from device_ssh_key where hardware_id = ${id} for update`.execute(tx)
  const before = rows[0]
  if (before === undefined || before.changed === null) throw conflict('device.ssh_key_unchanged')
  if (before.changed !== shown)
    throw new AppError('conflict', {
      reason: message('device.ssh_key_changed_again'),
      details: { changed: before.changed },
    })
  await sql`
    update device_ssh_key set fingerprint = changed, origin = 'accepted', trusted_at = now(), changed = null, changed_at = null
      where hardware_id = ${id}`.execute(tx)
  await sql`select audit_event('accept', 'hardware', ${id}, ${device.name}, ${device.company_id},
    ${JSON.stringify({ trusted_ssh_key: before.fingerprint })}::jsonb, ${JSON.stringify({ trusted_ssh_key: shown })}::jsonb)`.execute(
    tx,
  )
}
