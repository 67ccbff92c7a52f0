import { callHomeVerb } from '@trunkline/contract/resources/device-enums'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { hashToken, newToken } from '../access/token.ts'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { AppError } from '../errors.ts'
import { open, seal, type Keys } from '../secrets.ts'
import { passwordContext } from './password-context.ts'
import { submitCommand } from './submit.ts'

/** Days for which a provisioning script is valid. */
const days = 7

/** The login that a script creates on a router; the panel uses it once the router has called. */
export interface ScriptLogin {
  user: string
  password: string
  vpn_dialup_id: number | null
  /** The user who created the script, and the actor of the call. */
  by: Pick<Actor, 'user_id' | 'label'>
}

/** Additional data for the encryption: the secret cannot be decrypted in another row. */
const context = (id: number) => `call-home:${id}`

/**
 * Stores the login of a script until its router calls.
 * @returns the token of the call, which only the script contains
 */
export async function expectCall(
  keys: Keys,
  tx: Tx,
  of: { hardware_id: number; company_id: number; login: ScriptLogin; device_setup_id?: number },
): Promise<{ token: string; expires_at: string }> {
  const token = newToken()
  const token_hash = hashToken(token)
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('call_home', 'id')) as id`.execute(
    tx,
  )
  const { id } = rows[0] as { id: number }
  const { expires_at } = await tx
    .insertInto('call_home')
    .values({
      id,
      company_id: of.company_id,
      hardware_id: of.hardware_id,
      token_hash,
      device_setup_id: of.device_setup_id ?? null,
      secret: seal(keys, JSON.stringify(of.login), context(id)),
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/**
 * Called by a router after it ran its script: the device gets the user, password and tunnel of the script, and is read.
 * A pinned certificate is dropped, because the script creates a new one. Without an address or tunnel the device gets
 * the address that the call came from.
 * @throws AppError link_invalid if the token is unknown, used or expired, or its device is gone
 */
export async function acceptCall(
  { databases, keys }: { databases: Databases; keys: Keys },
  token: string,
  from: string,
): Promise<void> {
  const hash = hashToken(token)
  const found = await withSystem(databases, async (tx) => {
    const { rows } = await sql<{ id: number; secret: Buffer }>`
      select c.id, c.secret from call_home c join hardware h on h.id = c.hardware_id
      where c.token_hash = ${hash} and c.called_at is null and c.expires_at > now() and h.deleted_at is null`.execute(
      tx,
    )
    return rows[0]
  })
  if (found === undefined) throw new AppError('link_invalid')
  const login = JSON.parse(open(keys, found.secret, context(found.id))) as ScriptLogin
  await withSystem(
    databases,
    async (tx) => {
      // Of two concurrent calls one succeeds. The secret is no longer needed.
      const { rows } = await sql<{ hardware_id: number; device_setup_id: number | null }>`
        update call_home set called_at = now(), called_from = ${from}::inet, secret = '' where token_hash = ${hash} and called_at is null
        returning hardware_id, device_setup_id`.execute(tx)
      const id = rows[0]?.hardware_id
      if (id === undefined) throw new AppError('link_invalid')
      await sql`update device_setup set connected_at = now(), detail = null where id = ${rows[0]?.device_setup_id ?? null}::bigint and connected_at is null`.execute(
        tx,
      )
      await sql`
        update hardware set management_user = ${login.user}, management_password = ${seal(keys, login.password, passwordContext(id))},
          management_protocol = 'api-ssl', management_port = null, pinned_certificate = null,
          vpn_dialup_id = coalesce((select s.id from service s where s.id = ${login.vpn_dialup_id} and s.deleted_at is null), vpn_dialup_id),
          management_address = case when ${login.vpn_dialup_id}::bigint is null and vpn_dialup_id is null
            then coalesce(management_address, ${from}) else management_address end
        where id = ${id}`.execute(tx)
      // The certificate is new, so that the next contact is a first one.
      await sql`delete from device_certificate where hardware_id = ${id}`.execute(tx)
      // The provider may use any private address, including that of a router which calls from the panel's own network.
      await sql`
        insert into device_address_approval (hardware_id, address)
        select ${id}, ${from}::inet from app_user u join company c on c.id = u.company_id
          where u.id = ${login.by.user_id} and c.parent_id is null
            and exists (select from hardware where id = ${id} and management_address = ${from})
        on conflict do nothing`.execute(tx)
      await submitCommand(keys, tx, login.by as Actor, {
        hardware_id: id,
        kind: 'reload',
        verb: callHomeVerb,
      }).catch((error: unknown) => {
        // With this many waiting commands, one of them reads the device anyway.
        if (!(error instanceof AppError)) throw error
      })
    },
    { actor_id: login.by.user_id, actor_name: login.by.label, ip: from },
  )
}
