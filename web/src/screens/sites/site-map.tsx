import { siteStatuses, type SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import { sites } from '@trunkline/contract/resources/site'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { areaOf, joined } from '../../map/clusters.ts'
import { ClusterMarker, Marker, StateSign } from '../../map/marker.tsx'
import { project, unproject, type Size, type View } from '../../map/projection.ts'
import { WorldMap, type MapControls } from '../../map/world-map.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { useGo, useSetSearch } from '../../ui/navigation.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { useNumber } from '../../ui/use-number.ts'
import layout from '../../ui/layout.module.css'
import { mapLabels } from './map-labels.ts'
import { MarkTable } from './mark-table.tsx'
import { countsOf, extentOf, formatView, marksOf, parseView, type SiteMark } from './site-marks.ts'
import { statusTone } from './site-status.tsx'
import classes from './sites.module.css'
import { ViewSwitch } from './view-switch.tsx'

/** One coarse query for all sites, which the first view is fitted to. */
const wholeWorld = { west: -180, south: -90, east: 180, north: 90, cell: 5.625 }

/** Sites on a map, grouped where they are close, and the same as a table for screen readers. */
export function SiteMap() {
  const { t } = useTranslation()
  const number = useNumber()
  const can = useCan()
  const { id: company } = useCompanyContext()
  const search = useSearch({ strict: false }) as { status?: string; at?: string }
  const status = siteStatuses.find((one) => one === search.status)
  const go = useGo()
  const setSearch = useSetSearch()
  const controls = useRef<MapControls>(null)
  const startView = useRef(parseView(search.at))
  const [visible, setVisible] = useState<{ view: View; size: Size } | null>(null)
  const filter = { ...(company === undefined ? {} : { company }), ...(status ? { status } : {}) }
  const all = useCall(sites.map, { query: { ...wholeWorld, ...filter } }, { subjects: ['hardware'] })
  const detailed = useCall(
    sites.map,
    { query: { ...(visible ? areaOf(visible.view, visible.size) : wholeWorld), ...filter } },
    { enabled: visible !== null, subjects: ['hardware'] },
  )
  const places = useMemo(() => detailed.data?.data ?? all.data?.data ?? [], [detailed.data, all.data])
  const marks = useMemo(() => (visible ? marksOf(joined(places, visible.view, visible.size)) : []), [places, visible])
  const total = countsOf(all.data?.data ?? [])

  // With another company or status, the view is fitted again.
  const filterKey = JSON.stringify(filter)
  const fitted = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!all.data || all.isPlaceholderData) return
    if (fitted.current !== undefined && fitted.current !== filterKey && all.data.data.length > 0)
      controls.current?.fit(extentOf(all.data.data, wholeWorld.cell))
    fitted.current = filterKey
  }, [all.data, all.isPlaceholderData, filterKey])

  const change = (next: { status?: SiteStatus | undefined; at?: string | undefined }) =>
    void setSearch(next, { replace: true })
  const onView = (view: View, size: Size) => {
    setVisible({ view, size })
    change({ at: formatView(unproject(view), view.zoom) })
  }
  const titleOf = (mark: SiteMark): string =>
    mark.site
      ? `${mark.site.name} – ${t(`sites:value.status.${mark.site.status}`)}`
      : `${t('sites:map.many', { count: mark.count, number: number(mark.count) })}: ${statusText(mark)}`
  const statusText = (mark: SiteMark) =>
    siteStatuses
      .filter((one) => mark.counts[one] > 0)
      .map((one) => `${number(mark.counts[one])} ${t(`sites:value.status.${one}`)}`)
      .join(', ')
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
            <WorldMap
              ref={controls}
              words={mapLabels(t, t('sites:map.label'))}
              start={
                startView.current
                  ? { ...project(startView.current), zoom: startView.current.zoom }
                  : extentOf(all.data.data, wholeWorld.cell)
              }
              onView={onView}
              wheel="always"
              tall
            >
              {({ at }) =>
                marks.map((mark) =>
                  mark.site ? (
                    <Marker
                      key={mark.key}
                      at={at(mark)}
                      title={titleOf(mark)}
                      state={statusTone[mark.site.status]}
                      onClick={() => open(mark)}
                    />
                  ) : (
                    <ClusterMarker
                      key={mark.key}
                      at={at(mark)}
                      title={titleOf(mark)}
                      count={mark.count}
                      text={number(mark.count)}
                      shares={mark.shares}
                      onClick={() => open(mark)}
                    />
                  ),
                )
              }
            </WorldMap>
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
