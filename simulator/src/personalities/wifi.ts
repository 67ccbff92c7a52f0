import { capsOf } from '../router/controller.ts'
import type { Row } from '../tables/table.ts'
import { macOf } from '../tables/random.ts'
import { hex, numbered, type Maker } from './rows.ts'

const passphrase = 'correct-horse-42'

const localRadios: Maker = (router) =>
  [1, 2].map((number) => ({
    '.id': hex(0x10 + number),
    name: `wifi${number}`,
    'default-name': `wifi${number}`,
    l2mtu: '1560',
    'mac-address': macOf(router.seed, `wifi ${number}`),
    'arp-timeout': 'auto',
    'radio-mac': macOf(router.seed, `wifi ${number}`),
    configuration: number === 1 ? 'home-5' : 'home-2',
    'configuration.manager': 'local',
    master: 'true',
    bound: 'true',
    inactive: 'false',
    running: 'true',
    disabled: 'false',
  }))

/** Interfaces after initial provisioning: a master for each radio, and a virtual one for the guest network. */
const managed: Maker = (router) => {
  const rows: Row[] = []
  for (const cap of capsOf(router)) {
    for (const [index, radio] of cap.radios.entries()) {
      const name = `cap-${cap.identity}-${index + 1}`
      const shared: Row = {
        l2mtu: '1560',
        'arp-timeout': 'auto',
        'radio-mac': radio.mac,
        bound: 'true',
        inactive: 'false',
        running: 'true',
        disabled: 'false',
      }
      rows.push(
        {
          name,
          'mac-address': radio.mac,
          ...shared,
          configuration: radio.band === '2ghz' ? 'home-2' : 'home-5',
          master: 'true',
        },
        {
          name: `${name}-1`,
          'mac-address': `4A${radio.mac.slice(2)}`,
          ...shared,
          'master-interface': name,
          configuration: 'guests',
          master: 'false',
        },
      )
    }
  }
  return numbered(rows, 0x50)
}

/** The Wi-Fi system of version 7, with the router as the controller of three access points. */
export const wifiTables: Readonly<Record<string, Maker>> = {
  '/interface/wifi': (router) => [...localRadios(router), ...managed(router)],
  '/interface/wifi/security': () =>
    numbered([
      {
        name: 'home',
        'authentication-types': 'wpa2-psk,wpa3-psk',
        encryption: 'ccmp',
        passphrase,
        ft: 'true',
        'ft-over-ds': 'true',
        disabled: 'false',
      },
      { name: 'guests', 'authentication-types': 'wpa2-psk', passphrase: 'guests-welcome', disabled: 'false' },
    ]),
  '/interface/wifi/channel': () =>
    numbered([
      { name: 'low', band: '2ghz-ax', width: '20mhz', frequency: '2412,2437,2462', disabled: 'false' },
      {
        name: 'high',
        band: '5ghz-ax',
        width: '20/40/80mhz',
        'skip-dfs-channels': '10min-cac',
        disabled: 'false',
      },
    ]),
  '/interface/wifi/datapath': () =>
    numbered([
      { name: 'home', bridge: 'bridge', disabled: 'false' },
      { name: 'guests', bridge: 'bridge', 'vlan-id': '20', 'client-isolation': 'true', disabled: 'false' },
    ]),
  '/interface/wifi/configuration': () =>
    numbered([
      {
        name: 'home-2',
        ssid: 'Home',
        country: 'Germany',
        mode: 'ap',
        security: 'home',
        channel: 'low',
        datapath: 'home',
        disabled: 'false',
      },
      {
        name: 'home-5',
        ssid: 'Home',
        country: 'Germany',
        mode: 'ap',
        security: 'home',
        channel: 'high',
        datapath: 'home',
        disabled: 'false',
      },
      {
        name: 'guests',
        ssid: 'Guests',
        country: 'Germany',
        mode: 'ap',
        security: 'guests',
        datapath: 'guests',
        disabled: 'false',
      },
    ]),
  '/interface/wifi/provisioning': () =>
    numbered([
      {
        action: 'create-enabled',
        'supported-bands': '2ghz-ax,2ghz-n',
        'master-configuration': 'home-2',
        'slave-configurations': 'guests',
        'name-format': 'cap-%I-',
        disabled: 'false',
      },
      {
        action: 'create-enabled',
        'supported-bands': '5ghz-ax,5ghz-ac',
        'master-configuration': 'home-5',
        'slave-configurations': 'guests',
        'name-format': 'cap-%I-',
        disabled: 'false',
      },
    ]),
  '/interface/wifi/capsman': (router) => [
    {
      '.id': '*0',
      enabled: 'yes',
      interfaces: 'bridge',
      'ca-certificate': 'auto',
      certificate: 'auto',
      'require-peer-certificate': 'false',
      'package-path': '',
      'upgrade-policy': 'none',
      'generated-ca-certificate': `WiFi-CAPsMAN-CA-${macOf(router.seed, 'port 1').replace(/:/g, '')}`,
      'generated-certificate': `WiFi-CAPsMAN-${macOf(router.seed, 'port 1').replace(/:/g, '')}`,
    },
  ],
  '/interface/wifi/cap': () => [{ '.id': '*0', enabled: 'no' }],
  '/interface/wifi/access-list': (router) =>
    numbered([
      {
        'mac-address': macOf(router.seed, 'blocked', '5C:F9:38'),
        action: 'reject',
        comment: 'stolen tablet',
        disabled: 'false',
      },
      {
        interface: `cap-${capsOf(router)[0]?.identity}-1`,
        'signal-range': '-120..-85',
        'allow-signal-out-of-range': '10s',
        action: 'reject',
        disabled: 'false',
      },
    ]),
}
