import { Button, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconSquareDashed } from '@tabler/icons-react'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode, TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import { createContext, useContext, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import table from '../../list/list-table.module.css'
import type { TreeDraw } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { useDelayed } from '../../ui/delayed.ts'
import { errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import { CategoryBadge, StateBadge } from './badges.tsx'
import { stepRows, type OpenNodes } from './open-nodes.ts'
import { hasChildren, useMayOn } from './subnet-permissions.ts'
import classes from './tree.module.css'
import { useChildren } from './use-pages.ts'
import { sizeText } from './utilisation-format.ts'
import { UtilisationRow } from './utilisation.tsx'

/** What all rows of a tree share. */
export interface TreeContextValue extends Pick<
  TreeDraw<SubnetNode>,
  'columns' | 'cell' | 'menu' | 'remember' | 'narrow'
> {
  nodes: OpenNodes
  /** Key of the row that Tab reaches. */
  active: string | null
}

export const TreeContext = createContext<TreeContextValue | null>(null)

function useTree(): TreeContextValue {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('A tree row is rendered outside of its tree.')
  return tree
}

interface RowPosition {
  level: number
  /** From 1, within the level. */
  position: number
  /** Rows of the level; -1 while not all of them are loaded (ARIA 1.2). */
  size: number
}

/** The attributes of every row of the tree. */
function rowProps(key: string, active: string | null, at: RowPosition) {
  return {
    role: 'row',
    'data-key': key,
    'aria-level': at.level,
    'aria-posinset': at.position,
    'aria-setsize': at.size,
    tabIndex: key === active ? 0 : -1,
    style: { '--level': Math.min(at.level - 1, 8) } as CSSProperties,
  } as const
}

/** A subnet, and its contents while it is open. */
export function NodeRow({ node, ...at }: RowPosition & { node: SubnetNode }) {
  const { t } = useTranslation()
  const { columns, cell, menu, remember, narrow, nodes, active } = useTree()
  const key = `n${node.id}`
  const tabIndex = key === active ? 0 : -1
  const wanted = nodes.rowsOf(node.id)
  const open = wanted !== undefined
  const [first, ...others] = columns
  const head = (
    <span className={classes.head}>
      {hasChildren(node) ? (
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
        <span className={classes.toggleSpace} />
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
        {...(hasChildren(node) ? { 'aria-expanded': open } : {})}
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
              <span className={layout.hint}>{node.company_name || t('ipam:hiddenOwner')}</span>
            </span>
            <UtilisationRow of={node} named />
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
      {open && hasChildren(node) ? <Branch parent={node} level={at.level + 1} wanted={wanted} /> : null}
    </>
  )
}

/** The contents of a node: children, the free blocks between them, and a row that loads more. */
export function Branch({ parent, level, wanted }: { parent: SubnetNode; level: number; wanted: number | undefined }) {
  const { t } = useTranslation()
  const children = useChildren(parent.id, wanted ?? stepRows)
  const late = useDelayed(children.isPending)
  const note = (text: ReactNode) => (
    <WideRow id={`e${parent.id}`} level={level} position={1} size={1}>
      <span className={classes.note}>{text}</span>
    </WideRow>
  )
  const { rows, error } = children
  if (error && !rows)
    return note(
      <>
        <span>
          {t('ipam:tree.failed', { net: parent.net })} {errorText(error, t)}
        </span>{' '}
        <Button size="compact-xs" variant="default" data-enter onClick={() => void children.refetch()}>
          {t('ui:error.retry')}
        </Button>
      </>,
    )
  if (!rows)
    return (
      <tr role="row" aria-level={level} aria-busy="true" style={{ '--level': level - 1 } as CSSProperties}>
        <td role="gridcell" colSpan={99} className={classes.first}>
          <span className={classes.note}>{late ? t('ipam:tree.loading', { net: parent.net }) : null}</span>
        </td>
      </tr>
    )
  if (rows.length === 0) return note(t('ipam:tree.empty'))
  const size = children.hasNextPage ? -1 : rows.length
  return (
    <>
      {rows.map((row, index) =>
        row.kind === 'subnet' ? (
          <NodeRow key={row.subnet.id} node={row.subnet} level={level} position={index + 1} size={size} />
        ) : (
          <FreeRow key={row.net} parent={parent} free={row} level={level} position={index + 1} size={size} />
        ),
      )}
      {children.hasNextPage ? (
        <MoreRow parent={parent} of={children} level={level} position={rows.length + 1} size={-1} />
      ) : null}
    </>
  )
}

/** A free block, with a link to the form that allocates it. */
function FreeRow({
  parent,
  free,
  ...at
}: RowPosition & { parent: SubnetNode; free: Extract<TreeRow, { kind: 'free' }> }) {
  const { t, i18n } = useTranslation()
  const { active, remember, narrow, columns, menu } = useTree()
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
      aria-label={t('ipam:allocateNet', { net: free.net })}
      data-enter
      tabIndex={key === active ? 0 : -1}
      onClick={() => remember(parent)}
    >
      {t('ipam:allocate')}
    </LinkButton>
  ) : null
  return (
    <tr {...rowProps(key, active, at)} data-net={free.net} className={classes.freeRow}>
      <th role="rowheader" scope="row" className={clsx(table.start, classes.first)}>
        <span className={classes.head}>
          <span className={classes.toggleSpace}>
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

/** Loads more rows of a node. */
function MoreRow({ parent, of, ...at }: RowPosition & { parent: SubnetNode; of: ReturnType<typeof useChildren> }) {
  const { t, i18n } = useTranslation()
  const { active, nodes } = useTree()
  const key = `m${parent.id}`
  const step = stepRows
  const total = of.total?.toLocaleString(regional(i18n.language))
  const failed = of.isFetchNextPageError
  return (
    <WideRow id={key} {...at}>
      <span className={classes.head}>
        <span className={classes.toggleSpace} />
        <Button
          size="compact-xs"
          variant="subtle"
          data-enter
          tabIndex={key === active ? 0 : -1}
          loading={of.loadingMore}
          onClick={() => (failed ? void of.fetchNextPage() : nodes.setRows(parent.id, at.position - 1 + step))}
        >
          {total === undefined ? t('ipam:tree.more', { step }) : t('ipam:tree.moreOf', { step, total })}
          <VisuallyHidden> {t('ipam:tree.moreIn', { net: parent.net })}</VisuallyHidden>
        </Button>
        {failed ? <span role="alert">{t('ipam:tree.failed', { net: parent.net })}</span> : null}
      </span>
    </WideRow>
  )
}

/** A row of one cell. */
function WideRow({ id, children, ...at }: RowPosition & { id: string; children: ReactNode }) {
  const { active } = useTree()
  return (
    <tr {...rowProps(id, active, at)}>
      <td role="gridcell" colSpan={99} className={classes.first}>
        {children}
      </td>
    </tr>
  )
}
