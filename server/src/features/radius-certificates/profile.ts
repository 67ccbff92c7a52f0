import { createHash } from 'node:crypto'
import type { EapMethod } from '@trunkline/contract/resources/radius-certificate'

/** EAP types (IANA registry) and inner authentication, as named in Apple's payload. */
const methods: Record<EapMethod, { type: number; inner?: string }> = {
  peap: { type: 25 },
  'ttls-mschapv2': { type: 21, inner: 'MSCHAPv2' },
  'ttls-pap': { type: 21, inner: 'PAP' },
}

export interface ProfileContent {
  /** Id of the installation: with the SSID it identifies the profile, so that a newer profile replaces an older one. */
  installation: string
  ssid: string
  method: EapMethod
  /** Accepted names of the server certificate. */
  names: readonly string[]
  /** The root CA in DER. */
  root: Buffer
}

/** A name-based UUID (RFC 9562, 5.8) of installation, SSID and part. */
function stableUuid(...parts: string[]): string {
  const bytes = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    .toUpperCase()
}

type Value = string | number | boolean | Buffer | readonly Value[] | { [key: string]: Value }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A value of a property list (plist DTD 1.0). */
function plist(value: Value, indent = ''): string {
  const inner = `${indent}\t`
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`
  if (typeof value === 'boolean') return `${indent}<${value}/>`
  if (Buffer.isBuffer(value)) return `${indent}<data>${value.toString('base64')}</data>`
  if (Array.isArray(value))
    return `${indent}<array>\n${(value as Value[]).map((one) => plist(one, inner)).join('\n')}\n${indent}</array>`
  const entries = Object.entries(value as Record<string, Value>).map(
    ([key, one]) => `${inner}<key>${escaped(key)}</key>\n${plist(one, inner)}`,
  )
  return `${indent}<dict>\n${entries.join('\n')}\n${indent}</dict>`
}

/**
 * A configuration profile for iOS, iPadOS and macOS (Apple, Device Management: CertificateRoot and WiFi) with the root
 * CA and a network that trusts it for the server names only. The device prompts for user name and password.
 */
export function wifiProfile({ installation, ssid, method, names, root }: ProfileContent): string {
  const uuid = (part: string) => stableUuid(installation, ssid, part)
  const identifier = `net.trunkline.radius.${uuid('profile').toLowerCase()}`
  const { type, inner } = methods[method]
  const profile: Value = {
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: uuid('profile'),
    PayloadDisplayName: `Wi-Fi ${ssid}`,
    PayloadContent: [
      {
        PayloadType: 'com.apple.security.root',
        PayloadVersion: 1,
        PayloadIdentifier: `${identifier}.ca`,
        PayloadUUID: uuid('ca'),
        PayloadDisplayName: 'RADIUS CA',
        PayloadCertificateFileName: 'radius-ca.cer',
        PayloadContent: root,
      },
      {
        PayloadType: 'com.apple.wifi.managed',
        PayloadVersion: 1,
        PayloadIdentifier: `${identifier}.wifi`,
        PayloadUUID: uuid('wifi'),
        PayloadDisplayName: `Wi-Fi ${ssid}`,
        SSID_STR: ssid,
        HIDDEN_NETWORK: false,
        AutoJoin: true,
        EncryptionType: 'WPA2',
        ProxyType: 'None',
        EAPClientConfiguration: {
          AcceptEAPTypes: [type],
          ...(inner !== undefined && { TTLSInnerAuthentication: inner }),
          PayloadCertificateAnchorUUID: [uuid('ca')],
          TLSTrustedServerNames: [...names],
          TLSMinimumVersion: '1.2',
          TLSMaximumVersion: '1.2',
        },
      },
    ],
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plist(profile)}
</plist>
`
}
