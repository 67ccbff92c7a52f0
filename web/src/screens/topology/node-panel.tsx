import type { GraphLink, GraphNode } from '@trunkline/contract/resources/device-topology'
import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { DeviceConnections } from './device-connections.tsx'
import { LinkState, NodeName } from './graph-tables.tsx'
import { NodeState } from './node-state.tsx'

/** The selected node: its record, state, uplinks and links. */
export function NodePanel({
  node,
  links,
  byKey,
  now,
  isGrouped,
  onToggle,
  change,
}: {
  node: GraphNode
  links: readonly GraphLink[]
  byKey: ReadonlyMap<string, GraphNode>
  now: number
  isGrouped: boolean
  onToggle: (site: string) => void
  change: (next: Record<string, string | undefined>) => void
}) {
  const { t } = useTranslation()
  const own = links.filter(({ from, to }) => from === node.key || to === node.key)
  const place = [node.site_name, node.company_name].filter((part) => part !== null).join(' · ')
  return (
    <Card
      title={<NodeName node={node} />}
      actions={<CloseButton aria-label={t('topology:closePanel')} onClick={() => change({ node: undefined })} />}
    >
      <div className={layout.stack}>
        <div className={layout.stacked}>
          <span>
            <NodeState node={node} />
          </span>
          {place === '' ? null : <span className={layout.hint}>{place}</span>}
          {node.detail === null ? null : <span className={layout.hint}>{node.detail}</span>}
          {node.kind === 'site' ? (
            <span className={layout.hint}>
              {t('topology:onlineOf', { online: node.devices - node.offline, count: node.devices })}
            </span>
          ) : null}
        </div>
        {node.kind === 'site' || (isGrouped && node.kind === 'device') ? (
          <div className={layout.buttons}>
            <Button variant="default" size="xs" onClick={() => onToggle(String(node.site_id ?? 0))}>
              {t(node.kind === 'site' ? 'topology:expand' : 'topology:collapseSite')}
            </Button>
            {node.site_id === null ? null : (
              <Button
                variant="default"
                size="xs"
                onClick={() => change({ site: String(node.site_id), node: undefined, open: undefined })}
              >
                {t('topology:siteOnly')}
              </Button>
            )}
          </div>
        ) : null}
        {node.kind === 'device' && node.id !== null ? (
          <DeviceConnections id={node.id} />
        ) : (
          <ul className={layout.rows}>
            {own.map((link) => {
              const other = byKey.get(link.from === node.key ? link.to : link.from)
              return (
                <li key={link.key}>
                  <span className={layout.stacked}>
                    {other ? <NodeName node={other} /> : null}
                    <span className={layout.hint}>
                      {link.count > 1
                        ? t('topology:kindCount', { kind: t(`topology:value.kind.${link.kind}`), count: link.count })
                        : [
                            t(`topology:value.kind.${link.kind}`),
                            [link.from_port, link.to_port].filter(Boolean).join(' – '),
                          ]
                            .filter((part) => part !== '')
                            .join(' · ')}
                    </span>
                  </span>
                  <LinkState link={link} now={now} />
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Card>
  )
}
