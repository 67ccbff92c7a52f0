import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { IconInbox, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { download } from '../api/call.ts'
import { announce } from '../ui/announcer.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { errorText } from '../ui/error-text.ts'
import { fieldLabel } from '../ui/field-label.ts'
import { LinkButton } from '../ui/link.tsx'
import { useGo } from '../ui/navigation.ts'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { plainText } from '../ui/plain-text.ts'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { regional, useZone } from '../ui/zone.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CellValue, useValueLabel } from './cell-value.tsx'
import { choiceOf } from './columns.ts'
import { FilterChips } from './filter-chips.tsx'
import { buildTerms, parseTerms, withTerm, type FilterTerm, type SearchTerms } from './filter-terms.ts'
import { filterFields, termWords } from './filter-words.ts'
import { ListCards } from './list-cards.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListNews } from './list-news.tsx'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { searchMax } from '@trunkline/contract/list'
import type { ListColumn, ListRow, ListScreenProps, ReportedAction, RowAction } from './list-types.ts'
import classes from './list.module.css'
import { RowMenu } from './row-menu.tsx'
import {
  countOf,
  isSelected,
  nothing,
  selectMatching,
  toBulk,
  togglePage,
  toggleRange,
  toggleRow,
  type Selection,
} from './selection.ts'
import { buildSorts, toggleSort } from './sorting.ts'
import { useBulkTrash } from './use-bulk-trash.tsx'
import { useColumns } from './use-columns.ts'
import { useList } from './use-list.ts'
import { useReturnToRow } from './use-return-to-row.ts'
import { useTrash } from './use-trash.tsx'
import { fromViewState } from './view-state.ts'

export type { ListColumn, ListScreenProps, RowAction } from './list-types.ts'

const FilterPanel = lazy(() => loadChunk(() => import('./filter-panel.tsx')))
const ColumnPanel = lazy(() => loadChunk(() => import('./column-panel.tsx')))
const ViewPanel = lazy(() => loadChunk(() => import('./view-panel.tsx')))
const BulkDialog = lazy(() => loadChunk(() => import('./bulk-dialog.tsx')))

/**
 * The screen of any list: search, filters, order, columns, pages, selection, bulk actions, saved views, export, trash
 * and live rows. The URL is the only state, so that back, reload and a shared link show the same rows.
 */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { endpoint, name, namespace = name, title, columns, rowLink, trash } = props
  const { t, i18n } = useTranslation()
  const zone = useZone()
  const go = useGo()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const list = useList<Row>(props)
  const { definition, search, terms, sorts, page, live, result } = list
  const { choice, shown, setChoice, reset, density, setDensity, rowHeight, ready } = useColumns(name, columns)
  const [chosen, setChosen] = useState<{ of: string; selection: Selection<Row['id']> }>({ of: '', selection: nothing })
  const [requested, setRequested] = useState<ReportedAction<Row['id']> | null>(null)
  const [exporting, setExporting] = useState(false)
  const [edited, setEdited] = useState<string | undefined>()
  const names = useRef(new Map<Row['id'], string>())
  const viewport = useRef<HTMLDivElement>(null)
  const lastToggled = useRef<number | undefined>(undefined)
  const path = useRouterState({ select: (state) => state.location.pathname })

  const valueLabel = useValueLabel(namespace, props.valueLabel)
  const label = (field: string) =>
    fieldLabel(t, namespace, field, columns.find((column) => column.field === field)?.header)
  const rowName = (row: Row): string =>
    props.rowName?.(row) ?? plainText(row[(columns[0] as ListColumn<Row>).field] ?? row.id)
  const cell = (column: ListColumn<Row>, row: Row) =>
    column.render ? (
      column.render(row, live)
    ) : (
      <CellValue
        value={row[column.field]}
        type={definition.fields[column.field]}
        field={column.field}
        valueLabel={valueLabel}
      />
    )

  const rows = page?.data ?? []
  for (const row of rows) names.current.set(row.id, rowName(row))
  const pageIds = rows.map((row): Row['id'] => row.id)
  const total = page?.meta.pagination.total ?? 0
  // A selection belongs to one filter; pages of a filter share it.
  const scope = JSON.stringify([search.search, search.searchFields, search.searchJoin, search.trashed, list.company.id])
  const selection: Selection<Row['id']> = chosen.of === scope ? chosen.selection : nothing
  const select = (next: Selection<Row['id']>) => setChosen({ of: scope, selection: next })
  const bulkTrash = useBulkTrash(props, search.trashed)
  const actions = [...(props.bulk ?? []), ...bulkTrash].filter((action) => action.can)
  const companyPath = list.company.path.map((step) => step.name).join(' / ')
  const trashActions = useTrash(trash, rowName, live.expectChange)
  const { remember } = useReturnToRow(path, search, page !== undefined && ready, viewport, list.own)

  const apply = (next: SearchTerms, how?: { replace?: boolean; join?: 'and' | 'or' }) => {
    const built = buildTerms(next)
    if ((built.search?.length ?? 0) > searchMax) return notify.error(t('list:filter.tooLong'))
    list.change({ ...built, ...(how?.join ? { searchJoin: how.join === 'and' ? undefined : how.join } : {}) }, how)
  }
  // The width is read when a search is submitted; turning the phone later changes nothing.
  const joinNow = (): { join?: 'and' | 'or' } => (search.searchJoin ? {} : { join: innerWidth < 768 ? 'or' : 'and' })
  const setTerm = (term: FilterTerm) => apply({ ...terms, terms: withTerm(terms.terms, term) }, joinNow())
  const searchText = (text: string, how: { replace: boolean }) => {
    // Typed syntax such as `email:acme` becomes a filter.
    const typed = parseTerms(text, undefined, definition)
    apply(
      {
        text: typed.terms.length ? typed.text : text,
        terms: typed.terms.reduce(
          (all, term) => withTerm(all, { ...term, operator: definition.fields[term.field] === 'text' ? 'like' : '=' }),
          terms.terms,
        ),
      },
      { ...how, ...joinNow() },
    )
  }
  const clear = () =>
    list.change({ search: undefined, searchFields: undefined, searchJoin: undefined, trashed: undefined })
  const sort = (field: string, add: boolean) => {
    const next = toggleSort(sorts, field, add)
    list.change(buildSorts(next, definition))
    announce(
      next[0]
        ? t('list:sort.now', { column: label(next[0].field), direction: t(`list:sort.${next[0].direction}`) })
        : t('list:sort.none'),
    )
  }
  const exportCsv = () => {
    setExporting(true)
    const { page: _page, perPage: _perPage, ...query } = list.query
    download(endpoint, { query: { ...query, ...props.tree?.flat, export: 'csv' } as never }, `${name}.csv`)
      .catch((error: unknown) => notify.error(errorText(error, t)))
      .finally(() => setExporting(false))
  }
  const done = () => {
    live.expectChange()
    select(nothing)
  }
  const started = actions.filter((action) => 'start' in action)
  const startedFor = (row: Row): RowAction[] =>
    started.map(({ key, label: verb, icon, tone, start }) => ({
      key,
      label: verb,
      icon,
      ...(tone ? { tone } : {}),
      onClick: () => start([{ id: row.id, name: rowName(row) }], done),
    }))
  const menu =
    props.rowActions || trash || started.length
      ? (row: Row, tabIndex?: number) => {
          const of = () => [
            ...(row.deleted_at ? [] : [...(props.rowActions?.(row) ?? []), ...startedFor(row)]),
            ...trashActions.actions(row),
          ]
          const onAct = () => {
            remember(row)
            live.expectChange()
          }
          return of().length > 0 ? <RowMenu name={rowName(row)} actions={of} onAct={onAct} tabIndex={tabIndex} /> : null
        }
      : undefined
  const filterable = useMemo(() => filterFields(definition, props.withoutFilter), [definition, props.withoutFilter])
  const sortable = (field: string) =>
    definition.sort.includes(field) && columns.find((column) => column.field === field)?.sort !== false
  const createButton = props.create?.can ? (
    <LinkButton to={props.create.to} leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {props.create.label ?? t('list:create')}
    </LinkButton>
  ) : null

  const panel = (close: () => void, field?: string) => (
    <FilterPanel
      definition={definition}
      fields={filterable}
      label={label}
      valueLabel={valueLabel}
      terms={terms.terms}
      field={field}
      onApply={(term) => {
        close()
        setTerm(term)
      }}
    />
  )

  const table = { label: title, rows, columns: shown, cell, sortable, sorts, onSort: sort, menu, rowHeight, viewport }
  let body
  if (result.isError && !list.stale)
    body = (
      <ErrorNotice error={result.error} title={t('list:failed')} retry={() => void result.refetch()}>
        {list.narrowed ? (
          <Button variant="subtle" size="sm" onClick={clear}>
            {t('list:filter.clear')}
          </Button>
        ) : null}
      </ErrorNotice>
    )
  else if (!page || !ready)
    body = <TableSkeleton rows={10} columns={Math.min(shown.length, narrow ? 2 : 6)} rowHeight={rowHeight} />
  else if (rows.length === 0)
    body = list.narrowed ? (
      <EmptyState icon={<IconSearchOff size={20} />} title={t('list:noMatch.title')} text={t('list:noMatch.text')}>
        <Button variant="default" onClick={clear}>
          {t('list:filter.clear')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState icon={props.empty.icon ?? <IconInbox size={20} />} title={props.empty.title} text={props.empty.text}>
        {props.empty.action ?? createButton}
      </EmptyState>
    )
  else if (props.tree && !list.narrowed)
    body = props.tree.draw({
      ...table,
      before: page.meta.pagination.per_page * (page.meta.pagination.current_page - 1),
      total,
      remember,
      narrow,
      dimmed: list.dimmed,
    })
  else if (narrow)
    body = (
      <ListCards
        label={title}
        rows={rows}
        columns={columns}
        cell={cell}
        rowLink={rowLink}
        rowName={rowName}
        onOpen={remember}
        isSelected={actions.length ? (row) => isSelected(selection, row.id) : undefined}
        onToggle={(row) => select(toggleRow(selection, row.id, pageIds))}
        menu={menu}
        dimmed={list.dimmed}
      />
    )
  else
    body = (
      <ListTable
        {...table}
        dimmed={list.dimmed}
        rowLink={rowLink}
        rowName={rowName}
        onOpen={remember}
        onRowClick={(row) => {
          remember(row)
          const to = rowLink?.(row)
          if (to !== undefined) void go(to)
        }}
        isSelected={actions.length ? (row) => isSelected(selection, row.id) : undefined}
        onToggle={(row, range) => {
          const at = pageIds.indexOf(row.id)
          const from = lastToggled.current
          select(
            range && from !== undefined && from < pageIds.length
              ? toggleRange(selection, from, at, pageIds)
              : toggleRow(selection, row.id, pageIds),
          )
          lastToggled.current = at
        }}
        onTogglePage={() => select(togglePage(selection, pageIds))}
      />
    )

  return (
    <div className={classes.screen}>
      <PageHeader
        title={title}
        subtitle={props.subtitle}
        actions={
          <>
            {props.actions}
            {createButton}
          </>
        }
      />
      {props.nav ? <div className={classes.nav}>{props.nav}</div> : null}
      <section className={classes.list} aria-label={title}>
        <div className={classes.head}>
          <ListToolbar
            narrow={narrow}
            covered={!narrow && countOf(selection) > 0 && actions.length > 0}
            text={terms.text}
            onSearch={searchText}
            filterCount={terms.terms.length}
            filterPanel={filterable.length ? (close) => panel(close) : undefined}
            viewPanel={(close) => (
              <ViewPanel
                list={name}
                search={search}
                columns={shown.map((column) => column.field)}
                onOpen={(state) => {
                  close()
                  if (state.columns) setChoice(choiceOf(state.columns, columns))
                  list.open(fromViewState(state, undefined))
                }}
              />
            )}
            columnPanel={
              <ColumnPanel
                choice={choice}
                header={(field) => columns.find((column) => column.field === field)?.header ?? field}
                onChange={setChoice}
                onReset={reset}
                density={density}
                onDensity={setDensity}
              />
            }
            trash={trash ? (search.trashed ?? 'without') : undefined}
            onTrash={(mode) => list.change({ trashed: mode === 'without' ? undefined : mode })}
            onExport={exportCsv}
            exporting={exporting}
            paused={live.paused}
            onPause={live.setPaused}
          />
          <BulkBar
            selection={selection}
            pageIds={pageIds}
            total={total}
            actions={actions}
            onMatching={started.length ? undefined : () => select(selectMatching(total))}
            onClear={() => select(nothing)}
            onAction={(action) => {
              if (!('start' in action)) return setRequested(action)
              if (selection.kind === 'ids')
                action.start(
                  [...selection.ids].map((id) => ({ id, name: names.current.get(id) ?? String(id) })),
                  done,
                )
            }}
          />
        </div>
        <FilterChips
          terms={terms}
          words={(term) =>
            termWords(term, { t, definition, label, valueLabel, language: regional(i18n.language), zone })
          }
          join={search.searchJoin ?? 'and'}
          trashed={search.trashed}
          onEdit={(field) => setEdited(field)}
          edited={edited}
          editor={(field, close) => <Suspense fallback={null}>{panel(close, field)}</Suspense>}
          onEdited={() => setEdited(undefined)}
          onRemove={(term) => apply({ ...terms, terms: terms.terms.filter((other) => other !== term) })}
          onRemoveText={() => apply({ ...terms, text: '' })}
          onJoin={(join) => list.change({ searchJoin: join === 'and' ? undefined : join })}
          onTrashed={() => list.change({ trashed: undefined })}
          onClear={clear}
        />
        <ListNews stale={list.stale} live={live} onRetry={() => void result.refetch()} />
        {terms.text ? props.found?.(terms.text) : null}
        {body}
        {page && total > 0 && !(result.isError && !list.stale) ? (
          <ListFooter
            facts={page.meta.pagination}
            perPage={list.perPage}
            narrow={narrow}
            onPage={(next) => list.change({ page: next })}
            onPerPage={(perPage) => list.change({ perPage })}
          />
        ) : null}
      </section>
      {trashActions.dialog}
      {requested ? (
        <Suspense fallback={null}>
          <BulkDialog
            action={requested}
            selection={toBulk(selection, { ...search, ...(list.company.id ? { company: list.company.id } : {}) })}
            count={countOf(selection)}
            path={companyPath}
            nameOf={(id) => names.current.get(id)}
            onClose={() => setRequested(null)}
            onDone={done}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
