import { VisuallyHidden } from '@mantine/core'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import { useId, useMemo, useRef, type CSSProperties } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { SortHeader, useEdges } from '../../list/list-table.tsx'
import table from '../../list/list-table.module.css'
import type { ListColumn, TreeDraw } from '../../list/list-types.ts'
import { ariaSort } from '../../list/sorting.ts'
import { useOpenNodes } from './open-nodes.ts'
import { Branch, NodeRow, TreeContext, type TreeContextValue } from './tree-rows.tsx'
import classes from './tree.module.css'
import { useRovingRows } from './use-roving-rows.ts'

type Draw = TreeDraw<SubnetNode>

export interface TreeGridProps
  extends
    Pick<Draw, 'label' | 'columns' | 'cell' | 'menu' | 'remember' | 'rowHeight' | 'narrow'>,
    Partial<Pick<Draw, 'dimmed' | 'viewport'>> {
  /** The top-level rows … */
  roots?: Pick<Draw, 'rows' | 'before' | 'total'>
  /** … or the node whose contents are the top-level rows. */
  inside?: SubnetNode
  /** Absent where the rows can't be sorted. */
  order?: Pick<Draw, 'sortable' | 'sorts' | 'onSort'>
}

const menuWidth = 48

/**
 * Subnets as a tree grid (WAI-ARIA Authoring Practices): rows take the focus, expand in place, and include the free
 * blocks between them. On a narrow screen the same rows are an indented list.
 */
export function TreeGrid(props: TreeGridProps) {
  const { t } = useTranslation()
  const { columns, narrow, order, menu, roots, inside, rowHeight } = props
  const own = useRef<HTMLDivElement>(null)
  const viewport = props.viewport ?? own
  const grid = useRef<HTMLTableElement>(null)
  const hintId = useId()
  const nodes = useOpenNodes()
  const { active, onFocus, onBlur, onKeyDown } = useRovingRows(grid, (row, open) => {
    const id = Number(row.dataset.row)
    if (id) nodes.set(id, open)
  })
  useEdges(viewport)
  const { cell, remember } = props
  const context: TreeContextValue = useMemo(
    () => ({ columns, cell, menu, remember, narrow, nodes, active }),
    [columns, cell, menu, remember, narrow, nodes, active],
  )

  const width = columns.reduce((total, column) => total + (column.width ?? 160), 0)
  return (
    <div
      ref={viewport}
      className={clsx(table.region, classes.region, props.dimmed && table.dimmed)}
      data-scrolls
      {...(narrow ? { 'data-narrow': true } : {})}
    >
      <VisuallyHidden id={hintId}>{t('ipam:tree.hint')}</VisuallyHidden>
      <table
        ref={grid}
        role="treegrid"
        className={clsx(table.table, classes.tree)}
        style={
          {
            '--tk-row': `${rowHeight}px`,
            ...(narrow ? {} : { minInlineSize: width + (menu ? menuWidth : 0) }),
          } as CSSProperties
        }
        aria-label={props.label}
        aria-describedby={hintId}
        aria-busy={props.dimmed ?? false}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        {narrow ? null : (
          <>
            <colgroup>
              {/* The first column takes the remaining width: deeper rows are indented. */}
              {columns.map((column, index) => (
                <col key={column.field} style={index === 0 ? undefined : { width: column.width ?? 160 }} />
              ))}
              {menu ? <col style={{ width: menuWidth }} /> : null}
            </colgroup>
            <thead role="rowgroup">
              <tr role="row">
                {columns.map((column, index) => (
                  <HeadCell key={column.field} column={column} first={index === 0} order={order} />
                ))}
                {menu ? (
                  <th role="columnheader" className={table.end}>
                    <VisuallyHidden>{t('list:row.column')}</VisuallyHidden>
                  </th>
                ) : null}
              </tr>
            </thead>
          </>
        )}
        <tbody role="rowgroup">
          <TreeContext value={context}>
            {roots?.rows.map((node, index) => (
              <NodeRow key={node.id} node={node} level={1} position={roots.before + index + 1} size={roots.total} />
            ))}
            {inside ? <Branch parent={inside} level={1} wanted={nodes.rowsOf(inside.id)} /> : null}
          </TreeContext>
        </tbody>
      </table>
    </div>
  )
}

function HeadCell({
  column,
  first,
  order,
}: {
  column: ListColumn<SubnetNode>
  first: boolean
  order: TreeGridProps['order']
}) {
  const { t } = useTranslation()
  const sortIndex = order?.sorts.findIndex((sort) => sort.field === column.field) ?? -1
  const sorted = order?.sortable(column.field) ?? false
  return (
    <th
      role="columnheader"
      scope="col"
      className={clsx(first && table.start)}
      style={column.align ? { textAlign: column.align } : undefined}
      {...(order && sorted ? { 'aria-sort': ariaSort(order.sorts, column.field) } : {})}
    >
      {order && sorted ? (
        <SortHeader
          label={column.header}
          place={order.sorts[sortIndex]}
          number={order.sorts.length > 1 && sortIndex >= 0 ? sortIndex + 1 : undefined}
          hint={t('ipam:tree.sortHint')}
          onSort={(add) => order.onSort(column.field, add)}
        />
      ) : (
        <span className={table.sortLabel} title={column.header}>
          {column.head ?? column.header}
        </span>
      )}
    </th>
  )
}
