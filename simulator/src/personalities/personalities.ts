import { capsmanTables } from './capsman.ts'
import { bridge, bridgePorts, ethernetPorts, lanTables } from './lan.ts'
import { chipTables, lteTables, poePorts, switchTables } from './other.ts'
import type { Hardware } from './hardware.ts'
import type { Personality, PersonalityName } from './personality.ts'
import { wifiTables } from './wifi.ts'

const megabyte = 1_048_576

const hardware = (
  board: string,
  model: string,
  chip: { architecture: string; cpu: string; cores: number; frequency: number; firmware: string },
  size: { memory: number; disk: number },
  factory: string,
): Hardware => ({
  isBoard: true,
  board,
  model,
  ...chip,
  memory: size.memory * megabyte,
  disk: size.disk * megabyte,
  factory,
})

const arm = { architecture: 'arm', cpu: 'ARM', cores: 4, frequency: 716, firmware: 'ipq4000L' }
const arm64 = { architecture: 'arm64', cpu: 'ARM64', cores: 4, frequency: 864, firmware: 'ipq6000' }

const ac2 = hardware('hAP ac^2', 'RBD52G-5HacD2HnD', arm, { memory: 128, disk: 16 }, '6.44.6')

const legacyTables = {
  ...lanTables,
  ...capsmanTables,
  ...chipTables(['ether1', 'ether2', 'ether3', 'ether4', 'ether5']),
  '/interface/ethernet': ethernetPorts(5, 0),
  '/interface/bridge/port': bridgePorts(['ether2', 'ether3', 'ether4', 'ether5', 'wlan1', 'wlan2']),
}

const switchPorts = Array.from({ length: 24 }, (_, index) => `ether${index + 1}`)
const switchFront = [...switchPorts, 'sfp-sfpplus1', 'sfp-sfpplus2', 'sfp-sfpplus3', 'sfp-sfpplus4']

const all: readonly Personality[] = [
  {
    name: 'v7-wifi',
    version: '7.19.4',
    stacks: ['wifi', 'poe'],
    hardware: hardware('hAP ax^3', 'C53UiG+5HPaxD2HPaxD', arm64, { memory: 1024, disk: 128 }, '7.5'),
    tables: {
      ...lanTables,
      ...wifiTables,
      '/interface/bridge/port': bridgePorts(['ether2', 'ether3', 'ether4', 'ether5', 'wifi1', 'wifi2']),
      '/interface/ethernet/poe': poePorts([1]),
    },
  },
  { name: 'v7-wireless', version: '7.16.2', stacks: ['wireless', 'switch'], hardware: ac2, tables: legacyTables },
  { name: 'v6-capsman', version: '6.49.17', stacks: ['wireless', 'switch'], hardware: ac2, tables: legacyTables },
  {
    name: 'lte',
    version: '7.18.2',
    stacks: ['lte', 'poe'],
    hardware: hardware(
      'wAP R ac',
      'RBwAPGR-5HacD2HnD',
      { ...arm, firmware: 'ipq4000' },
      { memory: 128, disk: 16 },
      '6.48.6',
    ),
    tables: {
      ...lanTables,
      ...lteTables,
      '/interface/ethernet': ethernetPorts(2, 0),
      '/interface/bridge/port': bridgePorts(['ether2']),
      '/interface/ethernet/poe': poePorts([2]),
    },
  },
  {
    name: 'switch',
    version: '7.18.2',
    stacks: ['switch', 'poe'],
    hardware: hardware(
      'CRS328-24P-4S+',
      'CRS328-24P-4S+RM',
      { architecture: 'arm', cpu: 'ARMv7', cores: 1, frequency: 800, firmware: 'dx3230L' },
      { memory: 512, disk: 16 },
      '6.46.6',
    ),
    tables: {
      ...lanTables,
      ...switchTables(switchFront, 'sfp-sfpplus1'),
      '/interface/ethernet': ethernetPorts(24, 4, 'sfp-sfpplus'),
      '/interface/bridge': (router) =>
        bridge(router).map((row) => ({ ...row, pvid: '1', 'frame-types': 'admit-all', 'vlan-filtering': 'true' })),
      '/interface/bridge/port': bridgePorts(
        switchFront.filter((name) => name !== 'ether1'),
        { ether3: '10', ether4: '10' },
      ),
      '/interface/ethernet/poe': poePorts(switchPorts.map((_, index) => index + 1)),
    },
  },
  {
    name: 'chr',
    version: '7.20.4',
    stacks: [],
    hardware: {
      ...hardware(
        'CHR',
        'CHR',
        { architecture: 'x86_64', cpu: 'Intel(R)', cores: 2, frequency: 2400, firmware: '' },
        { memory: 1024, disk: 128 },
        '',
      ),
      isBoard: false,
    },
    tables: {
      ...lanTables,
      '/interface/ethernet': ethernetPorts(5, 0),
      '/interface/bridge/port': bridgePorts(['ether2', 'ether3', 'ether4', 'ether5']),
    },
  },
]

export function personalityOf(name: PersonalityName): Personality {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`There is no personality ${name}.`)
  return found
}
