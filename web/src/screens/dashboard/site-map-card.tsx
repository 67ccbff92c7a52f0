import { sites } from '@trunkline/contract/resources/site'
import { useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import type { MapControls } from '../../map/world-map.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { SiteMarksMap } from '../sites/site-marks-map.tsx'
import { extentOf, type SiteMark } from '../sites/site-marks.ts'
import { useMapSites, wholeWorld } from '../sites/use-map-sites.ts'

/** The sites of the company on a map, by status; nothing for users who may not list sites. */
export default function SiteMapCard() {
  const { t } = useTranslation()
  const can = useCan()
  return can(sites.map) ? <MapCard title={t('dashboard:map.title')} /> : null
}

function MapCard({ title }: { title: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const controls = useRef<MapControls>(null)
  const { all, marks, setVisible } = useMapSites(undefined, controls)
  const open = (mark: SiteMark) =>
    mark.site ? void go(paths.sites.summary(mark.site.id)) : controls.current?.zoomTo(mark, 2)
  return (
    <Card
      title={title}
      actions={
        <TextLink to={paths.sites.list} search={{ view: 'map' }}>
          {t('dashboard:map.all')}
        </TextLink>
      }
    >
      {all.error ? (
        <ErrorNotice error={all.error} retry={() => void all.refetch()} />
      ) : !all.data ? (
        <DetailSkeleton facts={6} />
      ) : all.data.data.length === 0 ? (
        <p className={layout.note}>{t('dashboard:map.none')}</p>
      ) : (
        <SiteMarksMap
          ref={controls}
          marks={marks}
          start={extentOf(all.data.data, wholeWorld.cell)}
          onView={(view, size) => setVisible({ view, size })}
          onOpen={open}
        />
      )}
    </Card>
  )
}
