import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({
  'hardware.no_warranty': 'This device has no end of warranty.',
  'hardware.serial_format': 'Use letters, digits and punctuation without spaces, as on the label.',
  'hardware.serial_taken': 'Another device of this manufacturer has this serial number.',
  'hardware.mac_taken': 'Another device has this MAC address.',
  'hardware.mac_taken_by': '{name} has this MAC address.',
  'hardware.serial_taken_by': '{name} has this serial number.',
  'hardware.serials_conflict':
    'Devices of this model have serial numbers that other devices of this manufacturer already have.',
  'hardware.type_mismatch': '{model} has a different type.',
  'hardware.manufacturer_mismatch': '{model} has a different manufacturer.',
  'hardware.warranty_too_long': 'Must be no later than {until}: {model} has a warranty of {months} months.',
  'hardware.mac_zero': 'The MAC address must not be all zeros.',
  'hardware.mac_group': 'Must not be a multicast MAC address.',
  'hardware.site_of_other_company': 'The site must belong to the same company.',
  'hardware.at_site': 'This device is at a site of its company. Remove it from that site first.',
  'hardware.at_other_site': 'This device is at {site}. Remove it from that site first.',
  'hardware.company_not_above_site': 'This device must belong to the company of the site, or to a company above it.',
  'hardware.in_use': '{name} is in use by {holders}. Remove it there first.',
  'hardware.several_in_use': {
    by: 'others',
    one: '{name} and another device are in use by {holders}. Nothing was changed.',
    other: '{name} and {others} other devices are in use by {holders}. Nothing was changed.',
  },
  'hardware.holder': '{kind:object} {name}',
  'hardware.holder_elsewhere': '{kind:object} of another company',
  'hardware.more_holders': '{count} more',

  'catalogue.name_taken': 'This name is already in use.',
  'catalogue.in_use': '{name} is still in use by {uses}.',
  'catalogue.models': { by: 'count', one: '{count} model', other: '{count} models' },
  'catalogue.devices': { by: 'count', one: '{count} device', other: '{count} devices' },
  'catalogue.packages': { by: 'count', one: '{count} branding package', other: '{count} branding packages' },

  'package.format': 'Must be a branding package for RouterOS.',
  'package.truncated': 'This package is incomplete. Download it again.',
  'package.too_long': 'This package is longer than its header states. Download it again.',
  'package.exists': 'This file has already been uploaded.',
  'package.exists_as': '{name} already has the same content.',
  'package.other_manufacturer': 'This device is from {manufacturer}. The package is for another manufacturer.',
  'device_setup.serial_missing': 'Enter the serial number of the device first.',
  'device_setup.waiting': 'The panel is waiting for this device already.',
  'device_setup.ended': 'This setup has ended.',
  'device_setup.unknown_serial': 'No device with the serial number {serial} is waiting for a call.',
  'device_setup.mac_differs': 'The router has the MAC address {mac}, the device {expected}.',
  'device_setup.too_many_calls':
    'The router got its script {max} times, and did not run it. Cancel the setup and start it again.',
})
