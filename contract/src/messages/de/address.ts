import type { AddressReasons } from '../../reasons/address.ts'
import { texts } from '../texts.ts'

export const address = texts<AddressReasons>()({
  'subnet_category.name_taken': 'Diese Firma hat bereits eine Kategorie mit diesem Namen.',
  'ip_space.name_taken': 'Diese Firma hat bereits einen Adressraum mit diesem Namen.',
})
