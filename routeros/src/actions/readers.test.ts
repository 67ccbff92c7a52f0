import { expect, test } from 'vitest'
import { readCarriers, readCell } from './cell.ts'
import { maskSecrets, tidyExport } from './export.ts'
import { gradeOf, overallGrade } from './signal.ts'

test('values of a modem in RouterOS 7 are parsed with and without units', () => {
  const cell = readCell(
    { name: 'lte1', running: 'true', 'network-mode': '3g,lte' },
    {
      'pin-status': 'ok',
      'registration-status': 'registered',
      manufacturer: 'Quectel',
      'current-operator': 'Example Mobile',
      'access-technology': 'LTE',
      status: 'registered',
      'session-uptime': '1d2h3m4s',
      'primary-band': 'B3@20Mhz earfcn: 1300 phy-cellid: 100',
      'ca-band': ' B7@20Mhz earfcn: 2850 phy-cellid: 7\n  n78@100Mhz earfcn: 632448 phy-cellid: 33',
      rssi: '-61dBm',
      rsrp: '-92',
      rsrq: '-12.5dB',
      sinr: '15',
      imei: '490154203237518',
      imsi: 'none',
    },
  )
  expect(cell).toMatchObject({
    is_connected: true,
    session_seconds: 93_784,
    primary: { band: 'B3', width_mhz: 20, earfcn: 1_300, phy_cellid: 100 },
    carriers: [
      { band: 'B7', width_mhz: 20, earfcn: 2_850, phy_cellid: 7 },
      { band: 'n78', width_mhz: 100, earfcn: 632_448, phy_cellid: 33 },
    ],
    signals: [
      { name: 'rssi', value: -61, unit: 'dBm', grade: 'excellent' },
      { name: 'rsrp', value: -92, unit: 'dBm', grade: 'fair' },
      { name: 'rsrq', value: -12.5, unit: 'dB', grade: 'good' },
      { name: 'sinr', value: 15, unit: 'dB', grade: 'good' },
    ],
    grade: 'fair',
    settings: { name: 'lte1', running: true, network_mode: ['3g', 'lte'] },
  })
})

test('an older modem reports its carrier in another format, and without a signal it reports none', () => {
  const old = readCell({ name: 'lte1' }, { earfcn: '1300 (band 3, bandwidth 20Mhz)', status: 'running' })
  expect(old.primary).toEqual({ band: 'B3', width_mhz: 20, earfcn: 1_300, phy_cellid: null })
  expect(old).toMatchObject({ is_connected: true, signals: [], grade: 'none' })
  expect(readCell({}, {})).toMatchObject({ is_connected: false, status: null, primary: null, carriers: [] })
  expect([readCarriers(undefined), readCarriers('none')]).toEqual([[], []])
})

test.each([
  ['rsrp', -80, 'excellent'],
  ['rsrp', -80.5, 'good'],
  ['rsrp', -100, 'fair'],
  ['rsrp', -101, 'poor'],
  ['rsrp', -121, 'none'],
  ['rsrq', -10, 'excellent'],
  ['rsrq', -16, 'fair'],
  ['sinr', 20, 'excellent'],
  ['sinr', 0, 'fair'],
  ['sinr', -1, 'poor'],
  ['rssi', -76, 'fair'],
  ['nr_rsrp', -95, 'fair'],
] as const)('%s of %d is %s', (name, value, grade) => {
  expect(gradeOf(name, value).grade).toBe(grade)
})

test('a strong signal with much noise is graded by its noise', () => {
  expect(
    overallGrade([
      { name: 'rsrp', grade: 'excellent' },
      { name: 'sinr', grade: 'poor' },
      { name: 'rsrq', grade: 'good' },
    ]),
  ).toBe('poor')
  expect(overallGrade([{ name: 'rssi', grade: 'good' }])).toBe('good')
})

test('an export is stable: no date, one command per line', () => {
  const text = (head: string) =>
    `${head}\r\n# software id = ABCD-EFGH\r\n#\r\n/ip address\r\nadd address=10.0.0.1/24 comment="a long \\\r\n    comment" \\\r\n    interface=bridge\r\n`
  const tidy =
    '# software id = ABCD-EFGH\n#\n/ip address\nadd address=10.0.0.1/24 comment="a long comment" interface=bridge\n'
  expect(tidyExport(text('# 2024-05-17 17:58:11 by RouterOS 7.14.3'))).toBe(tidy)
  expect(tidyExport(text('# may/02/2023 05:21:45 by RouterOS 6.49.7'))).toBe(tidy)
})

test('secrets are masked in every position, and nothing else is', () => {
  const masked = maskSecrets(
    [
      '/interface wifi security set [ find ] authentication-types=wpa2-psk passphrase="pass \\"one\\" two" wps=disable',
      'add name=s1 wpa2-pre-shared-key=S3cret! wpa-pre-shared-key="" mode=dynamic-keys',
      '/ppp secret add name=ann password=S3cret! profile=p1 service=pppoe',
      '/radius add address=10.0.0.2 secret="S3cret! x" service=ppp',
      '/interface wireguard add listen-port=1 private-key="S3cret!="',
      'add public-key="kept=" preshared-key="S3cret!="',
      '/ip ipsec identity add ipsec-secret=S3cret! peer=p',
      '/interface wifi configuration add security.passphrase=S3cret!x ssid=home',
      '/system script add name=a source="/ppp secret add name=\\"b\\" password=\\"S3cret! y\\" profile=q;:log info ok"',
      '/routing bgp connection add tcp-md5-key=S3cret!',
      '/snmp community set [ find ] authentication-password=S3cret! encryption-password=S3cret!',
      '/interface lte set [ find ] pin=S3cret!',
    ].join('\n'),
  )
  expect(masked).not.toContain('S3cret')
  expect(masked).not.toContain('one')
  expect(masked).not.toContain('two')
  for (const stored of [
    'wps=disable',
    'wpa-pre-shared-key=""',
    'mode=dynamic-keys',
    'profile=p1',
    'service=ppp\n',
    'peer=p',
    'ssid=home',
    'public-key="kept="',
    'profile=q;',
    'name=\\"b\\"',
    ':log info ok"',
    '/ppp secret add',
  ])
    expect(masked).toContain(stored)
})
