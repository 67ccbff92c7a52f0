import type { GraphLink, GraphNode } from '@trunkline/contract/resources/device-topology'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { changeOf } from './graph-filter.ts'
import { NodeState } from './node-state.tsx'
import classes from './topology.module.css'

/** Rows that a table shows at first, and adds at a time. */
const step = 50

/** The name of a node, as a link to its record. */
export function NodeName({ node }: { node: GraphNode }) {
  const { t } = useTranslation()
  const name = node.name === '' ? t('topology:noSite') : node.name
  if (node.id === null) return name
  const to = node.kind === 'site' ? paths.sites.summary(node.id) : paths.hardware.detail(node.id)
  return (
    <TextLink to={to} inherit>
      {name}
    </TextLink>
  )
}

/** Whether a link is up, with what happened to it within the last 24 hours. */
export function LinkState({ link, now }: { link: GraphLink; now: number }) {
  const { t } = useTranslation()
  const change = changeOf(link, now)
  return (
    <span className={layout.stacked}>
      <span>
        <StatusBadge tone={change === null ? 'good' : change === 'down' ? 'bad' : 'info'}>
          {t(change === null ? 'topology:value.link.up' : `topology:value.link.${change}`)}
        </StatusBadge>
      </span>
      {link.changed_at ? (
        <span className={layout.hint}>
          <RelativeTime value={link.changed_at} />
        </span>
      ) : null}
    </span>
  )
}

function More({ shown, all, onMore }: { shown: number; all: number; onMore: () => void }) {
  const { t } = useTranslation()
  const number = useNumber()
  if (all <= shown) return null
  return (
    <p className={classes.more}>
      <span className={layout.quiet}>{t('topology:table.shown', { shown: number(shown), all: number(all) })}</span>{' '}
      <Button variant="default" size="xs" onClick={onMore}>
        {t('topology:table.more')}
      </Button>
    </p>
  )
}

/** The graph as two tables: nodes and links, with the same filter. */
export function GraphTables({
  nodes,
  links,
  byKey,
  now,
}: {
  nodes: readonly GraphNode[]
  links: readonly GraphLink[]
  byKey: ReadonlyMap<string, GraphNode>
  now: number
}) {
  const { t } = useTranslation()
  const number = useNumber()
  const [shownNodes, setShownNodes] = useState(step)
  const [shownLinks, setShownLinks] = useState(step)
  const end = (key: string, port: string) => {
    const node = byKey.get(key)
    return (
      <span className={layout.stacked}>
        {node ? <NodeName node={node} /> : null}
        {port === '' ? null : <span className={layout.hint}>{port}</span>}
      </span>
    )
  }
  return (
    <>
      <Card title={t('topology:table.nodes')}>
        {nodes.length === 0 ? (
          <p className={layout.note}>{t('topology:none')}</p>
        ) : (
          <SimpleTable
            label={t('topology:table.nodes')}
            tableClassName={classes.table}
            rows={nodes.slice(0, shownNodes)}
            rowKey={(node) => node.key}
            columns={[
              {
                key: 'name',
                header: t('topology:field.name'),
                cell: (node) => (
                  <span className={layout.stacked}>
                    <NodeName node={node} />
                    {node.company_name === null ? null : <span className={layout.hint}>{node.company_name}</span>}
                  </span>
                ),
              },
              { key: 'state', header: t('topology:field.state'), cell: (node) => <NodeState node={node} /> },
              {
                key: 'site',
                header: t('topology:field.site'),
                cell: (node) =>
                  node.kind === 'site'
                    ? t('topology:onlineOf', { online: node.devices - node.offline, count: node.devices })
                    : (node.site_name ?? '–'),
              },
              {
                key: 'uplinks',
                header: t('topology:field.uplinks'),
                cell: (node) =>
                  node.uplinks.length > 0
                    ? node.uplinks.join(', ')
                    : node.parent === null
                      ? '–'
                      : (byKey.get(node.parent)?.name ?? '–'),
              },
              {
                key: 'behind',
                header: t('topology:field.behind'),
                cell: (node) => (node.kind === 'device' ? number(node.behind) : '–'),
              },
            ]}
          />
        )}
        <More shown={shownNodes} all={nodes.length} onMore={() => setShownNodes(shownNodes + step)} />
      </Card>
      <Card title={t('topology:table.links')}>
        {links.length === 0 ? (
          <p className={layout.note}>{t('topology:noLinks')}</p>
        ) : (
          <SimpleTable
            label={t('topology:table.links')}
            tableClassName={classes.table}
            rows={links.slice(0, shownLinks)}
            rowKey={(link) => link.key}
            columns={[
              { key: 'from', header: t('topology:field.from'), cell: (link) => end(link.from, link.from_port) },
              { key: 'to', header: t('topology:field.to'), cell: (link) => end(link.to, link.to_port) },
              {
                key: 'kind',
                header: t('topology:field.kind'),
                cell: (link) =>
                  link.count > 1
                    ? t('topology:kindCount', { kind: t(`topology:value.kind.${link.kind}`), count: link.count })
                    : t(`topology:value.kind.${link.kind}`),
              },
              {
                key: 'state',
                header: t('topology:field.link'),
                cell: (link) => <LinkState link={link} now={now} />,
              },
              {
                key: 'first',
                header: t('topology:field.first_seen_at'),
                cell: (link) => <Time value={link.first_seen_at} />,
              },
            ]}
          />
        )}
        <More shown={shownLinks} all={links.length} onMore={() => setShownLinks(shownLinks + step)} />
      </Card>
    </>
  )
}
