import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  hardware: 'Hardware',
  hardwareCreate: 'Neues Gerät',
  hardwareUpdate: 'Gerät bearbeiten',
  hardwareModels: 'Hardwaremodelle',
  hardwareModelCreate: 'Neues Modell',
  hardwareModelUpdate: 'Modell bearbeiten',
  hardwareManufacturers: 'Hersteller',
  hardwareManufacturerCreate: 'Neuer Hersteller',
  hardwareManufacturerUpdate: 'Hersteller bearbeiten',
  hardwareTypes: 'Hardwaretypen',
  hardwareTypeCreate: 'Neuer Typ',
  hardwareTypeUpdate: 'Typ bearbeiten',
  hardwareDpk: '.DPK-Dateien',
  hardwareDetail: 'Gerät',
  deviceBackups: 'Konfigurationssicherungen',
  deviceNotes: 'Notizen des Geräts',
  deviceActivity: 'Verlauf des Geräts',
  devicesTab: 'Geräte',
  modelsTab: 'Modelle',
  typesTab: 'Typen',
} satisfies Shape<typeof en>
