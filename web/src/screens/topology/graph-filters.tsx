import { linkKinds, maxGraphNodes, nodeStates, type TopologyGraph } from '@trunkline/contract/resources/device-topology'
import { sites } from '@trunkline/contract/resources/site'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { linkChanges, type GraphFilter } from './graph-filter.ts'
import { NodeSign } from './node-state.tsx'
import classes from './topology.module.css'

/** Search, filters with their counts (the legend of the graph), grouping, and the site that the graph is limited to. */
export function GraphFilters({
  graph,
  filter,
  counts,
  site,
  open,
  change,
  onToggle,
}: {
  graph: TopologyGraph
  filter: GraphFilter
  counts: { states: Record<string, number>; changes: Record<string, number> }
  site: number | undefined
  open: readonly string[]
  change: (next: Record<string, string | undefined>) => void
  onToggle: (site: string) => void
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const kinds = linkKinds.filter((kind) => filter.kind === kind || graph.links.some((link) => link.kind === kind))
  const nameOf = (id: string) =>
    id === '0' ? t('topology:noSite') : (graph.nodes.find((node) => String(node.site_id) === id)?.site_name ?? id)
  return (
    <div className={classes.filters}>
      <div className={classes.tools}>
        <SearchBox value={filter.text} onSearch={(q) => change({ q: q === '' ? undefined : q })} />
        {site === undefined && graph.total <= maxGraphNodes ? (
          <Button
            variant="default"
            onClick={() => change({ group: graph.is_grouped ? 'none' : 'site', open: undefined, node: undefined })}
          >
            {t(graph.is_grouped ? 'topology:showDevices' : 'topology:groupBySite')}
          </Button>
        ) : null}
      </div>
      <div className={classes.legend} role="group" aria-label={t('topology:field.state')}>
        {nodeStates.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter.state === state}
            className={classes.entry}
            onClick={() => change({ state: filter.state === state ? undefined : state })}
          >
            <NodeSign state={state} /> {t(`topology:value.state.${state}`)}{' '}
            <span>{number(counts.states[state] ?? 0)}</span>
          </button>
        ))}
      </div>
      <div className={classes.legend} role="group" aria-label={t('topology:field.link')}>
        {linkChanges.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={filter.change === one}
            className={classes.entry}
            onClick={() => change({ change: filter.change === one ? undefined : one })}
          >
            <span className={classes.sample} data-change={one} aria-hidden="true" /> {t(`topology:legend.${one}`)}{' '}
            <span>{number(counts.changes[one] ?? 0)}</span>
          </button>
        ))}
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={filter.kind === kind}
            className={classes.entry}
            onClick={() => change({ kind: filter.kind === kind ? undefined : kind })}
          >
            <span className={classes.sample} data-kind={kind} aria-hidden="true" /> {t(`topology:value.kind.${kind}`)}
          </button>
        ))}
      </div>
      {site !== undefined || (graph.is_grouped && open.length > 0) ? (
        <div className={classes.legend} role="group" aria-label={t('topology:field.site')}>
          {site === undefined ? null : (
            <SiteChip id={site} onClear={() => change({ site: undefined, node: undefined })} />
          )}
          {graph.is_grouped
            ? open.map((id) => (
                <button key={id} type="button" className={classes.entry} onClick={() => onToggle(id)}>
                  {t('topology:collapse', { name: nameOf(id) })} <IconX size={14} aria-hidden="true" />
                </button>
              ))
            : null}
        </div>
      ) : null}
    </div>
  )
}

/** The site that the graph is limited to. */
function SiteChip({ id, onClear }: { id: number; onClear: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const query = useCall(sites.summary, { params: { id } }, { enabled: can(sites.summary) })
  return (
    <button type="button" className={classes.entry} onClick={onClear}>
      {t('topology:onlySite', { name: query.data?.data.site.name ?? String(id) })}{' '}
      <IconX size={14} aria-hidden="true" />
    </button>
  )
}
