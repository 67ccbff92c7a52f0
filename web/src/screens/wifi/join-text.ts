import type { WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'

/** Whether a name and at most a passphrase are enough to join. */
export const canJoinByCode = ({ encryption }: Pick<WifiNetwork, 'encryption'>): boolean =>
  encryption === 'open' || encryption === 'owe' || withPassphrase.includes(encryption)

const escape = (text: string) => text.replaceAll(/[\\;,:"]/g, (character) => `\\${character}`)

/**
 * The text of a QR code to join a network: a `WIFI:` URI of the WPA3 specification, 7.1
 * (https://www.wi-fi.org/file/wpa3-specification). `T:WPA` covers WPA3 passphrases as well.
 */
export function joinText(
  { ssid, encryption, hidden }: Pick<WifiNetwork, 'ssid' | 'encryption' | 'hidden'>,
  passphrase: string | null,
): string {
  const kind = withPassphrase.includes(encryption)
    ? `T:WPA;S:${escape(ssid)};P:${escape(passphrase ?? '')};`
    : undefined
  return `WIFI:${kind ?? `T:nopass;S:${escape(ssid)};`}${hidden ? 'H:true;' : ''};`
}
