import type { ThrownFields } from '../../errors.ts'
import type { Schedule, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { encryptionsOf, withPassphrase, type Encryption, type WifiBand } from '@trunkline/contract/resources/wifi-words'
import type { SeenNetwork, WifiSystem } from '../../devices/wifi/shapes.ts'
import { isCountry } from '../../reference/countries.ts'
import { bandOf, isBandForbidden, isForbidden } from './channels.ts'
import type { WifiStack } from './wifi-devices.ts'
import { bandNames, encryptionLabels } from './wifi-labels.ts'

/** What a wanted network is judged by beside its own fields. */
export interface Surroundings {
  stack: WifiStack
  /** As it was read last; undefined where the device was never read. */
  system: WifiSystem | undefined
  /** Other networks that the panel keeps on the same system. */
  others: readonly { ssid: string; bands: readonly string[] }[]
  /** Networks that the system has and the panel does not keep. */
  found: readonly Pick<SeenNetwork, 'ssid' | 'bands'>[]
  /** `sent` with the call; `kept` from before, by the panel or the device. */
  passphrase: 'sent' | 'kept' | 'none'
}

const isOld = (stack: WifiStack) => stack === 'caps-man' || stack === 'local-wireless'

const overlap = (a: readonly string[], b: readonly string[]) =>
  a.length === 0 || b.length === 0 || a.some((band) => b.includes(band))

/** Encryption that may be used at 6 GHz (Wi-Fi Alliance, WPA3 specification, 11.2): neither WPA2 nor none. */
const newest: readonly Encryption[] = ['wpa3', 'owe', 'wpa3-enterprise']

/** Bands that the radios of a system have; empty where none is known. */
export const bandsOf = (system: WifiSystem | undefined): WifiBand[] =>
  (['2ghz', '5ghz', '6ghz'] as const).filter((band) => system?.radios.some((radio) => radio.bands.includes(band)))

function encryptionFault({ encryption, bands }: WifiNetwork, stack: WifiStack): string | undefined {
  if (!encryptionsOf[stack].includes(encryption))
    return isOld(stack)
      ? `The old Wi-Fi system can not do ${encryptionLabels[encryption].en}: its newest is WPA2.`
      : 'The new Wi-Fi system has no WPA beside WPA2: choose WPA2, or WPA2 and WPA3.'
  if (bands.includes('6ghz') && !newest.includes(encryption)) return 'At 6 GHz only WPA3 and enhanced open are allowed.'
  return undefined
}

function passphraseFault({ encryption }: WifiNetwork, passphrase: Surroundings['passphrase']): string | undefined {
  if (withPassphrase.includes(encryption))
    return passphrase === 'none' ? 'This encryption needs a passphrase.' : undefined
  return passphrase === 'sent' ? 'This encryption takes no passphrase.' : undefined
}

function bandsFault({ bands }: WifiNetwork, { stack, system }: Surroundings): string | undefined {
  const there = bandsOf(system)
  const missing = bands.filter((band) => (there.length > 0 ? !there.includes(band) : band === '6ghz' && isOld(stack)))
  return missing.length === 0
    ? undefined
    : `No radio of this device has ${missing.map((band) => bandNames[band]).join(' or ')}.`
}

function frequenciesFault({ frequencies, bands, country }: WifiNetwork): string | undefined {
  for (const mhz of frequencies) {
    const band = bandOf(mhz)
    if (band === undefined) return `${mhz} MHz is in no band of Wi-Fi.`
    if (bands.length > 0 && !bands.includes(band))
      return `${mhz} MHz is at ${bandNames[band]}, which this network does not use.`
    if (country !== null && isForbidden(country, mhz)) return `${mhz} MHz is not allowed in this country.`
  }
  return new Set(frequencies).size < frequencies.length ? 'A frequency is named twice.' : undefined
}

function countryFault({ country, bands }: WifiNetwork): string | undefined {
  if (country === null) return undefined
  if (!isCountry(country)) return 'There is no such country.'
  const shut = bands.find((band) => isBandForbidden(country, band))
  return shut === undefined ? undefined : `This country has no channels at ${bandNames[shut]}.`
}

const widthFault = ({ channel_width, bands }: WifiNetwork): string | undefined =>
  channel_width !== null && channel_width > 40 && bands.length > 0 && bands.every((band) => band === '2ghz')
    ? 'At 2.4 GHz a channel is at most 40 MHz wide.'
    : undefined

export function scheduleFault(schedule: Schedule | null, system: WifiSystem | undefined): string | undefined {
  if (schedule === null) return undefined
  // Midnight to midnight is all of the day.
  if (schedule.from === schedule.until && schedule.from !== '00:00') return 'The end has to differ from the beginning.'
  return system?.can.days === false && schedule.days.length < 7
    ? 'This version of the device knows no days of the week: choose all of them.'
    : undefined
}

function ssidFault({ ssid, bands }: WifiNetwork, { others, found }: Surroundings): string | undefined {
  if (others.some((other) => other.ssid === ssid && overlap(other.bands, bands)))
    return 'This device sends a network of this name already.'
  return found.some((other) => other.ssid === ssid && overlap(other.bands, bands))
    ? 'The device has a network of this name already: take that one over into the panel instead.'
    : undefined
}

/** What is wrong with a wanted network, by field; nothing where it may be kept. */
export function networkFaults(wanted: WifiNetwork, around: Surroundings): ThrownFields {
  const faults: Record<string, string | undefined> = {
    ssid: ssidFault(wanted, around),
    encryption: encryptionFault(wanted, around.stack),
    passphrase: passphraseFault(wanted, around.passphrase),
    bands: bandsFault(wanted, around),
    channel_width: widthFault(wanted),
    frequencies: frequenciesFault(wanted),
    country: countryFault(wanted),
    schedule:
      wanted.schedule !== null && !wanted.is_guest
        ? 'Only a network for guests has hours.'
        : scheduleFault(wanted.schedule, around.system),
  }
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
