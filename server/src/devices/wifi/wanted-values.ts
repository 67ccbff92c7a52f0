import { withPassphrase, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { Values } from '@trunkline/routeros'
import type { Carrier } from './carriers.ts'
import { bandOfFrequency, widestOf, writtenWidth } from './channel.ts'
import { countryName } from './countries.ts'
import { encryptionValues } from './encryption.ts'
import type { Dialect } from './raw.ts'
import type { Setting } from './setting.ts'

/** Omits properties to clear that are not set. */
export function withoutIdle(values: Values, has: (property: string) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([property, value]) => value !== null || has(property)))
}

/** The passphrase properties. The old radios have one each for WPA and WPA2. */
function passphraseValues(dialect: Dialect, setting: Setting, text: string | null): Values {
  if (dialect !== 'wireless') return { passphrase: text }
  return {
    'wpa2-pre-shared-key': text ?? '',
    ...(setting.wanted.encryption === 'wpa-wpa2' && { 'wpa-pre-shared-key': text ?? '' }),
  }
}

/** All properties of a network's security profile. */
export function allSecurity(dialect: Dialect, setting: Setting): Values {
  const needs = withPassphrase.includes(setting.wanted.encryption) && setting.passphrase !== null
  return {
    ...encryptionValues(dialect, setting.wanted.encryption),
    ...(needs && passphraseValues(dialect, setting, setting.passphrase)),
  }
}

/**
 * The security properties to write for one carrier.
 * @param isWritten whether this command has already written a passphrase that the device hides
 */
export function securityOf(dialect: Dialect, setting: Setting, of: Carrier, isWritten: boolean): Values {
  const { wanted, digest, passphrase } = setting
  const needs = withPassphrase.includes(wanted.encryption)
  const isOther = of.encryption !== wanted.encryption
  const isHidden = of.has_passphrase && of.passphrase_digest === null
  const isSame = isHidden ? isWritten : of.passphrase_digest === digest
  return {
    ...(isOther && encryptionValues(dialect, wanted.encryption)),
    ...(needs && passphrase !== null && !isSame && passphraseValues(dialect, setting, passphrase)),
    ...(!needs && isOther && of.has_passphrase && passphraseValues(dialect, setting, null)),
  }
}

/** All properties of a network's data path, on top of those it is copied from. */
export function allDatapath(dialect: Dialect, { vlan_id, client_isolation }: Setting['wanted']): Values {
  switch (dialect) {
    case 'wifi':
      return { 'vlan-id': vlan_id, 'client-isolation': client_isolation }
    case 'caps-man':
      return {
        'vlan-mode': vlan_id === null ? 'no-tag' : 'use-tag',
        'vlan-id': vlan_id,
        'client-to-client-forwarding': !client_isolation,
      }
    case 'wireless':
      return {
        'vlan-mode': vlan_id === null ? 'no-tag' : 'use-tag',
        'vlan-id': vlan_id ?? 1,
        'default-forwarding': !client_isolation,
      }
  }
}

const ofIsolation = new Set(['client-isolation', 'client-to-client-forwarding', 'default-forwarding'])

/** The data path properties to write for one carrier. */
export function datapathOf(dialect: Dialect, { wanted }: Setting, of: Carrier): Values {
  const isTag = of.vlan_id !== wanted.vlan_id
  const isIsolation = of.client_isolation !== wanted.client_isolation
  const all = Object.entries(allDatapath(dialect, wanted))
  return Object.fromEntries(all.filter(([property]) => (ofIsolation.has(property) ? isIsolation : isTag)))
}

/** The channel properties to write for a carrier of these bands; undefined ones are not changed. */
export function channelValues(
  dialect: Dialect,
  bands: readonly WifiBand[],
  width: number | null | undefined,
  frequencies: readonly number[] | undefined,
): Values {
  const own = frequencies?.filter((mhz) => bands.length === 0 || bands.includes(bandOfFrequency(mhz)))
  return {
    ...(width !== undefined && writtenWidth(dialect, width === null ? null : Math.min(width, narrowest(bands)))),
    ...(own !== undefined && (dialect === 'wireless' ? oldFrequency(own) : { frequency: own.join(',') || null })),
  }
}

/** Maximum channel width that all of these bands support. */
export const narrowest = (bands: readonly WifiBand[]): number => Math.min(160, ...bands.map(widestOf))

/** The old radios use one frequency, or a list to choose from. */
const oldFrequency = (list: readonly number[]): Values =>
  list.length === 1
    ? { frequency: String(list[0]) }
    : { frequency: 'auto', 'scan-list': list.length === 0 ? 'default' : list.join(',') }

/** Differences of a carrier's name, visibility and country. */
export function configurationValues(dialect: Dialect, { wanted }: Setting, of: Carrier): Values {
  const prefix = of.isInterface && dialect !== 'wireless' ? 'configuration.' : ''
  const country = wanted.country === null ? undefined : countryName(wanted.country, dialect !== 'wifi')
  return {
    ...(of.ssid !== wanted.ssid && { [`${prefix}ssid`]: wanted.ssid }),
    ...(of.hidden !== wanted.hidden && { [`${prefix}hide-ssid`]: wanted.hidden }),
    ...(country !== undefined && of.country !== wanted.country && { [`${prefix}country`]: country }),
  }
}
