import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({
  'hardware_type.name_taken': 'A type with this name exists.',
  'hardware_manufacturer.name_taken': 'A manufacturer with this name exists.',
  'hardware_model.name_taken': 'This manufacturer has a model with this name.',
  'hardware.serial_taken': 'Another device of this manufacturer has this serial number.',
  'dpk.duplicate': 'This file has already been uploaded.',
})
