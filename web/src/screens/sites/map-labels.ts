import type { TFunction } from '../../i18n/translations.ts'
import type { MapLabels } from '../../map/world-map.tsx'

/** The labels of a map of sites; `picks`: of one to select a position on. */
export const mapLabels = (t: TFunction, label: string, picks = false): MapLabels => ({
  label,
  zoomIn: t('sites:map.zoomIn'),
  zoomOut: t('sites:map.zoomOut'),
  whole: t('sites:map.whole'),
  keys: t(picks ? 'sites:map.pickKeys' : 'sites:map.keys'),
  noOutline: t('sites:map.noOutline'),
  source: t('sites:map.source'),
})
