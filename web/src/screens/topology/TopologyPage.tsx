import { IconSitemap } from '@tabler/icons-react'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { useSetSearch } from '../../ui/navigation.ts'
import layoutClasses from '../../ui/layout.module.css'
import { useTranslation } from '../../i18n/use-translation.ts'
import { deviceTopology, nodeStates, type TopologyGraph } from '@trunkline/contract/resources/device-topology'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCompanyContext } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { changeOf, filterOf, linkChanges, matching, type GraphFilter } from './graph-filter.ts'
import { GraphFilters } from './graph-filters.tsx'
import { layoutGraph } from './graph-layout.ts'
import { GraphTables } from './graph-tables.tsx'
import { GraphView } from './graph-view.tsx'
import { NodePanel } from './node-panel.tsx'
import classes from './topology.module.css'

/** States follow the readings of devices, which are not announced. Milliseconds. */
const interval = 60_000

interface TopologySearch extends Record<string, unknown> {
  site?: string
  group?: string
  open?: string
  node?: string
}

const idOf = (value: string | undefined) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The network of a company or site: a graph of devices and links, and the same as tables. The URL holds all of its state. */
export default function TopologyPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as TopologySearch
  const setSearch = useSetSearch()
  const { id: company } = useCompanyContext()
  const site = idOf(search.site)
  const open = /^\d+(,\d+)*$/.test(search.open ?? '') ? search.open : undefined
  const group = search.group === 'site' || search.group === 'none' ? search.group : undefined
  const query = useCall(
    deviceTopology.graph,
    {
      query: {
        ...(company === undefined ? {} : { company }),
        ...(site === undefined ? {} : { site: String(site) as never }),
        ...(group === undefined ? {} : { group }),
        ...(open === undefined ? {} : { open }),
      },
    },
    { subjects: ['sites'], every: interval },
  )
  const graph = query.data?.data
  const change = (next: Record<string, string | undefined>) => void setSearch(next, { replace: true })
  return (
    <>
      <PageHeader title={t('topology:title')} subtitle={t('topology:subtitle')} />
      {query.error ? (
        <ErrorNotice error={query.error} retry={() => void query.refetch()} />
      ) : !graph ? (
        <Card>
          <DetailSkeleton facts={8} />
        </Card>
      ) : graph.nodes.length === 0 ? (
        <EmptyState
          icon={<IconSitemap size={32} />}
          title={t('topology:empty.title')}
          text={t('topology:empty.text')}
        />
      ) : (
        <Graph
          graph={graph}
          now={query.dataUpdatedAt}
          search={search}
          site={site}
          open={open === undefined ? [] : open.split(',')}
          filter={filterOf(search)}
          change={change}
        />
      )}
    </>
  )
}

function Graph({
  graph,
  now,
  search,
  site,
  open,
  filter,
  change,
}: {
  graph: TopologyGraph
  /** Time of the reply, milliseconds. */
  now: number
  search: TopologySearch
  site: number | undefined
  open: string[]
  filter: GraphFilter
  change: (next: Record<string, string | undefined>) => void
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const layout = useMemo(() => layoutGraph(graph.nodes, graph.links), [graph])
  const byKey = useMemo(() => new Map(graph.nodes.map((node) => [node.key, node])), [graph])
  const found = matching(graph, filter, now)
  const selected = search.node === undefined ? undefined : byKey.get(search.node)
  const counts = {
    states: Object.fromEntries(
      nodeStates.map((state) => [
        state,
        graph.nodes.filter((node) => node.kind !== 'outside' && node.state === state).length,
      ]),
    ),
    changes: Object.fromEntries(
      linkChanges.map((one) => [one, graph.links.filter((link) => changeOf(link, now) === one).length]),
    ),
  }
  const toggle = (id: string) => {
    const next = open.includes(id) ? open.filter((one) => one !== id) : [...open, id]
    change({ open: next.length === 0 ? undefined : next.join(','), node: undefined })
  }
  return (
    <div className={layoutClasses.stack}>
      <GraphFilters
        graph={graph}
        filter={filter}
        counts={counts}
        site={site}
        open={open}
        change={change}
        onToggle={toggle}
      />
      <p className={layoutClasses.smallNote} role="status">
        {t(graph.is_grouped ? 'topology:grouped' : 'topology:ungrouped', {
          count: graph.total,
          total: number(graph.total),
        })}
        {graph.omitted > 0 ? ` ${t('topology:omitted', { count: graph.omitted })}` : ''}
        {found.isFiltered
          ? ` ${t('topology:matching', { count: found.nodes.length, found: number(found.nodes.length) })}`
          : ''}
      </p>
      <div className={classes.main} data-panel={selected !== undefined}>
        <Card>
          <GraphView
            layout={layout}
            matching={found.isFiltered ? found.keys : null}
            selected={selected?.key}
            onSelect={(node) => change({ node })}
            now={now}
            wheel="always"
          />
        </Card>
        {selected ? (
          <NodePanel
            key={selected.key}
            node={selected}
            links={graph.links}
            byKey={byKey}
            now={now}
            isGrouped={graph.is_grouped}
            onToggle={toggle}
            change={change}
          />
        ) : null}
      </div>
      <GraphTables nodes={found.nodes} links={found.links} byKey={byKey} now={now} />
    </div>
  )
}
