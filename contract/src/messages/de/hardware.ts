import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({
  'hardware_type.name_taken': 'Es gibt bereits einen Typ mit diesem Namen.',
  'hardware_manufacturer.name_taken': 'Es gibt bereits einen Hersteller mit diesem Namen.',
  'hardware_model.name_taken': 'Dieser Hersteller hat bereits ein Modell mit diesem Namen.',
  'hardware.serial_taken': 'Ein anderes Gerät dieses Herstellers hat diese Seriennummer.',
  'dpk.duplicate': 'Diese Datei wurde bereits hochgeladen.',
})
