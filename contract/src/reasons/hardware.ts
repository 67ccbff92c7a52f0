import type { AnyMessage } from '../any-message.ts'

/** What uses a device. */
export type DeviceUserKind = 'nas' | 'service' | 'vpn-dialup'

/** Reasons about the inventory and its catalogue. */
export interface HardwareReasons {
  /** The device has no end of warranty. */
  'hardware.no_warranty': {}
  'hardware.serial_format': {}
  'hardware.serial_taken': {}
  'hardware.serial_taken_by': { name: string }
  /** Of devices of a model that moves to another manufacturer. */
  'hardware.serials_conflict': {}
  'hardware.type_mismatch': { model: string }
  'hardware.manufacturer_mismatch': { model: string }
  /** `until`: YYYY-MM-DD */
  'hardware.warranty_too_long': { until: string; model: string; months: number }
  'hardware.mac_zero': {}
  'hardware.mac_group': {}
  'hardware.mac_taken': {}
  'hardware.mac_taken_by': { name: string }
  'hardware.site_of_other_company': {}
  'hardware.at_site': {}
  'hardware.at_other_site': { site: string }
  'hardware.company_not_above_site': {}
  /** `holders`: those of the next three. */
  'hardware.in_use': { name: string; holders: readonly AnyMessage[] }
  'hardware.several_in_use': { name: string; others: number; holders: readonly AnyMessage[] }
  'hardware.holder': { kind: DeviceUserKind; name: string }
  'hardware.holder_elsewhere': { kind: DeviceUserKind }
  'hardware.more_holders': { count: number }

  'catalogue.name_taken': {}
  /** `uses`: those of the next three. */
  'catalogue.in_use': { name: string; uses: readonly AnyMessage[] }
  'catalogue.models': { count: number }
  'catalogue.devices': { count: number }
  'catalogue.packages': { count: number }

  'package.format': {}
  'package.truncated': {}
  'package.too_long': {}
  'package.exists': {}
  'package.exists_as': { name: string }
  'package.other_manufacturer': { manufacturer: string }
  /** A device setup needs a serial number. */
  'device_setup.serial_missing': {}
  /** The device is waiting for a call already. */
  'device_setup.waiting': {}
  'device_setup.ended': {}
  /** Replies to a router. */
  'device_setup.unknown_serial': { serial: string }
  'device_setup.mac_differs': { mac: string; expected: string }
  'device_setup.too_many_calls': { max: number }
}
