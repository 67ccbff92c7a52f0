import type { AddressReasons } from '../../reasons/address.ts'
import { texts } from '../texts.ts'

export const address = texts<AddressReasons>()({})
