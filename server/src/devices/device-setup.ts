import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { hashToken, newToken } from '../access/token.ts'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { AppError } from '../errors.ts'
import { open, seal, type Keys } from '../secrets.ts'

/** Additional data for the encryption: the token cannot be decrypted in another row. */
const keyContext = (company_id: number) => `device-setup-key:${company_id}`

/** Scripts for one setup: more calls than this come from a router that cannot run its script. */
const maxScripts = 20

/** Unknown routers that are stored for a company: the token of its line is on all its routers, and could be misused. */
const maxUnknown = 500

/** A setup whose router may get its script. */
export interface Waiting {
  id: number
  hardware_id: number
  company_id: number
  name: string
  /** Lower case with colons. */
  mac: string | null
  vpn_dialup_id: number | null
  tunnel: 'l2tp' | 'sstp' | 'ovpn' | 'ikev2' | null
  calls: number
  /** Who requested the setup. */
  by: Pick<Actor, 'user_id' | 'label'>
}

/** The setup that waits for a serial number, of the company of the key or one below it; locked. */
async function waitingFor(tx: Tx, company_id: number, serial: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Omit<Waiting, 'by'> & { actor_id: number | null; requested_by: string }>`
    select t.id, t.hardware_id, t.company_id, h.name, h.mac::text as mac, t.vpn_dialup_id, t.tunnel, t.calls, t.actor_id, t.requested_by
      from device_setup t join hardware h on h.id = t.hardware_id
      where upper(h.serial_number) = upper(${serial}) and h.deleted_at is null and array_position(t.ancestor_ids, ${company_id}::bigint) is not null
        and t.cancelled_at is null and t.connected_at is null and t.expires_at > now()
      order by t.id limit 1 for update of t`.execute(tx)
  if (rows[0] === undefined) return undefined
  const { actor_id, requested_by, ...of } = rows[0]
  return { ...of, by: { user_id: actor_id, label: requested_by } as Waiting['by'] }
}

/** Stores a call that no device waits for, within the limit of its company. */
const noteUnknown = (tx: Tx, company_id: number, serial: string, mac: string | null, from: string) =>
  sql`
    insert into device_setup_call (company_id, serial_number, mac, called_from)
    select ${company_id}, upper(${serial}), ${mac}, ${from}::inet
      where (select count(*) from device_setup_call where company_id = ${company_id}) < ${maxUnknown}
        or exists (select from device_setup_call where company_id = ${company_id} and serial_number = upper(${serial}))
    on conflict (company_id, serial_number) do update
      set mac = excluded.mac, called_from = excluded.called_from, called_at = now(), calls = device_setup_call.calls + 1`.execute(
    tx,
  )

/** What a router says about itself. */
export interface SetupCall {
  token: string
  serial: string
  /** Lower case with colons; null: not sent, or no MAC address. */
  mac: string | null
  /** Address that the call came from. */
  from: string
}

/**
 * The script of the device that waits for a serial number. The call is stored, whatever its result.
 * @param writeScript for the device of the setup, in the same transaction
 * @returns the script, or why the router gets none
 * @throws AppError link_invalid if the token is not that of a line
 */
export async function answerSetupCall(
  databases: Databases,
  { token, serial, mac, from }: SetupCall,
  writeScript: (tx: Tx, of: Waiting) => Promise<string>,
): Promise<{ script: string } | { reason: Message }> {
  return withSystem(databases, async (tx) => {
    const { rows: keys } = await sql<{ company_id: number }>`
      select company_id from device_setup_key where token_hash = ${hashToken(token)}`.execute(tx)
    const key = keys[0]
    if (key === undefined) throw new AppError('link_invalid')
    const of = await waitingFor(tx, key.company_id, serial)
    if (of === undefined) {
      await noteUnknown(tx, key.company_id, serial, mac, from)
      return { reason: message('device_setup.unknown_serial', { serial }) }
    }
    const reason =
      of.mac !== null && mac !== null && of.mac !== mac
        ? message('device_setup.mac_differs', { mac: mac.toUpperCase(), expected: of.mac.toUpperCase() })
        : of.calls >= maxScripts
          ? message('device_setup.too_many_calls', { max: maxScripts })
          : undefined
    await sql`update device_setup set called_at = now(), called_from = ${from}::inet, calls = least(calls + 1, ${maxScripts}),
      detail = ${reason === undefined ? null : JSON.stringify(reason)}::jsonb where id = ${of.id}`.execute(tx)
    if (reason !== undefined) return { reason }
    await sql`delete from device_setup_call where company_id = ${key.company_id} and serial_number = upper(${serial})`.execute(
      tx,
    )
    // The login of the last script is the one that the router has in the end.
    await sql`update call_home set expires_at = now() where device_setup_id = ${of.id} and called_at is null`.execute(
      tx,
    )
    const script = await writeScript(tx, of)
    await sql`update device_setup set script_at = now() where id = ${of.id}`.execute(tx)
    return { script }
  })
}

/**
 * The token in the line of the caller's company; a new one if it has none, or with `renew`.
 * @returns with the time since which it is valid
 */
export async function setupToken(
  databases: Databases,
  keys: Keys,
  { company_id, label }: Pick<Actor, 'company_id' | 'label'>,
  renew: boolean,
): Promise<{ token: string; created_at: string }> {
  return withSystem(databases, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('device setup key'), ${company_id % 2_147_483_647})`.execute(tx)
    const { rows } = await sql<{ secret: Buffer; created_at: string }>`
      select secret, created_at from device_setup_key where company_id = ${company_id}`.execute(tx)
    const [stored] = rows
    if (stored !== undefined && !renew)
      return { token: open(keys, stored.secret, keyContext(company_id)), created_at: stored.created_at }
    const token = newToken()
    const { rows: made } = await sql<{ created_at: string }>`
      insert into device_setup_key (company_id, token_hash, secret, requested_by)
        values (${company_id}, ${hashToken(token)}, ${seal(keys, token, keyContext(company_id))}, ${label})
        on conflict (company_id) do update set token_hash = excluded.token_hash, secret = excluded.secret,
          requested_by = excluded.requested_by, created_at = now()
        returning created_at`.execute(tx)
    return { token, created_at: (made[0] as { created_at: string }).created_at }
  })
}
