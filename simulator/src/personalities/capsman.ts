import { capsOf } from '../router/controller.ts'
import type { RouterState } from '../router/router-state.ts'
import type { Row } from '../tables/table.ts'
import { macOf } from '../tables/random.ts'
import { hex, numbered, type Maker } from './rows.ts'

const wlan: Maker = (router) =>
  [1, 2].map((number) => {
    const isLow = number === 1
    return {
      '.id': hex(0x10 + number),
      name: `wlan${number}`,
      'default-name': `wlan${number}`,
      mtu: '1500',
      l2mtu: '1600',
      'mac-address': macOf(router.seed, `wlan ${number}`),
      arp: 'enabled',
      'arp-timeout': 'auto',
      'disable-running-check': 'false',
      'interface-type': isLow ? 'IPQ4019' : 'IPQ4019',
      'radio-name': macOf(router.seed, `wlan ${number}`).replace(/:/g, ''),
      mode: 'ap-bridge',
      ssid: isLow ? 'Home' : 'Home-5',
      frequency: isLow ? '2437' : '5180',
      band: isLow ? '2ghz-b/g/n' : '5ghz-a/n/ac',
      'channel-width': isLow ? '20/40mhz-XX' : '20/40/80mhz-XXXX',
      'secondary-frequency': '',
      'scan-list': 'default',
      'wireless-protocol': '802.11',
      'vlan-mode': 'no-tag',
      'vlan-id': '1',
      'wds-mode': 'disabled',
      'wds-default-bridge': 'none',
      'bridge-mode': 'enabled',
      'default-authentication': 'true',
      'default-forwarding': 'true',
      'default-ap-tx-limit': '0',
      'default-client-tx-limit': '0',
      'hide-ssid': 'false',
      'security-profile': 'default',
      compression: 'false',
      country: 'germany',
      running: 'true',
      disabled: 'false',
    }
  })

function profiles(router: RouterState): Row[] {
  const isSix = router.version.major < 7
  return numbered(
    [
      {
        name: 'default',
        mode: 'dynamic-keys',
        'authentication-types': 'wpa2-psk',
        'unicast-ciphers': 'aes-ccm',
        'group-ciphers': 'aes-ccm',
        'wpa-pre-shared-key': '',
        'wpa2-pre-shared-key': 'correct-horse-42',
        'supplicant-identity': 'MikroTik',
        'eap-methods': '',
        'tls-mode': 'no-certificates',
        'group-key-update': '5m',
        ...(isSix ? {} : { 'disable-pmkid': 'false' }),
        default: 'true',
      },
    ],
    0,
  )
}

const managed: Maker = (router) => {
  const rows: Row[] = []
  for (const cap of capsOf(router)) {
    for (const [index, radio] of cap.radios.entries()) {
      const isLow = radio.band === '2ghz'
      const name = `${cap.identity}-${index + 1}`
      const live: Row = {
        l2mtu: '1600',
        'arp-timeout': 'auto',
        'current-state': 'running-ap',
        'current-channel': isLow ? '2412/20-Ce/gn(28dBm)' : '5180/20-Ceee/ac(23dBm)',
        'current-rate-set': isLow
          ? 'OFDM:6-54 BW:1x SGI:1x HT:0-15'
          : 'OFDM:6-54 BW:1x-4x SGI:1x-4x HT:0-15 VHT:SS1=0-9,SS2=0-9',
        'current-basic-rate-set': 'OFDM:6',
        'current-registered-clients': '0',
        'current-authorized-clients': '0',
        bound: 'true',
        inactive: 'false',
        running: 'true',
        disabled: 'false',
      }
      rows.push(
        {
          name,
          'mac-address': radio.mac,
          'radio-mac': radio.mac,
          'radio-name': radio.mac.replace(/:/g, ''),
          'master-interface': 'none',
          configuration: isLow ? 'home-2' : 'home-5',
          ...live,
          master: 'true',
        },
        {
          name: `${name}-1`,
          'mac-address': `4A${radio.mac.slice(2)}`,
          'radio-mac': '00:00:00:00:00:00',
          'radio-name': '',
          'master-interface': name,
          configuration: 'guests',
          ...live,
          master: 'false',
        },
      )
    }
  }
  return numbered(rows, 0x50)
}

