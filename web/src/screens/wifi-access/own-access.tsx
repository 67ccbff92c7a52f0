import { useNavigate, useSearch } from '@tanstack/react-router'
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
import { TextLink } from '../../ui/link.tsx'
import { accessPaths, rememberList } from './access-paths.ts'
import { NowCard } from './now-card.tsx'
import { SiteButtons } from './site-buttons.tsx'
import { SiteSelect, useSites, type SiteRef } from './site-choice.tsx'
import { useEntryList } from './use-entry-list.tsx'
import classes from './wifi-access.module.css'
import { WritesEnd } from './writes-end.tsx'

/** So many sites have a button each where one is asked for. */
const fewSites = 8
/** Where entries stand comes from the last readings of the controllers, which no live message tells one by one. */
const lookEvery = 30_000

/** The site that the list is narrowed to, as the address says it. */
function useChosenSite(): { id: number | undefined; choose: (id: number | undefined) => void } {
  const search = listSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const navigate = useNavigate()
  const definition = accessControl.all.list as ListDefinition
  const terms = parseTerms(search.search, search.searchFields, definition)
  const [value, ...more] = terms.terms.find(({ field }) => field === 'site_id')?.values ?? []
  return {
    id: value !== undefined && more.length === 0 && /^\d+$/.test(value) ? Number(value) : undefined,
    choose: (id) => {
      const next = { field: 'site_id', operator: '=' as const, values: [id === undefined ? '' : String(id)] }
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({
          ...before,
          ...buildTerms({ ...terms, terms: withTerm(terms.terms, next) }),
          page: undefined,
        })) as never,
        resetScroll: false,
      })
    },
  }
}

/** Who may join the Wi-Fi, across all sites of the reader; made to be used with one hand. */
export function OwnAccess({ title, subtitle, tabs }: { title: string; subtitle: ReactNode; tabs: ReactNode }) {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const own = useSession()?.user.company.id
  const { columns, bulk, actionsOf, dialogs } = useEntryList(accessControl.all)
  const { id: chosenId, choose } = useChosenSite()
  const known = useSites()
  const named = useCall(sites.show, { params: { id: chosenId ?? 0 } }, { enabled: chosenId !== undefined })
  useEffect(() => rememberList(paths.accessControl), [])
  const several = known.rows === undefined || known.rows.length > 1
  const only = known.rows?.length === 1 ? known.rows[0] : undefined
  const found = named.data?.data
  const chosen: SiteRef | undefined =
    chosenId === undefined
      ? undefined
      : { id: chosenId, name: found?.name ?? known.rows?.find(({ id }) => id === chosenId)?.name ?? '…' }
  const site = chosen ?? only
  const few = known.rows !== undefined && known.rows.length <= fewSites ? known.rows : []

  const where: ListColumn<AccessEntry> = {
    field: 'site_name',
    header: t('wifi-access:field.site_name'),
    width: 150,
    card: 'fact',
    render: (row) => (
      <span className={classes.two}>
        <TextLink to={accessPaths.list(row.site_id)} inherit>
          {row.site_name}
        </TextLink>
        {row.company_id === own ? null : <span className={classes.quiet}>{row.company_name}</span>}
      </span>
    ),
  }
  const [name, ...others] = columns as [ListColumn<AccessEntry>, ...ListColumn<AccessEntry>[]]
  return (
    <>
      <ListScreen<AccessEntry>
        endpoint={accessControl.all}
        name="access-control-all"
        namespace="wifi-access"
        title={title}
        subtitle={subtitle}
        columns={several ? [name, where, ...others] : [name, ...others]}
        rowLink={(row) =>
          canOn(accessControl.update, { id: row.site_id, company_id: row.company_id })
            ? accessPaths.update(row.site_id, row.id)
            : undefined
        }
        rowName={(row) => row.name}
        nav={
          <div className={classes.stack}>
            {tabs}
            {can(accessControl.store) && known.rows?.length !== 0 ? (
              <SiteButtons site={site} few={few} ready={known.rows !== undefined || known.error !== null} />
            ) : null}
            <WritesEnd />
            {several && known.rows?.length !== 0 ? (
              <div className={classes.siteSelect}>
                <SiteSelect
                  label={t('wifi-access:home.site')}
                  all={t('wifi-access:home.allSites')}
                  chosen={chosen}
                  onChoose={(one) => choose(one?.id)}
                />
              </div>
            ) : null}
            {site ? <NowCard key={site.id} site={site} /> : null}
            {several && !site && known.rows?.length !== 0 ? (
              <p className={classes.quiet}>{t('wifi-access:home.chooseSite')}</p>
            ) : null}
          </div>
        }
        bulk={bulk}
        rowActions={(row) => [
          ...actionsOf(row),
          {
            key: 'site',
            label: t('wifi-access:home.siteList'),
            icon: <IconListNumbers size={16} aria-hidden="true" />,
            to: accessPaths.list(row.site_id),
          },
        ]}
        every={lookEvery}
        withoutFilter={['id', 'site_id', 'company_id']}
        empty={{
          title: t(known.rows?.length === 0 ? 'wifi-access:home.noSites' : 'wifi-access:empty.title'),
          text: t(known.rows?.length === 0 ? 'wifi-access:home.noSitesText' : 'wifi-access:empty.text'),
          icon: <IconBan size={20} />,
        }}
      />
      {dialogs}
    </>
  )
}
