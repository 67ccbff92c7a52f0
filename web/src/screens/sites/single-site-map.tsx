import type { Site } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Marker } from '../../map/marker.tsx'
import type { Degrees } from '../../map/projection.ts'
import { WorldMap } from '../../map/world-map.tsx'
import { mapLabels } from './map-labels.ts'
import { statusTone } from './site-status.tsx'

/** A map with one site on it. */
export function SingleSiteMap({ site }: { site: Pick<Site, 'name' | 'status'> & Degrees }) {
  const { t } = useTranslation()
  return (
    <WorldMap words={mapLabels(t, t('sites:map.one', { name: site.name }))} start={[site]}>
      {({ at }) => (
        <Marker
          at={at(site)}
          title={`${site.name} – ${t(`sites:value.status.${site.status}`)}`}
          state={statusTone[site.status]}
        />
      )}
    </WorldMap>
  )
}
