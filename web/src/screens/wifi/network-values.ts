import type { BodyInput } from '@trunkline/contract/endpoint'
import type { wifi } from '@trunkline/contract/resources/wifi'
import type {
  FoundNetwork,
  Schedule,
  WifiController,
  WifiNetwork,
  WifiSetting,
} from '@trunkline/contract/resources/wifi-shapes'
import { weekDays, withPassphrase, type Encryption } from '@trunkline/contract/resources/wifi-enums'
import { sameValues } from '../../form/normalise.ts'
import { systemKey } from './wifi-paths.ts'

export type StoreBody = BodyInput<typeof wifi.store>
export type UpdateBody = BodyInput<typeof wifi.update>

/** A network as a form holds it. */
export interface NetworkValues extends Record<string, unknown> {
  /** As of `systemKey`; empty until one is chosen. */
  system: string
  ssid: string
  is_enabled: boolean
  hidden: boolean
  encryption: Encryption
  /** Empty keeps what there is. */
  passphrase: string
  bands: WifiNetwork['bands']
  channel_width: WifiNetwork['channel_width']
  frequencies: number[]
  country: string | null
  vlan_id: number | null
  client_isolation: boolean
  is_guest: boolean
  has_hours: boolean
  /** Counts only with `has_hours`. */
  schedule: Schedule
  version: number
}

const everyDay: Schedule = { days: [...weekDays], from: '08:00', until: '20:00' }

export const needsPassphrase = (encryption: Encryption): boolean => withPassphrase.includes(encryption)

/** What a new network of a system starts from: the best encryption that old devices get along with. */
export function emptyValues(system: string, options: readonly Encryption[]): NetworkValues {
  const encryption = (['wpa2-wpa3', 'wpa2'] as const).find((one) => options.includes(one)) ?? options[0] ?? 'wpa2'
  return {
    system,
    ssid: '',
    is_enabled: true,
    hidden: false,
    encryption,
    passphrase: '',
    bands: [],
    channel_width: null,
    frequencies: [],
    country: null,
    vlan_id: null,
    client_isolation: false,
    is_guest: false,
    has_hours: false,
    schedule: everyDay,
    version: 0,
  }
}

/** A kept network, or one that was found, as a form holds it. What a device has no word for starts as the best there is. */
export function networkValues(
  of: (WifiSetting | FoundNetwork) & { version?: number },
  options: readonly Encryption[],
): NetworkValues {
  const empty = emptyValues(systemKey(of), options)
  return {
    ...empty,
    ssid: of.ssid,
    is_enabled: of.is_enabled,
    hidden: of.hidden,
    encryption: of.encryption ?? empty.encryption,
    bands: of.bands,
    channel_width: of.channel_width,
    frequencies: of.frequencies,
    country: of.country,
    vlan_id: of.vlan_id,
    client_isolation: of.client_isolation,
    is_guest: of.is_guest,
    has_hours: of.schedule !== null,
    schedule: of.schedule ?? everyDay,
    version: of.version ?? 0,
  }
}

const fieldsOf = (values: NetworkValues) => ({
  ssid: values.ssid,
  is_enabled: values.is_enabled,
  hidden: values.hidden,
  encryption: values.encryption,
  bands: values.bands,
  channel_width: values.channel_width,
  frequencies: values.frequencies,
  country: values.country,
  vlan_id: values.vlan_id,
  client_isolation: values.client_isolation,
  is_guest: values.is_guest,
  // Hours are those of visitors.
  schedule: values.is_guest && values.has_hours ? values.schedule : null,
})

const secretOf = (values: NetworkValues) =>
  needsPassphrase(values.encryption) && values.passphrase !== '' ? { passphrase: values.passphrase } : {}

export function storeBody(
  values: NetworkValues,
  { adopt, push }: { adopt?: string | undefined; push: boolean },
): StoreBody {
  const [hardware, stack] = values.system.split('/') as [string, WifiController['stack']]
  return {
    hardware_id: Number(hardware),
    stack,
    ...(adopt === undefined ? {} : { adopt }),
    ...fieldsOf(values),
    ...secretOf(values),
    push,
  }
}

/** What has changed, with the version that it was changed from; `push` alone where nothing has. */
export function updateBody(before: NetworkValues, values: NetworkValues, push: boolean): UpdateBody {
  const old: Record<string, unknown> = fieldsOf(before)
  const changed = Object.entries(fieldsOf(values)).filter(([field, value]) => !sameValues(old[field], value))
  return { ...Object.fromEntries(changed), ...secretOf(values), version: values.version, push }
}

/** What takes a found network over as it is; undefined where somebody has to say its encryption first. */
export const foundBody = (of: FoundNetwork): StoreBody | undefined =>
  of.encryption === null ? undefined : storeBody(networkValues(of, [of.encryption]), { adopt: of.profile, push: false })

/** Faults that the shapes of the contract do not see. */
export function networkErrors(values: NetworkValues, hasPassphrase: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  if (values.system === '') errors['system'] = 'This is required.'
  if (needsPassphrase(values.encryption) && values.passphrase === '' && !hasPassphrase)
    errors['passphrase'] = 'This encryption needs a passphrase.'
  const { from, until } = values.schedule
  // Midnight to midnight is all of the day.
  if (values.is_guest && values.has_hours && from === until && from !== '00:00')
    errors['schedule.until'] = 'The end has to differ from the beginning.'
  return errors
}

/** Fields of a call that stand elsewhere in the form. */
const places: Readonly<Record<string, string>> = {
  hardware_id: 'system',
  stack: 'system',
  adopt: 'system',
  schedule: 'schedule.until',
}

/** Faults of the server laid on the fields of the form. */
export const laidFaults = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [places[field] ?? field, message]))
