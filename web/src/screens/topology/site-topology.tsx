import { deviceTopology } from '@trunkline/contract/resources/device-topology'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { layoutGraph } from './graph-layout.ts'
import { GraphView } from './graph-view.tsx'

/** The graph of a site on its page; without links, nothing. */
export function SiteTopology({ id }: { id: number }) {
  const { t } = useTranslation()
  const go = useGo()
  const query = useCall(deviceTopology.graph, { query: { site: String(id) as never } }, { every: 60_000 })
  const graph = query.data?.data
  const layout = useMemo(() => (graph ? layoutGraph(graph.nodes, graph.links) : null), [graph])
  const site = { site: String(id) }
  if (query.error)
    return (
      <Card title={t('topology:title')}>
        <ErrorNotice error={query.error} inline retry={() => void query.refetch()} />
      </Card>
    )
  if (!graph || !layout || graph.links.length === 0) return null
  return (
    <Card
      title={t('topology:title')}
      actions={
        <TextLink to={paths.topology} search={site}>
          {t('topology:openGraph')}
        </TextLink>
      }
    >
      <GraphView
        layout={layout}
        matching={null}
        selected={undefined}
        onSelect={(node) => node !== undefined && void go(paths.topology, { search: { ...site, node } })}
        small
        now={query.dataUpdatedAt}
      />
    </Card>
  )
}
