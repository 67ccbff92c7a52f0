import type { Difference, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import { inOrder } from './bands.ts'
import { widestOf } from './channel.ts'
import type { SeenNetwork } from './shapes.ts'

/** What is wanted of a network, as far as a device can have it in its network. */
export type WantedNetwork = Omit<WifiNetwork, 'is_guest' | 'schedule'>

const bandLabels: Readonly<Record<WifiBand, string>> = { '2ghz': '2.4 GHz', '5ghz': '5 GHz', '6ghz': '6 GHz' }
const dots = '••••••••'

const megahertz = (list: readonly number[]) => (list.length === 0 ? null : `${list.join(', ')} MHz`)
const inBands = (bands: readonly WifiBand[]) =>
  bands.length === 0 ? null : bands.map((band) => bandLabels[band]).join(', ')
const numbers = (list: readonly number[]) => [...new Set(list)].toSorted((a, b) => a - b)

/** Bands that a network is to be sent in: those that are wanted, else all that there are. */
export const wantedBands = (of: Pick<WantedNetwork, 'bands'>, possible: readonly WifiBand[]): WifiBand[] =>
  inOrder(of.bands.length === 0 ? possible : of.bands)

/** Widest channel that a network of these bands can have; null: as the radios like. */
export function wantedWidth(width: number | null, bands: readonly WifiBand[]): number | null {
  if (width === null || bands.length === 0) return width
  return Math.min(width, Math.max(...bands.map(widestOf)))
}

/**
 * Where a device differs from what is wanted of a network, as text: words of the contract, and a passphrase as dots. Where the device
 * does not show its passphrase, nothing is said of it. A device that lacks the network differs in its name alone.
 * @param digest of the wanted passphrase, as of `passphraseDigest`; null: none is kept
 */
export function differencesOf(
  wanted: WantedNetwork,
  seen: SeenNetwork | undefined,
  digest: string | null,
): Difference[] {
  if (seen === undefined) return [{ field: 'ssid', wanted: wanted.ssid, actual: null }]
  const bands = wantedBands(wanted, seen.possible_bands)
  const width = wantedWidth(wanted.channel_width, bands)
  const found: Difference[] = []
  const compare = (field: string, is: boolean, want: string | null, have: string | null) => {
    if (!is) found.push({ field, wanted: want, actual: have })
  }
  compare('ssid', wanted.ssid === seen.ssid, wanted.ssid, seen.ssid)
  compare('is_enabled', wanted.is_enabled === seen.is_enabled, String(wanted.is_enabled), String(seen.is_enabled))
  compare('hidden', wanted.hidden === seen.hidden, String(wanted.hidden), String(seen.hidden))
  compare('encryption', wanted.encryption === seen.encryption, wanted.encryption, seen.encryption ?? 'other')
  if (withPassphrase.includes(wanted.encryption) && digest !== null)
    compare(
      'passphrase',
      seen.has_passphrase && (seen.passphrase_digest === null || seen.passphrase_digest === digest),
      dots,
      seen.has_passphrase ? dots : null,
    )
  compare('bands', String(bands) === String(inOrder(seen.bands)), inBands(bands), inBands(inOrder(seen.bands)))
  compare(
    'channel_width',
    width === seen.channel_width,
    width === null ? null : `${width} MHz`,
    seen.channel_width === null ? null : `${seen.channel_width} MHz`,
  )
  const [frequencies, seenFrequencies] = [numbers(wanted.frequencies), numbers(seen.frequencies)]
  compare(
    'frequencies',
    String(frequencies) === String(seenFrequencies),
    megahertz(frequencies),
    megahertz(seenFrequencies),
  )
  if (wanted.country !== null) compare('country', wanted.country === seen.country, wanted.country, seen.country)
  compare(
    'vlan_id',
    wanted.vlan_id === seen.vlan_id,
    wanted.vlan_id === null ? null : String(wanted.vlan_id),
    seen.vlan_id === null ? null : String(seen.vlan_id),
  )
  compare(
    'client_isolation',
    wanted.client_isolation === seen.client_isolation,
    String(wanted.client_isolation),
    String(seen.client_isolation),
  )
  return found
}
