import type { GraphNode } from '@trunkline/contract/resources/device-topology'
import { IconArrowsMaximize, IconBuilding, IconMinus, IconPlus, IconQuestionMark } from '@tabler/icons-react'
import clsx from 'clsx'
import { memo, useId, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { changeOf } from './graph-filter.ts'
import { nodeSize, type GraphLayout, type PlacedLink } from './graph-layout.ts'
import { NodeSign } from './node-state.tsx'
import classes from './topology.module.css'
import { usePanZoom } from './use-pan-zoom.ts'

interface GraphViewProps {
  layout: GraphLayout
  /** Keys that the filter selects; the others are dimmed, and stay where they are. */
  matching: ReadonlySet<string> | null
  selected: string | undefined
  onSelect: (key: string | undefined) => void
  wheel?: 'always' | 'focused'
  /** For a card on another page. */
  small?: boolean
  /** Time with which changes of links are compared, milliseconds. */
  now: number
}

/** A sentence about a node, for its accessible name. */
function describeNode(node: GraphNode, t: TFunction): string {
  const parts = [node.name === '' ? t('topology:noSite') : node.name, t(`topology:value.state.${node.state}`)]
  if (node.kind === 'outside') parts[1] = t('topology:outside')
  if (node.kind === 'site') parts.push(t('topology:deviceCount', { count: node.devices }))
  if (node.kind === 'site' && node.offline > 0) parts.push(t('topology:offlineCount', { count: node.offline }))
  if (node.cut_off_by !== null) parts.push(t('topology:cutOffBy', { name: node.cut_off_by }))
  if (node.behind > 0) parts.push(t('topology:behind', { count: node.behind }))
  return parts.join(', ')
}

/** The key of the node that an element belongs to. */
const keyOf = (element: EventTarget): string | undefined =>
  (element as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset['key']

/** The graph: nodes as buttons, of which one takes part in the tab order, and links behind them. */
export function GraphView({ layout, matching, selected, onSelect, wheel = 'focused', small, now }: GraphViewProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const [current, setCurrent] = useState<string | undefined>(undefined)
  /** Nodes by column, from top to bottom. */
  const columns = useMemo(() => {
    const found = new Map<number, string[]>()
    for (const { node, x } of layout.nodes.toSorted((one, other) => one.y - other.y))
      found.set(x, [...(found.get(x) ?? []), node.key])
    return found
  }, [layout])
  // At first the root of the first tree.
  const first = layout.nodes.find(({ parent, child }) => parent === null && child !== null) ?? layout.nodes[0]
  const active = [current, selected, first?.node.key].find((key) => key !== undefined && layout.byKey.has(key))
  const activeAt = active === undefined ? undefined : layout.byKey.get(active)
  const { pan, zoomBy, fit, reveal, gestures } = usePanZoom(
    box,
    layer,
    layout,
    activeAt && { ...activeAt, ...nodeSize },
    wheel,
  )

  const focus = (key: string | null | undefined) => {
    if (!key) return
    setCurrent(key)
    layer.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
  }
  // One listener for all nodes, so that they do not change with the focus and the selection.
  const onFocus = (event: FocusEvent) => {
    const key = keyOf(event.target)
    const at = key === undefined ? undefined : layout.byKey.get(key)
    if (!at) return
    setCurrent(key)
    // Not for a pointer: the node would move away from it before its click.
    if ((event.target as HTMLElement).matches(':focus-visible')) reveal({ ...at, ...nodeSize })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = active === undefined ? undefined : layout.byKey.get(active)
    const column = at ? (columns.get(at.x) ?? []) : []
    const place = at ? column.indexOf(at.node.key) : -1
    const pans: Record<string, [number, number]> = {
      ArrowLeft: [80, 0],
      ArrowRight: [-80, 0],
      ArrowUp: [0, 80],
      ArrowDown: [0, -80],
    }
    const moves: Record<string, () => void> = {
      ArrowUp: () => focus(column[place - 1]),
      ArrowDown: () => focus(column[place + 1]),
      ArrowLeft: () => focus(at?.parent),
      ArrowRight: () => focus(at?.child),
      Home: () => focus(layout.nodes[0]?.node.key),
      End: () => focus(layout.nodes.at(-1)?.node.key),
      '+': () => zoomBy(1.4),
      '=': () => zoomBy(1.4),
      '-': () => zoomBy(1 / 1.4),
      '0': () => fit(),
      Escape: () => onSelect(undefined),
    }
    const shift = event.shiftKey ? pans[event.key] : undefined
    const move = shift ? () => pan(...shift) : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const onClick = (event: MouseEvent) => {
    const key = keyOf(event.target)
    if (key !== undefined) onSelect(key)
  }

  return (
    <figure className={classes.figure}>
      <div
        ref={box}
        className={clsx(classes.box, small && classes.small)}
        role="group"
        aria-label={t('topology:graph.label')}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
        {...gestures}
      >
        <div ref={layer} className={classes.layer} style={{ inlineSize: layout.width, blockSize: layout.height }}>
          <svg className={classes.links} width={layout.width} height={layout.height} aria-hidden="true">
            {layout.links.map((link) => (
              <LinkLine
                key={link.key}
                link={link}
                now={now}
                isDim={matching !== null && !(matching.has(link.from.node.key) && matching.has(link.to.node.key))}
              />
            ))}
          </svg>
          {layout.nodes.map(({ node, x, y }) => (
            <NodeButton
              key={node.key}
              node={node}
              x={x}
              y={y}
              label={describeNode(node, t)}
              noSite={t('topology:noSite')}
              isDim={matching !== null && !matching.has(node.key)}
              isSelected={selected === node.key}
              isActive={active === node.key}
            />
          ))}
        </div>
      </div>
      <figcaption className={classes.below}>
        <span id={keysId} className={classes.caption}>
          {t('topology:graph.keys')} {small ? null : t('topology:graph.tables')}
        </span>
        <div className={classes.zoom}>
          <button type="button" aria-label={t('topology:graph.zoomIn')} onClick={() => zoomBy(1.4)}>
            <IconPlus size={18} aria-hidden="true" />
          </button>
          <button type="button" aria-label={t('topology:graph.zoomOut')} onClick={() => zoomBy(1 / 1.4)}>
            <IconMinus size={18} aria-hidden="true" />
          </button>
          <button type="button" aria-label={t('topology:graph.fit')} onClick={() => fit()}>
            <IconArrowsMaximize size={18} aria-hidden="true" />
          </button>
        </div>
      </figcaption>
    </figure>
  )
}

const LinkLine = memo(function LinkLine({ link, now, isDim }: { link: PlacedLink; now: number; isDim: boolean }) {
  const change = link.links.map((one) => changeOf(one, now)).find((one) => one !== null && one !== 'down')
  const kinds = new Set(link.links.map(({ kind }) => kind))
  return (
    <path
      d={link.path}
      className={classes.link}
      data-state={link.state}
      data-change={link.state === 'up' ? change : undefined}
      data-kind={link.is_assumed ? 'assumed' : kinds.size === 1 ? [...kinds][0] : undefined}
      data-dim={isDim || undefined}
    />
  )
})

const NodeButton = memo(function NodeButton({
  node,
  x,
  y,
  label,
  noSite,
  isDim,
  isSelected,
  isActive,
}: {
  node: GraphNode
  x: number
  y: number
  label: string
  noSite: string
  isDim: boolean
  isSelected: boolean
  isActive: boolean
}) {
  const below =
    node.kind === 'site'
      ? `${node.devices - node.offline} / ${node.devices}`
      : node.behind > 0
        ? String(node.behind)
        : null
  return (
    <button
      type="button"
      data-key={node.key}
      data-kind={node.kind}
      data-state={node.state}
      data-dim={isDim || undefined}
      data-elsewhere={node.is_elsewhere || undefined}
      aria-label={label}
      aria-pressed={isSelected}
      tabIndex={isActive ? 0 : -1}
      title={label}
      className={classes.node}
      style={{ insetInlineStart: x, insetBlockStart: y, inlineSize: nodeSize.width, blockSize: nodeSize.height }}
    >
      {node.kind === 'outside' ? (
        <IconQuestionMark size={16} aria-hidden="true" className={classes.quietIcon} />
      ) : (
        <NodeSign state={node.state} />
      )}
      {node.kind === 'site' ? <IconBuilding size={16} aria-hidden="true" className={classes.quietIcon} /> : null}
      <span
        className={classes.nodeName}
        data-place={node.kind === 'site' ? (node.company_name ?? undefined) : undefined}
      >
        {node.name === '' ? noSite : node.name}
      </span>
      {/* Part of the label; as text beside the name it would not be contained in it. */}
      {below === null ? null : <span className={classes.count} data-count={below} aria-hidden="true" />}
    </button>
  )
})
