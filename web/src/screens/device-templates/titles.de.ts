import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceTemplates: 'Gerätevorlagen',
  deviceTemplateCreate: 'Gerätevorlage anlegen',
  deviceTemplateUpdate: 'Gerätevorlage bearbeiten',
  deviceTemplateDetails: 'Gerätevorlage',
  deviceDrift: 'Abweichungen von Vorlagen',
  templatesTab: 'Vorlagen',
  driftTab: 'Abweichungen',
} satisfies Shape<typeof en>
