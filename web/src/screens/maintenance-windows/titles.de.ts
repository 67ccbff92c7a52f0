import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  maintenanceWindows: 'Wartungsfenster',
  maintenanceWindowCreate: 'Wartungsfenster anlegen',
  maintenanceWindowUpdate: 'Wartungsfenster bearbeiten',
  maintenanceWindowDetails: 'Wartungsfenster',
  maintenanceWindowsTab: 'Wartung',
} satisfies Shape<typeof en>
