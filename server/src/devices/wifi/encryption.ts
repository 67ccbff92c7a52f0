import type { Encryption } from '@trunkline/contract/resources/wifi-enums'
import type { Values } from '@trunkline/routeros'
import { listOf } from '../readings/values.ts'
import type { Dialect } from './raw.ts'

/**
 * Authentication types (AKM suites of IEEE 802.11, 9.4.2.24.3) in RouterOS notation, and the encryption that they form.
 * `wpa2-psk-sha2` is WPA2 with another hash, `wpa3-eap-192` WPA3 with longer keys.
 */
const known: readonly [types: string, encryption: Encryption][] = [
  ['', 'open'],
  ['wpa-psk wpa2-psk', 'wpa-wpa2'],
  ['wpa2-psk', 'wpa2'],
  ['wpa2-psk wpa3-psk', 'wpa2-wpa3'],
  ['wpa3-psk', 'wpa3'],
  ['owe', 'owe'],
  ['wpa2-eap', 'wpa2-enterprise'],
  ['wpa3-eap', 'wpa3-enterprise'],
]
const same: Readonly<Record<string, string>> = {
  'wpa2-psk-sha2': 'wpa2-psk',
  'wpa3-psk-gd': 'wpa3-psk',
  'wpa3-eap-192': 'wpa3-eap',
}

/** The encryption of `authentication-types`; null for a combination that the panel does not support. */
export function encryptionOf(types: string | undefined): Encryption | null {
  const set = new Set(listOf(types).map((type) => same[type] ?? type))
  const text = [...set].toSorted().join(' ')
  return known.find(([one]) => one === text)?.[1] ?? null
}

const typesOf = (encryption: Encryption): string =>
  (known.find(([, one]) => one === encryption)?.[0] ?? '').replaceAll(' ', ',')

/**
 * The security profile properties of an encryption, without the passphrase. The new system protects management frames
 * as WPA3 and OWE require (`required`; `allowed` with WPA2) and chooses ciphers itself; the old one uses TKIP for WPA
 * only. https://help.mikrotik.com/docs/spaces/ROS/pages/224559120/WiFi, "Security"
 */
export function encryptionValues(dialect: Dialect, encryption: Encryption): Values {
  const types = typesOf(encryption)
  const ciphers = encryption === 'open' ? '' : encryption === 'wpa-wpa2' ? 'aes-ccm,tkip' : 'aes-ccm'
  const group = encryption === 'wpa-wpa2' ? 'tkip' : 'aes-ccm'
  switch (dialect) {
    case 'caps-man':
      return {
        'authentication-types': types,
        encryption: ciphers,
        'group-encryption': encryption === 'open' ? null : group,
        ...(encryption === 'wpa2-enterprise' && { 'eap-methods': 'passthrough' }),
      }
    case 'wireless':
      return {
        mode: encryption === 'open' ? 'none' : 'dynamic-keys',
        'authentication-types': types,
        'unicast-ciphers': encryption === 'open' ? 'aes-ccm' : ciphers,
        'group-ciphers': group,
        ...(encryption === 'wpa2-enterprise' && { 'eap-methods': 'passthrough' }),
      }
    case 'wifi': {
      const required = encryption === 'wpa3' || encryption === 'owe' || encryption === 'wpa3-enterprise'
      return {
        'authentication-types': types,
        encryption: null,
        'group-encryption': null,
        'management-protection': required ? 'required' : encryption === 'wpa2-wpa3' ? 'allowed' : null,
      }
    }
  }
}
