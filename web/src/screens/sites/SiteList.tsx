import { siteStatuses } from '@trunkline/contract/resources/hardware-enums'
import { sites, type SiteRow } from '@trunkline/contract/resources/site'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { IconMapPin } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { parseTerms } from '../../list/filter-terms.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { countryName } from '../companies/country.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { SiteBadge } from './site-status.tsx'
import { ViewSwitch } from './view-switch.tsx'

const SiteMap = lazy(async () => ({ default: (await loadChunk(() => import('./site-map.tsx'))).SiteMap }))

/** Sites as a list or on the map; the URL decides which. */
export default function SiteList() {
  const { view } = useSearch({ strict: false }) as { view?: string }
  if (view !== 'map') return <SiteRows />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <SiteMap />
    </Suspense>
  )
}

function SiteRows() {
  const { t, i18n } = useTranslation()
  const placeOf = usePlaceOf()
  const tagJobs = useTagJobs(sites)
  const search = useSearch({ strict: false }) as { search?: string; searchFields?: string }
  const { terms } = parseTerms(search.search, search.searchFields, sites.index.list as ListDefinition)
  const [filtered] = terms.find((term) => term.field === 'status')?.values ?? []
  const list = useRecordList<SiteRow>({
    calls: sites,
    store: sites.store,
    paths: paths.sites,
    page: paths.sites.summary,
    texts: 'sites',
    icon: IconMapPin,
    inline: { name: {}, contact_name: {} },
  })
  return (
    <ListScreen<SiteRow>
      {...list}
      nav={<ViewSwitch view="list" status={siteStatuses.find((status) => status === filtered)} />}
      columns={recordColumns<SiteRow>(t, 'sites', [
        { field: 'name', width: 225, card: 'title', below: placeOf },
        { field: 'status', width: 155, card: 'status', render: (row) => <SiteBadge of={row} /> },
        {
          field: 'hardware_count',
          width: 130,
          card: 'fact',
          render: (row) => (
            <span className={layout.nowrap}>
              {row.hardware_count === 0
                ? t('sites:noDevices')
                : t('sites:onlineOf', { online: row.online_count, count: row.hardware_count })}
            </span>
          ),
        },
        { field: 'company_name', width: 210, hidden: true },
        { field: 'city', width: 140, card: 'fact' },
        {
          field: 'countyIsoCode',
          width: 150,
          hiddenWithTags: true,
          sort: false,
          render: (row) =>
            row.countyIsoCode ? countryName(row.countyIsoCode, i18n.language) : <NotSet label={t('ui:notSet')} />,
        },
        { field: 'contact_name', width: 160, sort: false },
        { field: 'telephone', width: 160, sort: false, hidden: true, render: (row) => phoneLink(row.telephone) },
      ])}
      actions={<ImportLink kind="sites" title="siteImport" subject="sites" />}
      bulk={tagJobs}
      trash={{
        ...list.trash,
        bulk: { destroy: sites.bulkDestroy, recover: sites.bulkRecover, warning: t('sites:confirm.destroyMany') },
      }}
      empty={{ ...list.empty, text: t(list.create?.can ? 'sites:empty.text' : 'sites:empty.textOwn') }}
    />
  )
}
