import { useSearch } from '@tanstack/react-router'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { sites } from '@trunkline/contract/resources/site'
import { IconBan, IconListNumbers } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { buildTerms, parseTerms, withTerm } from '../../list/filter-terms.ts'
import { listSearch } from '../../list/list-search.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useSetSearch } from '../../ui/navigation.ts'
import { TwoLines } from '../wifi/two-lines.tsx'
import { accessPaths, rememberList } from './access-paths.ts'
import { AddButtons } from './add-buttons.tsx'
import { ConnectedCard } from './connected-card.tsx'
import { SiteSelect, useSites } from './site-select.tsx'
import { useEntryList } from './use-entry-list.tsx'
import classes from './wifi-access.module.css'
import { WritesStatus } from './writes-status.tsx'

/** Milliseconds: the state of entries comes from the readings of the controllers, which no live message announces. */
const refetchInterval = 30_000

/** The site that the list is filtered by, from the search parameters. */
function useSiteFilter(): [id: number | undefined, select: (id: number | undefined) => void] {
  const { search, searchFields } = listSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const setSearch = useSetSearch()
  const found = parseTerms(search, searchFields, accessControl.all.list as ListDefinition)
  const [value = '', ...more] = found.terms.find(({ field }) => field === 'site_id')?.values ?? []
  return [
    more.length === 0 && /^\d+$/.test(value) ? Number(value) : undefined,
    (id) => {
      const term = { field: 'site_id', operator: '=' as const, values: [id === undefined ? '' : String(id)] }
      void setSearch({ ...buildTerms({ ...found, terms: withTerm(found.terms, term) }), page: undefined })
    },
  ]
}

/** The access lists of all sites of the user, for use on a phone: few large buttons, and the connected devices of a site. */
export function AllSitesAccess({ title, subtitle, tabs }: { title: string; subtitle: ReactNode; tabs: ReactNode }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const ownCompany = useSession()?.user.company.id
  const { columns, bulk, actionsOf, dialogs } = useEntryList(accessControl.all)
  const [selectedId, select] = useSiteFilter()
  const { rows, error } = useSites()
  const named = useCall(sites.show, { params: { id: selectedId ?? 0 } }, { enabled: selectedId !== undefined })
  useEffect(() => rememberList(paths.accessControl), [])
  const isEmpty = rows?.length === 0
  const hasSeveral = !isEmpty && rows?.length !== 1
  const known = named.data?.data ?? rows?.find(({ id }) => id === selectedId)
  const selected = selectedId === undefined ? undefined : { id: selectedId, name: known?.name ?? '…' }
  const site = selected ?? (hasSeveral ? undefined : rows?.[0])

  const siteColumn: ListColumn<AccessEntry> = {
    field: 'site_name',
    header: t('wifi-access:field.site_name'),
    width: 135,
    card: 'fact',
    render: (row) => (
      <TwoLines below={row.company_id === ownCompany ? null : row.company_name}>
        <TextLink to={accessPaths.list(row.site_id)} inherit>
          {row.site_name}
        </TextLink>
      </TwoLines>
    ),
  }
  const [name, ...others] = columns
  return (
    <>
      <ListScreen<AccessEntry>
        endpoint={accessControl.all}
        name="access-control-all"
        namespace="wifi-access"
        title={title}
        subtitle={subtitle}
        columns={hasSeveral ? [name, siteColumn, ...others] : columns}
        rowLink={(row) =>
          canOn(accessControl.update, { id: row.site_id, company_id: row.company_id })
            ? accessPaths.update(row.site_id, row.id)
            : undefined
        }
        rowName={(row) => row.name}
        nav={
          <div className={layout.stack}>
            {tabs}
            {can(accessControl.store) && !isEmpty ? (
              <AddButtons site={site} sites={rows ?? []} loading={!rows && !error} size="md" />
            ) : null}
            <WritesStatus />
            {hasSeveral ? (
              <div className={classes.siteSelect}>
                <SiteSelect
                  label={t('wifi-access:home.site')}
                  placeholder={t('wifi-access:home.allSites')}
                  selected={selected}
                  onSelect={(one) => select(one?.id)}
                />
              </div>
            ) : null}
            {site ? <ConnectedCard key={site.id} site={site} /> : null}
            {hasSeveral && !site ? <p className={layout.smallNote}>{t('wifi-access:home.chooseSite')}</p> : null}
          </div>
        }
        bulk={bulk}
        rowActions={(row) => [
          ...actionsOf(row),
          {
            key: 'site',
            label: t('wifi-access:form.toList'),
            icon: actionIcon(IconListNumbers),
            to: accessPaths.list(row.site_id),
          },
        ]}
        every={refetchInterval}
        withoutFilter={['id', 'site_id', 'company_id']}
        empty={{
          title: t(isEmpty ? 'wifi-access:home.noSites' : 'wifi-access:empty.title'),
          text: t(isEmpty ? 'wifi-access:home.noSitesText' : 'wifi-access:empty.text'),
          icon: <IconBan size={20} />,
        }}
      />
      {dialogs}
    </>
  )
}
