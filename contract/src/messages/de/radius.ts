import type { RadiusReasons } from '../../reasons/radius.ts'
import { texts } from '../texts.ts'

export const radius = texts<RadiusReasons>()({
  'tariff.name_taken': 'Sie haben bereits einen Tarif mit diesem Namen.',
  'nas.address_taken': 'Ein anderes NAS hat diese Adresse.',
  'service.username_taken': 'Dieser Benutzername ist vergeben.',
  'service.mac_taken': 'Diese MAC-Adresse ist vergeben.',
  'service.option82_taken': 'Diese Kombination aus Circuit-ID und Remote-ID ist vergeben.',
})
