import { message } from '@trunkline/contract/errors'
import { RouterError } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { DeviceError } from './devices.ts'
import { endpointOf, type DeviceSettings } from './settings.ts'

/** The certificates of devices, for connections. */
export interface DeviceTrust {
  /**
   * Stores the certificate of a first contact.
   * @throws DeviceError `certificate` if another process has stored a different one in the meantime
   */
  learn(of: DeviceSettings, fingerprint: string): Promise<void>
  /**
   * Stores and audits that a device presents a different certificate than the trusted one. Ignores all errors except
   * certificate errors.
   */
  reportChange(of: DeviceSettings, error: unknown): Promise<void>
  /** Records that the device presents the trusted certificate again. */
  clearChange(of: DeviceSettings): Promise<void>
}

export const changedCertificate = () => new DeviceError('certificate', message('device.certificate_changed'))

export function createDeviceTrust(databases: Databases): DeviceTrust {
  return {
    async learn(of, fingerprint) {
      const { rows } = await withSystem(databases, (tx) =>
        sql<{ fingerprint: string }>`
          insert into device_certificate as c (hardware_id, fingerprint, endpoint)
          select h.id, ${fingerprint}, ${endpointOf(of)} from hardware h where h.id = ${of.id}
          on conflict (hardware_id) do update set
            -- Another address is another first contact, and so is one after an entered fingerprint; else the stored one stays.
            fingerprint = case when c.endpoint = excluded.endpoint and c.origin <> 'entered' then c.fingerprint else excluded.fingerprint end,
            origin = case when c.endpoint = excluded.endpoint and c.origin <> 'entered' then c.origin else excluded.origin end,
            trusted_at = case when c.endpoint = excluded.endpoint and c.origin <> 'entered' then c.trusted_at else now() end,
            changed = case when c.endpoint = excluded.endpoint and c.origin <> 'entered' then c.changed end,
            changed_at = case when c.endpoint = excluded.endpoint and c.origin <> 'entered' then c.changed_at end,
            endpoint = excluded.endpoint
          returning fingerprint`.execute(tx),
      )
      if (rows[0] !== undefined && rows[0].fingerprint !== fingerprint) throw changedCertificate()
    },

    async reportChange(of, error) {
      if (!(error instanceof RouterError) || error.kind !== 'certificate') return
      const trusted = of.pinned ?? of.learned
      // A contact test of a device that is not stored yet.
      if (trusted === null || of.id === 0) return
      const shown = error.fingerprint ?? ''
      if (of.changed === shown) return
      await withSystem(
        databases,
        (tx) =>
          sql`
            with stored as (
              insert into device_certificate as c (hardware_id, fingerprint, endpoint, origin, changed, changed_at)
              select h.id, ${trusted}, ${endpointOf(of)}, 'entered', ${shown}, now() from hardware h where h.id = ${of.id}
              on conflict (hardware_id) do update set fingerprint = excluded.fingerprint, endpoint = excluded.endpoint,
                origin = case when c.fingerprint = excluded.fingerprint then c.origin else excluded.origin end,
                changed = excluded.changed, changed_at = now()
                where (c.changed, c.fingerprint, c.endpoint) is distinct from (excluded.changed, excluded.fingerprint, excluded.endpoint)
              returning hardware_id)
            select audit_event('update', 'hardware', h.id, h.name, h.company_id,
                jsonb_build_object('trusted_certificate', ${trusted}::text), jsonb_build_object('changed_certificate', ${shown}::text))
              from stored s join hardware h on h.id = s.hardware_id`.execute(tx),
        { actor_name: 'system' },
      )
    },

    async clearChange(of) {
      if (of.changed === null) return
      await withSystem(databases, (tx) =>
        sql`update device_certificate set changed = null, changed_at = null where hardware_id = ${of.id}`.execute(tx),
      )
    },
  }
}
