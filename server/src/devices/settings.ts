import { createHash } from 'node:crypto'
import type { Transport } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** The connection settings of a device, from its row. The password stays encrypted. */
export interface DeviceSettings {
  id: number
  name: string
  company_id: number
  address: string | null
  protocol: Transport
  port: number | null
  user: string | null
  password: Buffer | null
  /** Entered by a user. */
  pinned: string | null
  /** Learned at the first contact with this address, or accepted later; null before. */
  learned: string | null
  /** Presented instead of the trusted one; '' for none. */
  changed: string | null
  /** From the record: the device at the address must have this serial number. */
  serial_number: string | null
  vpn_dialup_id: number | null
  /** From the active session of the dial-up; null without one. */
  tunnel_address: string | null
}

const columns = sql`h.id, h.name, h.company_id, h.management_address as address, h.management_protocol as protocol, h.management_port as port,
  h.management_user as user, h.management_password as password, h.pinned_certificate as pinned, h.serial_number, h.vpn_dialup_id,
  case when t.origin <> 'entered' then t.fingerprint end as learned, t.endpoint as learned_at, t.changed,
  case when h.vpn_dialup_id is not null then
    (select host(l.framed_ip) from session_live l where l.service_id = h.vpn_dialup_id and l.framed_ip is not null order by l.started_at desc limit 1) end as tunnel_address`

/** The settings of these devices, without those in the trash; one statement. */
export async function readSettings(tx: Tx, ids: readonly number[]): Promise<Map<number, DeviceSettings>> {
  const { rows } = await sql<DeviceSettings & { learned_at: string | null }>`
    select ${columns} from hardware h left join device_certificate t on t.hardware_id = h.id where h.id = any (${[...ids]}::bigint[]) and h.deleted_at is null`.execute(
    tx,
  )
  return new Map(
    rows.map(({ learned_at, ...row }) => {
      const here = learned_at === endpointOf(row)
      return [row.id, { ...row, learned: here ? row.learned : null, changed: here ? row.changed : null }]
    }),
  )
}

/** Whether the panel has what it needs to log in. */
export const isManaged = (of: DeviceSettings): boolean =>
  of.user !== null && (of.address !== null || of.vpn_dialup_id !== null)

export const defaultPorts: Record<Transport, number> = { api: 8728, 'api-ssl': 8729, rest: 443 }
export const portOf = (of: Pick<DeviceSettings, 'port' | 'protocol'>): number => of.port ?? defaultPorts[of.protocol]

/** Where a certificate was learned: a different address, tunnel or port is a new first contact. */
export const endpointOf = (of: Pick<DeviceSettings, 'address' | 'vpn_dialup_id' | 'port' | 'protocol'>): string =>
  `${placeOf(of)} ${portOf(of)}`

/** The configured address, or the dial-up of the tunnel: it stays the same when the dial-up gets another address. */
export const placeOf = ({ address, vpn_dialup_id }: Pick<DeviceSettings, 'address' | 'vpn_dialup_id'>): string =>
  vpn_dialup_id !== null ? `dialup ${vpn_dialup_id}` : (address ?? '').toLowerCase()

/** The current address: that of the tunnel if the device dials in. */
export const hostOf = (of: DeviceSettings): string | null =>
  of.vpn_dialup_id !== null ? of.tunnel_address : of.address

/** Identifies the connection settings: an open session is valid while this does not change. */
export const fingerprintOf = (of: DeviceSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([hostOf(of), of.protocol, portOf(of), of.user, of.pinned, of.serial_number]))
    .update(of.password ?? '')
    .digest('base64')
