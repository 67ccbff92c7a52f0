import { message, type Message } from '@trunkline/contract/errors'
import { connectSsh, RouterError, type Session, type SshSession } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { open } from '../secrets.ts'
import { allottedTo } from './allotted.ts'
import { DeviceError } from './devices.ts'
import type { SessionContext } from './open-session.ts'
import { passwordContext } from './password-context.ts'
import { hostOf, placeOf, type DeviceSettings } from './settings.ts'

const refused = (reason: Message, cause?: unknown) => new DeviceError('refused', reason, { cause })

/**
 * Connects to a device over SSH, with the login of its API. The port is that of its SSH service, which the open session
 * reads. The host key of the first contact is stored; a device with another one does not receive the password.
 * @throws DeviceError refused if the service is disabled, does not reply, rejects the login, or presents another host
 *   key; address if the panel may not connect to it
 * @throws RouterError if the session ends
 */
export async function openSsh(
  context: Pick<SessionContext, 'keys' | 'databases' | 'guard'>,
  of: DeviceSettings,
  session: Session,
  connectTimeoutMs = 10_000,
): Promise<SshSession> {
  const { keys, databases, guard } = context
  const host = hostOf(of)
  if (host === null) throw new DeviceError('tunnel', message('device.tunnel_down'))
  const rows = await session.print('ip/service', { proplist: ['name', 'port', 'disabled'], where: { name: 'ssh' } })
  const service = rows.find(({ name }) => name === 'ssh')
  const port = Number(service?.port)
  if (service === undefined || service.disabled === 'true' || !Number.isInteger(port))
    throw refused(message('device.ssh_disabled'))
  const owner = { company_id: of.company_id, hardware_id: of.id, vpn_dialup_id: of.vpn_dialup_id }
  const { address } = await guard.check(host, port, allottedTo(databases, owner))
  const endpoint = `${placeOf(of)} ${port}`
  const trusted = await trustedKey(databases, of.id, endpoint)
  let ssh: SshSession
  try {
    ssh = await connectSsh({
      address,
      port,
      user: of.user as string,
      password: of.password === null ? '' : open(keys, of.password, passwordContext(of.id)),
      ...(trusted !== undefined && { pinned: trusted }),
      connectTimeoutMs,
    })
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'certificate') await reportChange(databases, of.id, error.fingerprint as string)
    throw refused(reasonOf(error), error)
  }
  const known = await learn(databases, of.id, endpoint, ssh.hostKey)
  if (known === ssh.hostKey) return ssh
  // Another process has stored a different key in the meantime.
  await ssh.close()
  throw refused(message('device.ssh_key_changed'))
}

function reasonOf({ kind }: RouterError): Message {
  switch (kind) {
    case 'certificate':
      return message('device.ssh_key_changed')
    case 'login':
      return message('device.ssh_login_failed')
    case 'unreachable':
    case 'timeout':
      return message('device.ssh_no_answer')
    default:
      return message('device.ssh_failed')
  }
}

const trustedKey = (databases: Databases, id: number, endpoint: string): Promise<string | undefined> =>
  withSystem(databases, async (tx) => {
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from device_ssh_key where hardware_id = ${id} and endpoint = ${endpoint}`.execute(tx)
    return rows[0]?.fingerprint
  })

/** Stores the key of a first contact, and that the trusted one is presented again. @returns the trusted key */
const learn = (databases: Databases, id: number, endpoint: string, hostKey: string): Promise<string | undefined> =>
  withSystem(databases, async (tx) => {
    const { rows } = await sql<{ fingerprint: string }>`
      insert into device_ssh_key as k (hardware_id, fingerprint, endpoint)
      select h.id, ${hostKey}, ${endpoint} from hardware h where h.id = ${id}
      on conflict (hardware_id) do update set
        fingerprint = case when k.endpoint = excluded.endpoint then k.fingerprint else excluded.fingerprint end,
        origin = case when k.endpoint = excluded.endpoint then k.origin else 'first-use' end,
        trusted_at = case when k.endpoint = excluded.endpoint then k.trusted_at else now() end,
        changed = null, changed_at = null, endpoint = excluded.endpoint
      returning fingerprint`.execute(tx)
    return rows[0]?.fingerprint
  })

/** Stores and audits, once, that a device presents a different host key than the trusted one. */
const reportChange = (databases: Databases, id: number, presented: string): Promise<unknown> =>
  withSystem(
    databases,
    (tx) =>
      sql`
        with stored as (
          update device_ssh_key set changed = ${presented}, changed_at = now()
            where hardware_id = ${id} and changed is distinct from ${presented} returning hardware_id, fingerprint)
        select audit_event('update', 'hardware', h.id, h.name, h.company_id,
            jsonb_build_object('trusted_ssh_key', s.fingerprint), jsonb_build_object('changed_ssh_key', ${presented}::text))
          from stored s join hardware h on h.id = s.hardware_id`.execute(tx),
    { actor_name: 'system' },
  )
