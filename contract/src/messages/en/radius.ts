import type { RadiusReasons } from '../../reasons/radius.ts'
import { texts } from '../texts.ts'

export const radius = texts<RadiusReasons>()({
  'tariff.name_taken': 'You have a tariff with this name.',
  'nas.address_taken': 'Another NAS has this address.',
  'service.username_taken': 'This user name is taken.',
  'service.mac_taken': 'This MAC address is taken.',
  'service.option82_taken': 'This combination of circuit ID and remote ID is taken.',
})
