import type { Difference, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase, type WifiBand } from '@trunkline/contract/resources/wifi-enums'
import { inOrder } from './bands.ts'
import { widestOf } from './channel.ts'
import type { SeenNetwork } from './shapes.ts'

/** The wanted state of a network, in terms that a device can report. */
export type WantedNetwork = Omit<WifiNetwork, 'is_guest' | 'schedule'>

const bandLabels: Readonly<Record<WifiBand, string>> = { '2ghz': '2.4 GHz', '5ghz': '5 GHz', '6ghz': '6 GHz' }
const dots = '••••••••'

const megahertz = (list: readonly number[]) => (list.length === 0 ? null : `${list.join(', ')} MHz`)
const inBands = (bands: readonly WifiBand[]) =>
  bands.length === 0 ? null : bands.map((band) => bandLabels[band]).join(', ')
const numbers = (list: readonly number[]) => [...new Set(list)].toSorted((a, b) => a - b)

/** Bands that a network is wanted in: the chosen ones, else all possible ones. */
export const wantedBands = (of: Pick<WantedNetwork, 'bands'>, possible: readonly WifiBand[]): WifiBand[] =>
  inOrder(of.bands.length === 0 ? possible : of.bands)

/** Maximum channel width of a network in these bands; null: the radios choose. */
export function wantedWidth(width: number | null, bands: readonly WifiBand[]): number | null {
  if (width === null || bands.length === 0) return width
  return Math.min(width, Math.max(...bands.map(widestOf)))
}

/**
 * The differences between a device and the wanted network, as text in the contract's terms, a passphrase as dots. A
 * passphrase that the device hides is not compared. If the device lacks the network, only the name differs.
 * @param digest of the wanted passphrase, see `passphraseDigest`; null: none is stored
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
