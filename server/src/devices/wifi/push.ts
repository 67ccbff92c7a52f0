import { message, type Message } from '@trunkline/contract/errors'
import { encryptionsOf, withPassphrase, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { Row, Session } from '@trunkline/routeros'
import { flagOf, listOf } from '../readings/values.ts'
import type { CommandOutcome, Run } from '../run.ts'
import { isControlledElsewhere, isVirtual, possibleBands, rootOf } from './carriers.ts'
import { bandOfFrequency } from './channel.ts'
import { converge, type DeviceComparison } from './converge.ts'
import { countryName } from './countries.ts'
import { differencesOf } from './differences.ts'
import { planPresence, type PlanContext } from './plan-presence.ts'
import { idOf, planValues } from './plan-values.ts'
import { dialectOf, readRaw, type RawWifi } from './raw.ts'
import { stackOf } from './read-wifi.ts'
import { savePushed, loadSetting, type Setting } from './setting.ts'
import type { WifiInput } from './shapes.ts'
import { isController, stacksOf } from './stacks.ts'
import { narrowest } from './wanted-values.ts'
import { targetOf } from './target.ts'
import type { Write } from './writes.ts'

export const gone: CommandOutcome = { state: 'refused', message: message('row.missing', { kind: 'wifi-setting' }) }

/** Writes a network to the device, or the parts of it that are missing. */
export async function runPush(run: Run, input: WifiInput): Promise<CommandOutcome> {
  const setting = await loadSetting(run, input.setting_id)
  if (setting === undefined) return gone
  const unfit = checkDesired(setting)
  if (unfit !== undefined) return { state: 'refused', message: unfit }
  let isWritten = false
  let profile: string | null = null
  const known = new Set((run.savedState?.['carriers'] ?? []) as string[])
  return converge(run, {
    async look(session) {
      const context = await contextOf(run, session, setting, { isWritten, known: [...known] })
      if ('reason' in context) return rejected(context)
      profile = context.target.carriers[0]?.name ?? null
      for (const { name } of context.target.carriers) known.add(name)
      const look = comparePush(context)
      return { ...look, sent: () => void (isWritten ||= look.writes.some(writesPassphrase)) }
    },
    finish: (isDone) => savePushed(run, setting, profile, isDone),
  })
}

export const rejected = (problem: Message): DeviceComparison => ({ problem, writes: [], left: [], notes: [] })

const writesPassphrase = (write: Write) =>
  write.verb !== 'remove' && Object.keys(write.values).some((one) => /passphrase$|pre-shared-key$/.test(one))

/** Settings that the device's system never supports. */
function checkDesired({ stack, wanted }: Setting): Message | undefined {
  if (!encryptionsOf[stack].includes(wanted.encryption))
    return message('wifi.encryption_unsupported', { encryption: wanted.encryption, supported: encryptionsOf[stack] })
  if (wanted.country !== null && countryName(wanted.country, dialectOf(stack) !== 'wifi') === undefined)
    return message('wifi.country_unsupported', { country: wanted.country })
  const bands = wanted.bands
  const stray = wanted.frequencies.find((mhz) => bands.length > 0 && !bands.includes(bandOfFrequency(mhz)))
  return stray === undefined
    ? undefined
    : message('wifi.frequency_outside_bands', { frequency: stray, band: bandOfFrequency(stray) })
}

/**
 * The input of a plan, or why there is none.
 * @throws RouterError
 */
export async function contextOf(
  run: Run,
  session: Session,
  setting: Setting,
  { isWritten, known }: { isWritten: boolean; known: readonly string[] },
): Promise<PlanContext | Message> {
  const stacks = await stacksOf(session)
  const raw = await readRaw(session, dialectOf(setting.stack))
  if (!stacks.includes(setting.stack)) return message('wifi.stack_missing')
  const interfaces = raw.interfaces.filter((row) => stackOf(raw, row, stacks.some(isController)) === setting.stack)
  if (setting.stack.startsWith('local-') && interfaces.every((row) => isControlledElsewhere(raw, row)))
    return message('wifi.controlled_elsewhere', { name: run.settings.name })
  const ports = setting.stack.startsWith('local-')
    ? await session.print('interface/bridge/port', { proplist: ['interface', 'bridge'] })
    : []
  return {
    raw,
    setting,
    isWritten,
    interfaces,
    isController: isController(setting.stack),
    target: targetOf(raw, run.keys, setting, known),
    possible: possibleBands(raw, raw.interfaces),
    bridges: new Map(ports.map((row) => [row['interface'] ?? '', row['bridge'] ?? ''])),
  }
}

/** The remaining writes, or why the change is impossible. */
function comparePush(context: PlanContext): DeviceComparison {
  const { target, setting } = context
  const problem = problemOf(context)
  if (problem !== undefined) return rejected(problem)
  const enabling = planEnabled(context)
  const presence = planPresence(context)
  const stop = enabling.problem ?? presence.problem
  if (stop !== undefined) return rejected(stop)
  const writes = [...planValues(context), ...enabling.writes, ...presence.writes]
  const left: Message[] = differencesOf(setting.wanted, target.seen, setting.digest).map((one) =>
    message('wifi.field_differs', one),
  )
  left.push(...notThereYet(presence.writes, context.raw))
  const isUnseen = target.seen?.has_passphrase === true && target.seen.passphrase_digest === null
  const notes: Message[] = [
    ...presence.notes,
    ...(context.isWritten && isUnseen ? [message('wifi.passphrase_unverified')] : []),
    ...channelNote(context),
  ]
  return { writes, left, notes, saveState: { carriers: target.carriers.map((one) => one.name) } }
}

/** Radios that do not have the network yet although others do. */
function notThereYet(writes: readonly Write[], raw: RawWifi): Message[] {
  const points = writes.filter((write) => write.verb === 'add' && write.menu === raw.menu).length
  const rules = writes.filter((write) => write.menu === `${raw.root}/provisioning`).length
  return [
    ...(points > 0 ? [message('wifi.radios_missing', { radios: points })] : []),
    ...(rules > 0 ? [message('wifi.rules_differ', { rules })] : []),
  ]
}

/** A virtual interface uses the channel of its radio. */
function channelNote({ target, setting: { wanted } }: PlanContext): Message[] {
  const rows = target.carriers.flatMap((one) => one.interfaces)
  if (rows.length === 0 || !rows.every(isVirtual) || (wanted.channel_width === null && wanted.frequencies.length === 0))
    return []
  return [message('wifi.shares_channels')]
}

function problemOf({ raw, setting, target, possible }: PlanContext): Message | undefined {
  const { wanted } = setting
  const lacking = wanted.bands.find((band) => possible.length > 0 && !possible.includes(band))
  if (lacking !== undefined) return message('wifi.band_unsupported', { band: lacking })
  if (withPassphrase.includes(wanted.encryption) && setting.passphrase === null && target.seen?.has_passphrase !== true)
    return message('wifi.passphrase_required')
  const missing = wanted.frequencies.find((mhz) => !canSend(raw, mhz))
  if (missing !== undefined) return message('wifi.frequency_unsupported', { frequency: missing })
  const wide = target.carriers.find(
    (one) =>
      one.ownBand === null &&
      one.bands.length > 1 &&
      wanted.channel_width !== null &&
      wanted.channel_width > narrowest(one.bands) &&
      one.interfaces.some((row) => !isVirtual(row)),
  )
  if (wide !== undefined) return message('wifi.width_needs_one_band', { name: wide.name, width: narrowest(wide.bands) })
  if (raw.dialect !== 'wireless' || target.carriers.length === 0) return undefined
  if (wanted.channel_width === null && target.carriers.some((one) => !isVirtual(one.row)))
    return message('wifi.width_required')
  const own = wanted.channel_width !== null || wanted.frequencies.length > 0 || wanted.country !== null
  const isOnTop = target.carriers.every((one) => isVirtual(one.row))
  const differs = differencesOf(wanted, target.seen, null).some(({ field }) =>
    ['channel_width', 'frequencies', 'country'].includes(field),
  )
  return own && isOnTop && differs ? message('wifi.shares_radio') : undefined
}

const channelLists: Readonly<Record<WifiBand, string>> = {
  '2ghz': '2g-channels',
  '5ghz': '5g-channels',
  '6ghz': '6g-channels',
}

/** Whether any radio supports a centre frequency; true if the device does not report them. */
function canSend(raw: RawWifi, mhz: number): boolean {
  const lists = raw.radios
    .map((radio) => listOf(radio[channelLists[bandOfFrequency(mhz)]]))
    .filter((list) => list.length > 0)
  return lists.length === 0 || lists.some((list) => list.includes(String(mhz)))
}

/** Enables or disables the interfaces of a network. */
function planEnabled({ raw, setting, target }: PlanContext): { problem?: Message; writes: Write[] } {
  const { seen, carriers } = target
  const { is_enabled } = setting.wanted
  if (seen === undefined || seen.is_enabled === is_enabled) return { writes: [] }
  const rows = carriers.flatMap((one) => one.interfaces)
  if (rows.some((row) => flagOf(row['dynamic']) && flagOf(row['disabled']) === is_enabled))
    return { problem: message('wifi.access_points_dynamic'), writes: [] }
  const others = is_enabled ? undefined : onTop(raw, rows)
  if (others !== undefined) return { problem: message('wifi.carries_other', { other: others }), writes: [] }
  const ids = rows.filter((row) => flagOf(row['disabled']) === is_enabled).map(idOf)
  return { writes: [{ verb: 'set', menu: raw.menu, ids, values: { disabled: !is_enabled } }] }
}

/** Another enabled network on the same radio as these rows. */
export function onTop(raw: RawWifi, rows: readonly Row[]): string | undefined {
  const roots = new Set(rows.filter((row) => !isVirtual(row)))
  const found = raw.interfaces.find(
    (row) => isVirtual(row) && !rows.includes(row) && !flagOf(row['disabled']) && roots.has(rootOf(raw, row)),
  )
  return found?.['name']
}
