/** Titles of the pages, and of the entries in the menu. */
export default {
  hardware: 'Hardware',
  hardwareCreate: 'New device',
  hardwareUpdate: 'Edit device',
  hardwareModels: 'Hardware models',
  hardwareModelCreate: 'New model',
  hardwareModelUpdate: 'Edit model',
  hardwareManufacturers: 'Manufacturers',
  hardwareManufacturerCreate: 'New manufacturer',
  hardwareManufacturerUpdate: 'Edit manufacturer',
  hardwareTypes: 'Hardware types',
  hardwareTypeCreate: 'New type',
  hardwareTypeUpdate: 'Edit type',
  hardwareDpk: '.DPK files',
  hardwareDetail: 'Device',
  manageHardware: 'Manage hardware',
}
