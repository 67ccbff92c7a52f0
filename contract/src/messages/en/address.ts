import type { AddressReasons } from '../../reasons/address.ts'
import { texts } from '../texts.ts'

export const address = texts<AddressReasons>()({
  'subnet_category.name_taken': 'This company has a category with this name.',
  'ip_space.name_taken': 'This company has an address space with this name.',
})
