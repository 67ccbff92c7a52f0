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
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { countsOf, extentOf, marksOf, readPlace, writePlace, type SiteMark } from './map-places.ts'
import { mapWords } from './map-words.ts'
import { PlaceTable } from './place-table.tsx'
import { statusTone } from './site-status.tsx'
import classes from './sites.module.css'
import { ViewSwitch } from './view-switch.tsx'

/** Where all sites are is asked once, coarsely, to begin with a view that has them in it. */
const wholeWorld = { west: -180, south: -90, east: 180, north: 90, cell: 5.625 }

/** The sites on a map, many in one place as a number, and the same as a table for those who do not see it. */
export function SiteMap() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { id: company } = useCompanyContext()
  const requested = useSearch({ strict: false }) as { status?: string; at?: string }
  const status = siteStatuses.find((one) => one === requested.status)
  const go = useGo()
  const setSearch = useSetSearch()
  const controls = useRef<MapControls>(null)
  const started = useRef(readPlace(requested.at))
  const [rest, setRest] = useState<{ view: View; size: Size } | null>(null)
  const narrowing = { ...(company === undefined ? {} : { company }), ...(status ? { status } : {}) }
  const everywhere = useCall(sites.map, { query: { ...wholeWorld, ...narrowing } }, { subjects: ['hardware'] })
  const shown = useCall(
    sites.map,
    { query: { ...(rest ? areaOf(rest.view, rest.size) : wholeWorld), ...narrowing } },
    { enabled: rest !== null, subjects: ['hardware'] },
  )
  const places = useMemo(() => shown.data?.data ?? everywhere.data?.data ?? [], [shown.data, everywhere.data])
  const marks = useMemo(() => (rest ? marksOf(joined(places, rest.view, rest.size)) : []), [places, rest])
  const total = countsOf(everywhere.data?.data ?? [])
  const number = (value: number) => value.toLocaleString(regional(i18n.language))

  // Another company or status has its sites elsewhere.
  const of = JSON.stringify(narrowing)
  const fitted = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!everywhere.data || everywhere.isPlaceholderData) return
    if (fitted.current !== undefined && fitted.current !== of && everywhere.data.data.length > 0)
      controls.current?.fit(extentOf(everywhere.data.data, wholeWorld.cell))
    fitted.current = of
  }, [everywhere.data, everywhere.isPlaceholderData, of])

  const change = (next: { status?: SiteStatus | undefined; at?: string | undefined }) =>
    void setSearch(next, { replace: true })
  const onView = (view: View, size: Size) => {
    setRest({ view, size })
    change({ at: writePlace(unproject(view), view.zoom) })
  }
  const words = (mark: SiteMark): string =>
    mark.site
      ? `${mark.site.name} – ${t(`sites:value.status.${mark.site.status}`)}`
      : `${t('sites:map.many', { count: mark.count, number: number(mark.count) })}: ${shares(mark)}`
  const shares = (mark: SiteMark) =>
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
            <LinkButton to={paths.sites.create} leftSection={<IconPlus size={16} aria-hidden="true" />}>
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
                {status === undefined || status === one ? (
                  <span className={classes.legendCount}>{number(total[one])}</span>
                ) : null}
              </button>
            ))}
          </div>
          {everywhere.error ? (
            <ErrorNotice error={everywhere.error} retry={() => void everywhere.refetch()} />
          ) : !everywhere.data ? (
            <DetailSkeleton facts={8} />
          ) : (
            <WorldMap
              ref={controls}
              words={mapWords(t, t('sites:map.label'))}
              start={
                started.current
                  ? { ...project(started.current), zoom: started.current.zoom }
                  : extentOf(everywhere.data.data, wholeWorld.cell)
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
                      title={words(mark)}
                      state={statusTone[mark.site.status]}
                      onClick={() => open(mark)}
                    />
                  ) : (
                    <ClusterMarker
                      key={mark.key}
                      at={at(mark)}
                      title={words(mark)}
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
          {shown.error ? <ErrorNotice error={shown.error} inline retry={() => void shown.refetch()} /> : null}
        </Card>
        <Card title={t('sites:map.table')}>
          <PlaceTable marks={marks} shares={shares} none={everywhere.data?.data.length === 0} onZoom={open} />
        </Card>
      </div>
    </>
  )
}
