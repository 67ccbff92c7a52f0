import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import type { Schedule, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { encryptionsOf, withPassphrase, type Encryption, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { SeenNetwork, WifiSystem } from '../../devices/wifi/shapes.ts'
import { isCountry } from '../../reference/countries.ts'
import { bandOf, isBandForbidden, isForbidden } from './channels.ts'
import type { WifiStack } from './wifi-devices.ts'

/** Further input for the validation of a network. */
export interface ValidationContext {
  stack: WifiStack
  /** From the last reading; undefined if the device was never read. */
  system: WifiSystem | undefined
  /** Other managed networks of the same system. */
  others: readonly { ssid: string; bands: readonly string[] }[]
  /** Unmanaged networks of the system. */
  found: readonly Pick<SeenNetwork, 'ssid' | 'bands'>[]
  /** `sent` with the call; `kept`: already stored in the panel or on the device. */
  passphrase: 'sent' | 'kept' | 'none'
}

const isOld = (stack: WifiStack) => stack === 'caps-man' || stack === 'local-wireless'

const overlap = (a: readonly string[], b: readonly string[]) =>
  a.length === 0 || b.length === 0 || a.some((band) => b.includes(band))

/** Encryption allowed at 6 GHz (Wi-Fi Alliance, WPA3 specification, 11.2): no WPA2 and no open network. */
const newest: readonly Encryption[] = ['wpa3', 'owe', 'wpa3-enterprise']

/** Bands of the radios of a system; empty if unknown. */
export const bandsOf = (system: WifiSystem | undefined): WifiBand[] =>
  (['2ghz', '5ghz', '6ghz'] as const).filter((band) => system?.radios.some((radio) => radio.bands.includes(band)))

function encryptionError({ encryption, bands }: WifiNetwork, stack: WifiStack): Message | undefined {
  if (!encryptionsOf[stack].includes(encryption))
    return message('wifi.encryption_unsupported', { encryption, supported: encryptionsOf[stack] })
  if (bands.includes('6ghz') && !newest.includes(encryption)) return message('wifi.encryption_6ghz')
  return undefined
}

function passphraseError(
  { encryption }: WifiNetwork,
  passphrase: ValidationContext['passphrase'],
): Message | undefined {
  if (withPassphrase.includes(encryption))
    return passphrase === 'none' ? message('wifi.passphrase_required') : undefined
  return passphrase === 'sent' ? message('wifi.passphrase_not_used') : undefined
}

function bandsError({ bands }: WifiNetwork, { stack, system }: ValidationContext): Message | undefined {
  const there = bandsOf(system)
  const missing = bands.find((band) => (there.length > 0 ? !there.includes(band) : band === '6ghz' && isOld(stack)))
  return missing && message('wifi.band_unsupported', { band: missing })
}

function frequenciesError({ frequencies, bands, country }: WifiNetwork): Message | undefined {
  for (const mhz of frequencies) {
    const band = bandOf(mhz)
    if (band === undefined) return message('wifi.frequency_outside_wifi', { frequency: mhz })
    if (bands.length > 0 && !bands.includes(band))
      return message('wifi.frequency_outside_bands', { frequency: mhz, band })
    if (country !== null && isForbidden(country, mhz))
      return message('wifi.frequency_forbidden', { frequency: mhz, country })
  }
  return new Set(frequencies).size < frequencies.length ? message('field.duplicate') : undefined
}

function countryError({ country, bands }: WifiNetwork): Message | undefined {
  if (country === null) return undefined
  if (!isCountry(country)) return message('field.country')
  const shut = bands.find((band) => isBandForbidden(country, band))
  return shut && message('wifi.band_forbidden', { band: shut, country })
}

const widthError = ({ channel_width, bands }: WifiNetwork): Message | undefined =>
  channel_width !== null && channel_width > 40 && bands.length > 0 && bands.every((band) => band === '2ghz')
    ? message('wifi.width_2ghz')
    : undefined

export function scheduleError(schedule: Schedule | null, system: WifiSystem | undefined): Message | undefined {
  if (schedule === null) return undefined
  // From 00:00 to 00:00 is the whole day.
  if (schedule.from === schedule.until && schedule.from !== '00:00') return message('wifi.hours_empty')
  return system?.can.days === false && schedule.days.length < 7 ? message('wifi.days_unsupported') : undefined
}

function ssidError({ ssid, bands }: WifiNetwork, { others, found }: ValidationContext): Message | undefined {
  if (others.some((other) => other.ssid === ssid && overlap(other.bands, bands))) return message('wifi.ssid_taken')
  return found.some((other) => other.ssid === ssid && overlap(other.bands, bands))
    ? message('wifi.ssid_on_device')
    : undefined
}

/** Validation errors of a network by field; empty if it is valid. */
export function networkErrors(wanted: WifiNetwork, around: ValidationContext): FieldErrors {
  const errors: Record<string, Message | undefined> = {
    ssid: ssidError(wanted, around),
    encryption: encryptionError(wanted, around.stack),
    passphrase: passphraseError(wanted, around.passphrase),
    bands: bandsError(wanted, around),
    channel_width: widthError(wanted),
    frequencies: frequenciesError(wanted),
    country: countryError(wanted),
    schedule:
      wanted.schedule !== null && !wanted.is_guest
        ? message('wifi.hours_for_guests')
        : scheduleError(wanted.schedule, around.system),
  }
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, Message] => entry[1] !== undefined),
  )
}
