/** Reasons about the inventory and its catalogue. */
export interface HardwareReasons {
  'hardware_type.name_taken': {}
  'hardware_manufacturer.name_taken': {}
  'hardware_model.name_taken': {}
  'hardware.serial_taken': {}
  'dpk.duplicate': {}
}
