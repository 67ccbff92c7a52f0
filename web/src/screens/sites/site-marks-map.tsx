import { siteStatuses } from '@trunkline/contract/resources/hardware-enums'
import type { ComponentProps, Ref } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ClusterMarker, Marker } from '../../map/marker.tsx'
import { WorldMap, type MapControls } from '../../map/world-map.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { mapLabels } from './map-labels.ts'
import type { SiteMark } from './site-marks.ts'
import { statusTone } from './site-status.tsx'

/** How many sites of a mark have which status: `2 Online, 1 Offline`. */
export function useStatusText(): (mark: SiteMark) => string {
  const { t } = useTranslation()
  const number = useNumber()
  return (mark) =>
    siteStatuses
      .filter((one) => mark.counts[one] > 0)
      .map((one) => `${number(mark.counts[one])} ${t(`sites:value.status.${one}`)}`)
      .join(', ')
}

/** A map with marks of sites, grouped where they are close. */
export function SiteMarksMap({
  marks,
  onOpen,
  ref,
  ...map
}: {
  marks: readonly SiteMark[]
  /** A site, or several to zoom in on. */
  onOpen: (mark: SiteMark) => void
  ref: Ref<MapControls>
} & Pick<ComponentProps<typeof WorldMap>, 'start' | 'onView' | 'wheel' | 'tall'>) {
  const { t } = useTranslation()
  const number = useNumber()
  const statusText = useStatusText()
  const titleOf = (mark: SiteMark): string =>
    mark.site
      ? `${mark.site.name} – ${t(`sites:value.status.${mark.site.status}`)}`
      : `${t('sites:map.many', { count: mark.count, number: number(mark.count) })}: ${statusText(mark)}`
  return (
    <WorldMap ref={ref} words={mapLabels(t, t('sites:map.label'))} {...map}>
      {({ at }) =>
        marks.map((mark) =>
          mark.site ? (
            <Marker
              key={mark.key}
              at={at(mark)}
              title={titleOf(mark)}
              state={statusTone[mark.site.status]}
              onClick={() => onOpen(mark)}
            />
          ) : (
            <ClusterMarker
              key={mark.key}
              at={at(mark)}
              title={titleOf(mark)}
              count={mark.count}
              text={number(mark.count)}
              shares={mark.shares}
              onClick={() => onOpen(mark)}
            />
          ),
        )
      }
    </WorldMap>
  )
}
