import type { GraphNode } from '@trunkline/contract/resources/device-topology'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StateSign, type MarkerState } from '../../map/marker.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const nodeTones: Record<GraphNode['state'], MarkerState> = {
  online: 'good',
  offline: 'bad',
  'cut-off': 'warning',
  unknown: 'neutral',
}

/** The state of a node by colour, shape and icon. */
export const NodeSign = ({ state }: { state: GraphNode['state'] }) => <StateSign state={nodeTones[state]} size={18} />

/** The state of a node with its text. */
export function NodeState({ node }: { node: GraphNode }) {
  const { t } = useTranslation()
  if (node.kind === 'outside') return t('topology:outside')
  return (
    <StatusBadge tone={nodeTones[node.state]}>
      {node.cut_off_by === null
        ? t(`topology:value.state.${node.state}`)
        : t('topology:cutOffBy', { name: node.cut_off_by })}
    </StatusBadge>
  )
}
