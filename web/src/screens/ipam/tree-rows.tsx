import { Button, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconSquareDashed } from '@tabler/icons-react'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode, TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import { createContext, useContext, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import table from '../../list/list-table.module.css'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { useDelayed } from '../../ui/delayed.ts'
import { errorText } from '../../ui/error-text.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import { CategoryBadge, StateBadge } from './badges.tsx'
import { FigureRow } from './figures.tsx'
import { stepRows, type OpenNodes } from './open-nodes.ts'
import { opens, useMayOn } from './subnet-rules.ts'
import classes from './tree.module.css'
import { useChildren } from './use-children.ts'
import { sizeText } from './utilisation.ts'

/** What all rows of a tree share. */
export interface TreeRoom {
  columns: readonly ListColumn<SubnetNode>[]
  cell: (column: ListColumn<SubnetNode>, row: SubnetNode) => ReactNode
  menu: ((row: SubnetNode, tabIndex?: number) => ReactNode) | undefined
  remember: (row: { id: number }) => void
  narrow: boolean
  nodes: OpenNodes
  /** Key of the row that is in the order of Tab. */
  active: string | null
}

export const TreeContext = createContext<TreeRoom | null>(null)

function useRoom(): TreeRoom {
  const namespace = useContext(TreeContext)
  if (!namespace) throw new Error('A row of a tree stands outside of it.')
  return namespace
}

/** What every row of the tree gives its element. `size` is -1 while not all rows of the level are known (ARIA 1.2). */
function rowProps(key: string, active: string | null, at: { level: number; place: number; size: number }) {
  return {
    role: 'row',
    'data-key': key,
    'aria-level': at.level,
    'aria-posinset': at.place,
    'aria-setsize': at.size,
    tabIndex: key === active ? 0 : -1,
    style: { '--level': Math.min(at.level - 1, 8) } as CSSProperties,
  } as const
}

interface Place {
  level: number
  place: number
  size: number
}

/** A subnet, and below it what is in it while it is open. */
export function NodeRow({ node, ...at }: Place & { node: SubnetNode }) {
  const { t } = useTranslation()
  const { columns, cell, menu, remember, narrow, nodes, active } = useRoom()
  const key = `n${node.id}`
  const tabIndex = key === active ? 0 : -1
  const wanted = nodes.rowsOf(node.id)
  const open = wanted !== undefined
  const [first, ...others] = columns
  const head = (
    <span className={classes.head}>
      {opens(node) ? (
        <button
          type="button"
          className={classes.toggle}
          tabIndex={-1}
          aria-label={t(open ? 'ipam:tree.close' : 'ipam:tree.open', { net: node.net })}
          onClick={() => nodes.set(node.id, !open)}
        >
          <IconChevronRight size={16} className={clsx(classes.chevron, open && classes.turned)} aria-hidden="true" />
        </button>
      ) : (
        <span className={classes.noToggle} />
      )}
      <TextLink
        to={paths.ipam.detail(node.ip_version, node.id)}
        inherit
        className={clsx(table.link, classes.link)}
        data-enter
        tabIndex={tabIndex}
        onClick={() => remember(node)}
      >
        {first ? cell(first, node) : node.net}
      </TextLink>
    </span>
  )
  return (
    <>
      <tr
        {...rowProps(key, active, at)}
        {...(opens(node) ? { 'aria-expanded': open } : {})}
        data-row={node.id}
        data-net={node.net}
        className={clsx(node.deleted_at && table.deleted)}
      >
        <th role="rowheader" scope="row" className={clsx(table.start, classes.first)}>
          {head}
        </th>
        {narrow ? (
          <td role="gridcell" className={classes.facts}>
            {node.name ? <span className={classes.name}>{node.name}</span> : null}
            <span className={classes.badges}>
              <StateBadge state={node.state} />
              {node.category_name ? <CategoryBadge name={node.category_name} colour={node.category_colour} /> : null}
              <span className={classes.holder}>{node.company_name || t('ipam:above')}</span>
            </span>
            <FigureRow of={node} named />
          </td>
        ) : (
          others.map((column) => (
            <td key={column.field} role="gridcell" style={column.align ? { textAlign: column.align } : undefined}>
              {cell(column, node)}
            </td>
          ))
        )}
        {menu ? (
          <td role="gridcell" className={clsx(table.menu, table.end, classes.menu)}>
            {menu(node, tabIndex)}
          </td>
        ) : null}
      </tr>
      {open && opens(node) ? <Branch parent={node} level={at.level + 1} wanted={wanted} /> : null}
    </>
  )
}

/** What is in a node: its children, what is free between them, and a row for more of both. */
export function Branch({ parent, level, wanted }: { parent: SubnetNode; level: number; wanted: number | undefined }) {
  const { t } = useTranslation()
  const { nodes } = useRoom()
  const children = useChildren(parent.id, wanted ?? stepRows)
  const late = useDelayed(!children.rows && !children.error)
  if (children.error)
    return (
      <NoteRow id={`e${parent.id}`} level={level}>
        <span>
          {t('ipam:tree.failed', { net: parent.net })} {errorText(children.error, t)}
        </span>{' '}
        <Button size="compact-xs" variant="default" data-enter onClick={children.retry}>
          {t('ui:error.retry')}
        </Button>
      </NoteRow>
    )
  const { rows } = children
  if (!rows)
    return (
      <tr role="row" aria-level={level} aria-busy="true" style={{ '--level': level - 1 } as CSSProperties}>
        <td role="gridcell" colSpan={99} className={classes.first}>
          <span className={classes.note}>{late ? t('ipam:tree.loading', { net: parent.net }) : null}</span>
        </td>
      </tr>
    )
  if (rows.length === 0)
    return (
      <NoteRow id={`e${parent.id}`} level={level}>
        {t('ipam:tree.nothing')}
      </NoteRow>
    )
  const size = children.hasMore ? -1 : rows.length
  return (
    <>
      {rows.map((row, index) =>
        row.kind === 'subnet' ? (
          <NodeRow key={row.subnet.id} node={row.subnet} level={level} place={index + 1} size={size} />
        ) : (
          <FreeRow key={row.net} parent={parent} free={row} level={level} place={index + 1} size={size} />
        ),
      )}
      {children.hasMore ? (
        <MoreRow
          parent={parent}
          level={level}
          place={rows.length + 1}
          total={children.total}
          pending={children.loadingMore}
          failed={children.moreFailed}
          onMore={children.moreFailed ? children.retryMore : () => nodes.setRows(parent.id, rows.length + stepRows)}
        />
      ) : null}
    </>
  )
}

/** A free stretch, one click from the form that allocates it. */
function FreeRow({ parent, free, ...at }: Place & { parent: SubnetNode; free: Extract<TreeRow, { kind: 'free' }> }) {
  const { t, i18n } = useTranslation()
  const { active, remember, narrow, columns, menu } = useRoom()
  const mayOn = useMayOn()
  const key = `f${parent.id}/${free.net}`
  const size = sizeText(free, t, regional(i18n.language))
  const link = mayOn(subnets.store, parent) ? (
    <LinkButton
      to={paths.ipam.create(parent.ip_version)}
      search={{ parent: String(parent.id), net: free.net }}
      size="compact-xs"
      variant="light"
      className={classes.allocate}
      aria-label={t('ipam:tree.allocateLabel', { net: free.net })}
      data-enter
      tabIndex={key === active ? 0 : -1}
      onClick={() => remember(parent)}
    >
      {t('ipam:tree.allocate')}
    </LinkButton>
  ) : null
  return (
    <tr {...rowProps(key, active, at)} data-net={free.net} className={classes.freeRow}>
      <th role="rowheader" scope="row" className={clsx(table.start, classes.first)}>
        <span className={classes.head}>
          <span className={classes.noToggle}>
            <IconSquareDashed size={14} aria-hidden="true" />
          </span>
          <span className={classes.freeNet}>
            {t('ipam:tree.free')} <span className={classes.net}>{free.net}</span>
          </span>
        </span>
      </th>
      <td
        role="gridcell"
        colSpan={narrow ? undefined : columns.length - 1}
        className={narrow ? classes.facts : undefined}
      >
        <span className={classes.freeFacts}>
          {size}
          {link}
        </span>
      </td>
      {menu && !narrow ? <td role="gridcell" className={clsx(table.menu, table.end)} /> : null}
    </tr>
  )
}

function MoreRow({
  parent,
  total,
  pending,
  failed,
  onMore,
  level,
  place,
}: {
  parent: SubnetNode
  level: number
  place: number
  /** Children of the node; null: not known. */
  total: number | null
  pending: boolean
  failed: boolean
  onMore: () => void
}) {
  const { t, i18n } = useTranslation()
  const { active } = useRoom()
  const key = `m${parent.id}`
  return (
    <tr {...rowProps(key, active, { level, place, size: -1 })}>
      <td role="gridcell" colSpan={99} className={classes.first}>
        <span className={classes.head}>
          <span className={classes.noToggle} />
          <Button
            size="compact-xs"
            variant="subtle"
            data-enter
            tabIndex={key === active ? 0 : -1}
            loading={pending}
            onClick={onMore}
          >
            {total === null
              ? t('ipam:tree.more', { step: stepRows })
              : t('ipam:tree.moreOf', { step: stepRows, total: total.toLocaleString(regional(i18n.language)) })}
            <VisuallyHidden> {t('ipam:tree.moreIn', { net: parent.net })}</VisuallyHidden>
          </Button>
          {failed ? <span role="alert">{t('ipam:tree.failed', { net: parent.net })}</span> : null}
        </span>
      </td>
    </tr>
  )
}

/** A row that only says something. */
function NoteRow({ id, level, children }: { id: string; level: number; children: ReactNode }) {
  const { active } = useRoom()
  return (
    <tr {...rowProps(id, active, { level, place: 1, size: 1 })}>
      <td role="gridcell" colSpan={99} className={classes.first}>
        <span className={classes.note}>{children}</span>
      </td>
    </tr>
  )
}