/** The legacy system: local radios under `/interface/wireless`, access points under `/caps-man`. */
export const capsmanTables: Readonly<Record<string, Maker>> = {
  '/interface/wireless': wlan,
  '/interface/wireless/security-profiles': profiles,
  '/interface/wireless/access-list': () => [],
  '/interface/wireless/cap': () => [
    {
      '.id': '*0',
      enabled: 'false',
      interfaces: '',
      certificate: 'none',
      'lock-to-caps-man': 'false',
      'discovery-interfaces': '',
      'caps-man-addresses': '',
      'caps-man-names': '',
      'caps-man-certificate-common-names': '',
      bridge: 'none',
      'static-virtual': 'false',
    },
  ],
  '/caps-man/manager': (router) => [
    {
      '.id': '*0',
      enabled: 'true',
      certificate: 'auto',
      'ca-certificate': 'auto',
      'package-path': '',
      'upgrade-policy': 'none',
      'require-peer-certificate': 'false',
      'generated-ca-certificate': `CAPsMAN-CA-${macOf(router.seed, 'port 1').replace(/:/g, '')}`,
      'generated-certificate': `CAPsMAN-${macOf(router.seed, 'port 1').replace(/:/g, '')}`,
    },
  ],
  '/caps-man/manager/interface': () =>
    numbered([{ interface: 'all', forbid: 'false', default: 'true', dynamic: 'false', disabled: 'false' }]),
  '/caps-man/interface': managed,
  '/caps-man/security': () =>
    numbered([
      {
        name: 'home',
        'authentication-types': 'wpa2-psk',
        encryption: 'aes-ccm',
        'group-encryption': 'aes-ccm',
        passphrase: 'correct-horse-42',
      },
      { name: 'guests', 'authentication-types': 'wpa2-psk', encryption: 'aes-ccm', passphrase: 'guests-welcome' },
    ]),
  '/caps-man/channel': () =>
    numbered([
      { name: 'low', band: '2ghz-g/n', 'control-channel-width': '20mhz', frequency: '2412,2437,2462' },
      { name: 'high', band: '5ghz-n/ac', 'extension-channel': 'XXXX', 'skip-dfs-channels': 'true' },
    ]),
  '/caps-man/datapath': () =>
    numbered([
      { name: 'home', bridge: 'bridge', 'local-forwarding': 'true', 'client-to-client-forwarding': 'true' },
      { name: 'guests', bridge: 'bridge', 'local-forwarding': 'true', 'vlan-mode': 'use-tag', 'vlan-id': '20' },
    ]),
  '/caps-man/configuration': () =>
    numbered([
      {
        name: 'home-2',
        ssid: 'Home',
        mode: 'ap',
        country: 'germany',
        security: 'home',
        channel: 'low',
        datapath: 'home',
      },
      {
        name: 'home-5',
        ssid: 'Home',
        mode: 'ap',
        country: 'germany',
        security: 'home',
        channel: 'high',
        datapath: 'home',
      },
      { name: 'guests', ssid: 'Guests', mode: 'ap', country: 'germany', security: 'guests', datapath: 'guests' },
    ]),
  '/caps-man/provisioning': () =>
    numbered(
      ['gn', 'an,ac'].map((modes, index) => ({
        'radio-mac': '00:00:00:00:00:00',
        'hw-supported-modes': modes,
        'identity-regexp': '',
        'common-name-regexp': '',
        'ip-address-ranges': '',
        action: 'create-enabled',
        'master-configuration': index === 0 ? 'home-2' : 'home-5',
        'slave-configurations': 'guests',
        'name-format': 'prefix-identity',
        'name-prefix': '',
        disabled: 'false',
      })),
    ),
  '/caps-man/access-list': (router) =>
    numbered([
      {
        'mac-address': macOf(router.seed, 'blocked', '5C:F9:38'),
        action: 'reject',
        'ssid-regexp': '',
        disabled: 'false',
        comment: 'stolen tablet',
      },
    ]),
}
