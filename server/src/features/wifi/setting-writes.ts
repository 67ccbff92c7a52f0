import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import type { QueuedCommand } from '@trunkline/contract/resources/device-command'
import type { wifi } from '@trunkline/contract/resources/wifi'
import type { WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { differencesOf } from '../../devices/wifi/differences.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import type { SeenNetwork } from '../../devices/wifi/shapes.ts'
import { AppError, invalid } from '../../errors.ts'
import { seal, type Keys } from '../../secrets.ts'
import { deviceFor, readWifiDevices, systemOf, type WifiDevice } from './wifi-devices.ts'
import { enqueueWifiCommand } from './enqueue-command.ts'
import { foundOf, readSettings, seenOf, shownSetting, type SettingRow } from './setting-rows.ts'
import { networkErrors, type ValidationContext } from './setting-rules.ts'

/** Additional data for the encryption of a network's passphrase. */
export const settingContext = (id: number) => `wifi-setting:${id}`

/** The caller's transaction at a site whose permission was checked. */
export interface WriteContext {
  deps: Deps
  keys: Keys
  tx: Tx
  actor: Actor
  site: number
}

interface Written {
  id: number
  command: QueuedCommand | null
}

type SettingBody = Body<typeof wifi.store>
type Changed = Body<typeof wifi.update>

const names = [
  'ssid',
  'is_enabled',
  'hidden',
  'encryption',
  'bands',
  'channel_width',
  'frequencies',
  'country',
  'vlan_id',
  'client_isolation',
  'is_guest',
  'schedule',
] as const satisfies (keyof WifiNetwork)[]

const networkOf = (of: WifiNetwork): WifiNetwork =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as unknown as WifiNetwork

const columnsOf = ({ schedule, ...plain }: WifiNetwork) => ({
  ...plain,
  schedule: schedule === null ? null : JSON.stringify(schedule),
})

/** Serialises writes of networks of one device, so that each sees the names of the others. */
const lockDevice = (tx: Tx, id: number) => sql`select from hardware where id = ${id} for no key update`.execute(tx)

/** @throws AppError validation_failed */
function check(
  wanted: WifiNetwork,
  of: Omit<ValidationContext, 'others' | 'found' | 'system'>,
  device: WifiDevice | undefined,
  stored: readonly SettingRow[],
  own: { id?: number; hardware_id: number; adopt?: string | undefined },
): void {
  const same = stored.filter((row) => row.hardware_id === own.hardware_id && row.stack === of.stack)
  const found = device === undefined ? [] : foundOf([device], stored)
  const errors = networkErrors(wanted, {
    ...of,
    system: systemOf(device, of.stack),
    others: same.filter((row) => row.id !== own.id),
    found: found.filter((one) => one.stack === of.stack && one.profile !== own.adopt),
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The unmanaged network to adopt. @throws AppError validation_failed */
function adopted(
  device: WifiDevice,
  { stack, adopt }: SettingBody,
  stored: readonly SettingRow[],
): SeenNetwork | undefined {
  if (adopt === undefined) return undefined
  if (stored.some((row) => row.hardware_id === device.id && row.stack === stack && row.profile === adopt))
    throw invalid({ adopt: message('wifi.already_managed') })
  const seen = seenOf(systemOf(device, stack), adopt)
  if (seen === undefined) throw invalid({ adopt: message('wifi.not_on_device') })
  return seen
}

/** Encrypts a passphrase for its row; its digest, which detects changes, is written with the other columns. */
const storePassphrase = ({ tx, keys }: WriteContext, id: number, text: string) =>
  sql`update wifi_setting set passphrase = ${seal(keys, text, settingContext(id))} where id = ${id}`.execute(tx)

type OnDevice = Pick<SettingRow, 'id' | 'hardware_id' | 'ssid' | 'stack' | 'schedule'>

/**
 * Schedules are access list rows: if there are or were any, a separate command writes them after that of the network.
 */
async function enqueueHours({ deps, tx, actor, site }: WriteContext, of: OnDevice): Promise<void> {
  const device = (await readWifiDevices(tx, site, [of.hardware_id]))[0]
  const had = device?.hours?.some(({ mark }) => mark?.id === of.id) ?? false
  if (of.schedule !== null || had) await enqueueWifiCommand(deps, tx, actor, of, { action: 'access', stack: of.stack })
}

/** Enqueues a command that applies the desired settings. @throws AppError conflict */
export async function pushSetting(context: WriteContext, of: OnDevice): Promise<QueuedCommand> {
  const { deps, tx, actor } = context
  const command = await enqueueWifiCommand(deps, tx, actor, of, { action: 'push', stack: of.stack, setting_id: of.id })
  await enqueueHours(context, of)
  return command
}

/** Creates a network, or adopts one of a device. @throws AppError validation_failed, conflict */
export async function storeSetting(context: WriteContext, body: SettingBody): Promise<Written> {
  const { deps, keys, tx, actor, site } = context
  const { hardware_id, stack, adopt, push, passphrase } = body
  await lockDevice(tx, hardware_id)
  const device = await deviceFor(tx, site, body)
  const stored = await readSettings(tx, site)
  const seen = adopted(device, body, stored)
  const wanted = networkOf(body)
  const has = passphrase !== undefined ? 'sent' : seen?.has_passphrase === true ? 'kept' : 'none'
  check(wanted, { stack, passphrase: has }, device, stored, { hardware_id, adopt })
  const digest =
    passphrase !== undefined
      ? passphraseDigest(keys, passphrase)
      : withPassphrase.includes(wanted.encryption)
        ? (seen?.passphrase_digest ?? null)
        : null
  const { id } = await tx
    .insertInto('wifi_setting')
    .values({
      ...columnsOf(wanted),
      company_id: device.company_id,
      hardware_id,
      stack,
      profile: adopt ?? null,
      passphrase_digest: digest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (passphrase !== undefined) await storePassphrase(context, id, passphrase)
  const of = { hardware_id, ssid: wanted.ssid, stack }
  if (push) return { id, command: await pushSetting(context, { ...of, id, schedule: wanted.schedule }) }
  // An adopted network: its passphrase must be read from the device, because readings do not contain it.
  const unknown = seen?.has_passphrase === true && passphrase === undefined
  if (unknown && device.managed && differencesOf(wanted, seen, digest).length === 0)
    return { id, command: await enqueueWifiCommand(deps, tx, actor, of, { action: 'pull', stack, setting_id: id }) }
  return { id, command: null }
}

/** Changes the desired settings. @throws AppError stale_version, validation_failed, conflict */
export async function updateSetting(context: WriteContext, before: SettingRow, body: Changed): Promise<Written> {
  const { keys, tx, site } = context
  const { id, hardware_id, stack } = before
  const { version, push, passphrase, ...sent } = body
  await lockDevice(tx, hardware_id)
  const stored = await readSettings(tx, site)
  const row = stored.find((one) => one.id === id) ?? before
  const device = (await readWifiDevices(tx, site, [hardware_id]))[0]
  if (version !== undefined && version !== row.version)
    throw new AppError('stale_version', { details: { current: shownSetting(row, device) } })
  const guest = sent.is_guest ?? row.is_guest
  const wanted = networkOf({
    ...row,
    ...(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<WifiNetwork>),
    // A schedule applies to guest networks only.
    ...(!guest && sent.schedule === undefined && { schedule: null }),
  })
  const has = passphrase !== undefined ? 'sent' : row.passphrase_digest !== null || row.has_passphrase ? 'kept' : 'none'
  check(wanted, { stack, passphrase: has }, device, stored, { id, hardware_id })
  const secret = withPassphrase.includes(wanted.encryption)
  await tx
    .updateTable('wifi_setting')
    .set({
      ...columnsOf(wanted),
      ...(!secret && { passphrase: null, passphrase_digest: null }),
      ...(passphrase !== undefined && { passphrase_digest: passphraseDigest(keys, passphrase) }),
    })
    .where('id', '=', id)
    .execute()
  if (passphrase !== undefined) await storePassphrase(context, id, passphrase)
  if (!push) return { id, command: null }
  return { id, command: await pushSetting(context, { ...row, ssid: wanted.ssid, schedule: wanted.schedule }) }
}

/**
 * Removes a network from the panel. It either remains on the device, or is removed there first: the row is then deleted
 * when that command ends.
 * @throws AppError conflict
 */
export async function destroySetting(context: WriteContext, row: SettingRow, onDevice: boolean): Promise<Written> {
  const { deps, tx, actor } = context
  const { id, stack } = row
  const { state } = row.last_command ?? {}
  // A queued or running command may create it until then.
  const mayBeThere = row.profile !== null || state === 'queued' || state === 'running'
  if (onDevice && mayBeThere) {
    const command = await enqueueWifiCommand(deps, tx, actor, row, { action: 'remove', stack, setting_id: id })
    await enqueueHours(context, row)
    return { id, command }
  }
  await sql`delete from wifi_setting where id = ${id}`.execute(tx)
  return { id, command: null }
}
