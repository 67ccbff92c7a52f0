import type { WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import { withPassphrase } from '@trunkline/contract/resources/wifi-enums'

/** Networks that need more than a name and a passphrase are joined by hand. */
export const canJoinByCode = ({ encryption }: Pick<WifiNetwork, 'encryption'>): boolean =>
  encryption === 'open' || encryption === 'owe' || withPassphrase.includes(encryption)

const escape = (text: string) => text.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`)

/**
 * What the code says by which a phone joins a network: the `WIFI:` address of the WPA3 specification, 7.1
 * (https://www.wi-fi.org/file/wpa3-specification). `WPA` stands for every passphrase, that of WPA3 too.
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
