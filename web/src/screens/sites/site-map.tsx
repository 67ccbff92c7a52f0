import { siteStatuses, type SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import { sites } from '@trunkline/contract/resources/site'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { StateSign } from '../../map/marker.tsx'
import { project, unproject, type Size, type View } from '../../map/projection.ts'
import type { MapControls } from '../../map/world-map.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { useGo, useSetSearch } from '../../ui/navigation.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { useNumber } from '../../ui/use-number.ts'
import layout from '../../ui/layout.module.css'
import { MarkTable } from './mark-table.tsx'
import { SiteMarksMap, useStatusText } from './site-marks-map.tsx'
import { countsOf, extentOf, formatView, parseView, type SiteMark } from './site-marks.ts'
import { statusTone } from './site-status.tsx'
import classes from './sites.module.css'
import { useMapSites, wholeWorld } from './use-map-sites.ts'
import { ViewSwitch } from './view-switch.tsx'

/** The position and zoom of the URL, projected; undefined without one. */
const startOf = (at: string | undefined) => {
  const view = parseView(at)
  return view && { ...project(view), zoom: view.zoom }
}

/** Sites on a map, grouped where they are close, and the same as a table for screen readers. */
export function SiteMap() {
  const { t } = useTranslation()
  const number = useNumber()
  const can = useCan()
  const search = useSearch({ strict: false }) as { status?: string; at?: string }
  const status = siteStatuses.find((one) => one === search.status)
  const go = useGo()
  const setSearch = useSetSearch()
  const controls = useRef<MapControls>(null)
  const startView = useRef(startOf(search.at))
  const { all, detailed, marks, setVisible } = useMapSites(status, controls)
  const total = countsOf(all.data?.data ?? [])

  const change = (next: { status?: SiteStatus | undefined; at?: string | undefined }) =>
    void setSearch(next, { replace: true })
  const onView = (view: View, size: Size) => {
    setVisible({ view, size })
    change({ at: formatView(unproject(view), view.zoom) })
  }
  const statusText = useStatusText()
  const open = (mark: SiteMark) =>
    mark.site ? void go(paths.sites.summary(mark.site.id)) : controls.current?.zoomTo(mark, 2)

  return (
    <>
      <PageHeader
        title={t('sites:title')}
        subtitle={t('sites:map.subtitle')}
        actions={
          can(sites.store) ? (
            <LinkButton to={paths.sites.create} icon={IconPlus}>
              {t('sites:create')}
            </LinkButton>
          ) : null
        }
      />
      <div className={layout.stack}>
        <ViewSwitch view="map" status={status} />
        <Card>
          <div className={classes.legend} role="group" aria-label={t('sites:map.legend')}>
            {siteStatuses.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={status === one}
                className={classes.legendEntry}
                onClick={() => change({ status: status === one ? undefined : one })}
              >
                <StateSign state={statusTone[one]} size={18} /> {t(`sites:value.status.${one}`)}
                {status === undefined || status === one ? <span>{number(total[one])}</span> : null}
              </button>
            ))}
          </div>
          {all.error ? (
            <ErrorNotice error={all.error} retry={() => void all.refetch()} />
          ) : !all.data ? (
            <DetailSkeleton facts={8} />
          ) : (
            <SiteMarksMap
              ref={controls}
              marks={marks}
              start={startView.current ?? extentOf(all.data.data, wholeWorld.cell)}
              onView={onView}
              onOpen={open}
              wheel="always"
              tall
            />
          )}
          {detailed.error ? <ErrorNotice error={detailed.error} inline retry={() => void detailed.refetch()} /> : null}
        </Card>
        <Card title={t('sites:map.table')}>
          <MarkTable marks={marks} statusText={statusText} empty={all.data?.data.length === 0} onZoom={open} />
        </Card>
      </div>
    </>
  )
}
