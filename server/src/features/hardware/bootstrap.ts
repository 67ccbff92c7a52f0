import { message } from '@trunkline/contract/errors'
import { lookup } from 'node:dns/promises'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Body } from '@trunkline/contract/endpoint'
import type { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Config } from '../../config.ts'
import { expectCall } from '../../devices/call-home.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { open as openRadius } from '../../sessions/seal.ts'
import type { LiveDevice } from '../lan/device.ts'
import { checkDialup } from './hardware-rules.ts'
import { routerScript, type ScriptSettings } from './router-script.ts'

/** Name of the panel's user on routers. */
const user = 'trunkline'

/** Source addresses of a panel that connects through a tunnel or a private network (RFC 1918, RFC 6598). */
const inner = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']
const isInner = (address: string) =>
  /^(10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(address)

/**
 * Addresses that the panel connects from, as far as they are known: those of its host name. Through a tunnel or a
 * private network the source address is a private one that cannot be predicted.
 */
export async function panelAddresses(baseUrl: string, version: '6' | '7', tunnelled: boolean): Promise<string[]> {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  const found =
    isIP(host) === 0
      ? await lookup(host, { all: true }).then(
          (all) => all.map(({ address }) => address),
          () => [],
        )
      : [host]
  // RouterOS 6 does not accept IPv6 and IPv4 addresses in the same list.
  const usable = [...new Set(found)].filter(
    (address) => isIP(address) === 4 || (version === '7' && !/^(::1$|fe80:)/i.test(address)),
  )
  // Simulated routers on this host see connections from the loopback; other routers never do.
  const here = usable.some((address) => address.startsWith('127.')) ? ['127.0.0.0/8'] : []
  const outer = usable.filter((address) => !isInner(address)).toSorted()
  return outer.length < usable.length || outer.length === 0 || tunnelled ? [...outer, ...inner, ...here] : outer
}

interface Dialup {
  id: number
  username: string
  password: Buffer
  company_id: number
  status: string
  /** Address of the VPN server. */
  server: string | null
}

/**
 * The tunnel of a script with its password, whose access is audited.
 * @param actor must be allowed to change that password; undefined: it was checked before
 * @throws AppError forbidden, validation_failed at `vpn_dialup_id`
 */
export async function tunnelOf(
  tx: Tx,
  key: Buffer,
  id: number,
  kind: NonNullable<ScriptSettings['tunnel']>['kind'],
  actor?: Actor,
): Promise<NonNullable<ScriptSettings['tunnel']>> {
  await checkDialup(tx, id)
  const { rows } = await sql<Dialup>`
    select s.id, s.username, s.password, s.company_id, s.status,
      (select host(n.address) from nas n where n.deleted_at is null and n.is_active and 'vpn' = any (n.purposes)
        and (n.id = s.nas_id or (s.nas_id is null and n.ancestor_ids <@ s.ancestor_ids))
        order by cardinality(n.ancestor_ids) desc, n.id limit 1) as server
    from service s where s.id = ${id}`.execute(tx)
  const dialup = rows[0] as Dialup
  if (
    actor !== undefined &&
    !actorMayOn(actor, { action: 'update', subject: 'vpn-dialups' }, relationTo(actor, dialup.company_id))
  )
    throw new AppError('forbidden')
  if (dialup.status === 'suspended' || dialup.status === 'terminated')
    throw invalid({ vpn_dialup_id: message('device.tunnel_dialup_inactive') })
  if (dialup.server === null) throw invalid({ vpn_dialup_id: message('device.tunnel_no_nas') })
  await sql`select audit_event('export', 'vpn-dialups', ${dialup.id}, ${dialup.username}, ${dialup.company_id}, null, ${JSON.stringify({ for: 'router script' })}::jsonb)`.execute(
    tx,
  )
  return { kind, server: dialup.server, user: dialup.username, password: openRadius(key, dialup.password) }
}

/**
 * Writes the script that registers a router with the panel, and the settings that the panel applies after the router's
 * first contact.
 * @throws AppError forbidden, validation_failed at `vpn_dialup_id`
 */
export async function writeBootstrap(
  { config }: { config: Config },
  tx: Tx,
  actor: Actor,
  device: LiveDevice,
  body: Body<typeof hardwareLive.bootstrap>,
  from: readonly string[],
): Promise<{ script: string; user: string; expires_at: string }> {
  const { vpn_dialup_id = null, version = '7' } = body
  if (vpn_dialup_id === null && body.tunnel !== undefined)
    throw invalid({ vpn_dialup_id: message('device.tunnel_dialup_required') })
  const tunnel =
    vpn_dialup_id === null ? undefined : await tunnelOf(tx, config.key, vpn_dialup_id, body.tunnel ?? 'l2tp', actor)
  return createScript({ config }, tx, actor, device, { version, tunnel, vpn_dialup_id, from })
}

interface ScriptRequest extends Pick<ScriptSettings, 'version' | 'tunnel' | 'from'> {
  vpn_dialup_id: number | null
  /** The setup that ends with the call of the script. */
  device_setup_id?: number
}

/** The script of a device, with a new login that the device gets when its router has run it. The caller has checked the rights. */
export async function createScript(
  { config }: { config: Config },
  tx: Tx,
  by: Pick<Actor, 'user_id' | 'label'>,
  device: Pick<LiveDevice, 'id' | 'company_id' | 'name'>,
  { version, tunnel, vpn_dialup_id, from, device_setup_id }: ScriptRequest,
): Promise<{ script: string; user: string; expires_at: string }> {
  const password = randomBytes(24).toString('base64url')
  const { token, expires_at } = await expectCall([config.key], tx, {
    hardware_id: device.id,
    company_id: device.company_id,
    login: { user, password, vpn_dialup_id, by: { user_id: by.user_id, label: by.label } },
    ...(device_setup_id !== undefined && { device_setup_id }),
  })
  await sql`select audit_event('export', 'hardware', ${device.id}, ${device.name}, ${device.company_id}, null, ${JSON.stringify({ script: version, tunnel: tunnel?.kind ?? null })}::jsonb)`.execute(
    tx,
  )
  const script = routerScript({
    version,
    user,
    password,
    from,
    tunnel,
    callHome: `${config.baseUrl}/api/hook/call-home/${token}`,
  })
  return { script, user, expires_at }
}
