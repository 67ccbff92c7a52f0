import { siteStatuses } from '@trunkline/contract/resources/hardware-words'
import { sites, type SiteRow } from '@trunkline/contract/resources/site'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { IconEdit, IconMapPin } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { parseTerms } from '../../list/filter-terms.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { countryName } from '../companies/country.ts'
import './refusals.ts'
import { SiteBadge } from './site-status.tsx'
import classes from './sites.module.css'
import { ViewSwitch } from './view-switch.tsx'

const SiteMap = lazy(async () => ({ default: (await loadChunk(() => import('./site-map.tsx'))).SiteMap }))

/** The sites that the caller sees, as rows or on the map. The address says which. */
export default function SiteList() {
  const { view } = useSearch({ strict: false }) as { view?: string }
  if (view !== 'map') return <Rows />
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <SiteMap />
    </Suspense>
  )
}

function Rows() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const asked = useSearch({ strict: false }) as { search?: string; searchFields?: string }
  const { terms } = parseTerms(asked.search, asked.searchFields, sites.index.list as ListDefinition)
  const [only] = terms.find((term) => term.field === 'status')?.values ?? []
  const columns: ListColumn<SiteRow>[] = [
    { field: 'name', header: t('sites:field.name'), width: 220, card: 'title' },
    {
      field: 'status',
      header: t('sites:field.status'),
      width: 130,
      card: 'status',
      render: (row) => <SiteBadge of={row} />,
    },
    {
      field: 'hardware_count',
      header: t('sites:field.hardware_count'),
      width: 130,
      card: 'fact',
      render: (row) => (
        <span className={classes.nowrap}>
          {row.hardware_count === 0
            ? t('sites:noDevices')
            : t('sites:onlineOf', { online: row.online_count, count: row.hardware_count })}
        </span>
      ),
    },
    { field: 'company_name', header: t('sites:field.company_name'), width: 210, card: 'fact' },
    { field: 'city', header: t('sites:field.city'), width: 150, card: 'fact' },
    {
      field: 'countyIsoCode',
      header: t('sites:field.countyIsoCode'),
      width: 150,
      sort: false,
      render: (row) =>
        row.countyIsoCode ? countryName(row.countyIsoCode, i18n.language) : <NotSet label={t('ui:notSet')} />,
    },
    { field: 'contact_name', header: t('sites:field.contact_name'), width: 160, sort: false },
    { field: 'telephone', header: t('sites:field.telephone'), width: 160, sort: false, hidden: true },
    { field: 'created_at', header: t('sites:field.created_at'), width: 190, hidden: true },
    { field: 'updated_at', header: t('sites:field.updated_at'), width: 190, hidden: true },
  ]
  return (
    <ListScreen<SiteRow>
      endpoint={sites.index}
      name="sites"
      title={t('sites:title')}
      subtitle={t('sites:subtitle')}
      nav={<ViewSwitch view="list" status={siteStatuses.find((status) => status === only)} />}
      columns={columns}
      rowLink={(row) => paths.sites.summary(row.id)}
      rowName={(row) => row.name}
      create={{ to: paths.sites.create, can: can(sites.store), label: t('sites:create') }}
      rowActions={(row) =>
        canOn(sites.update, row)
          ? [
              {
                key: 'edit',
                label: t('sites:action.edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: paths.sites.update(row.id),
              },
            ]
          : []
      }
      trash={{
        destroy: sites.destroy,
        recover: sites.recover,
        may: (row) => canOn(sites.destroy, row),
        warning: () => t('sites:confirm.destroy'),
        bulk: t('sites:confirm.destroyMany'),
      }}
      withoutFilter={['id', 'company_id']}
      empty={{
        title: t('sites:empty.title'),
        text: t(can(sites.store) ? 'sites:empty.text' : 'sites:empty.textOwn'),
        icon: <IconMapPin size={20} />,
      }}
    />
  )
}
