import { useMediaQuery } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { lazy, useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { errorText } from '../ui/error-text.ts'
import { LinkButton } from '../ui/link.tsx'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useAddSearch, useListEmbedding } from './embedding.ts'
import { FilterChips } from './filter-chips.tsx'
import { filterFields } from './filter-words.ts'
import { ListBody } from './list-body.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListNews } from './list-news.tsx'
import { ListTools } from './list-tools.tsx'
import type { ListRow, ListScreenProps } from './list-types.ts'
import classes from './list.module.css'
import { countOf, maxIds, nothing, selectMatching } from './selection.ts'
import { useBulkActions } from './use-bulk-actions.tsx'
import { useColumns } from './use-columns.ts'
import { useListChanges } from './use-list-changes.ts'
import { useListSelection } from './use-list-selection.ts'
import { useListTexts } from './use-list-texts.tsx'
import { useInlineEdit } from './use-inline-edit.tsx'
import { useLabelColumns } from './use-label-columns.tsx'
import { useList } from './use-list.ts'
import { useReturnToRow } from './use-return-to-row.ts'
import { useRowMenu } from './use-row-menu.tsx'

const FilterPanel = lazy(() => loadChunk(() => import('./filter-panel.tsx')))

/** Selects all rows that match a query, one by one. */
async function allMatching<Row extends ListRow>(
  { endpoint, params }: ListScreenProps<Row>,
  query: ReturnType<typeof useList<Row>>['query'],
  onRow: (row: Row) => void,
) {
  const { readMatchingRows } = await loadChunk(() => import('./matching-rows.ts'))
  const matching = await readMatchingRows<Row>(endpoint, params as never, query)
  for (const row of matching) onRow(row)
  return { kind: 'ids' as const, ids: new Set(matching.map(({ id }): Row['id'] => id)) }
}

/** The button that adds a row, if the caller may. */
function useCreateButton<Row extends ListRow>(props: ListScreenProps<Row>): ReactNode {
  const { t } = useTranslation()
  const addSearch = useAddSearch()
  return props.create?.can ? (
    <LinkButton to={props.create.to} search={addSearch} leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {props.create.label ?? t('list:create')}
    </LinkButton>
  ) : (
    (props.addButton ?? null)
  )
}

/** Title and actions of a screen; in the tab of another page, only the button that adds a row. */
function ListHead<Row extends ListRow>({
  screen,
  narrow,
  createButton,
}: {
  screen: ListScreenProps<Row>
  narrow: boolean
  createButton: ReactNode
}) {
  const embedding = useListEmbedding()
  if (embedding)
    return (
      <div className={classes.embedded}>
        {embedding.nav}
        {createButton}
      </div>
    )
  return (
    <>
      <PageHeader
        title={screen.title}
        {...(screen.crumbs && { crumbs: screen.crumbs })}
        subtitle={narrow ? undefined : screen.subtitle}
        actions={screen.actions}
        main={createButton}
      />
      {screen.nav ? <div className={classes.nav}>{screen.nav}</div> : null}
    </>
  )
}

/**
 * The screen of any list: search, filters, order, columns, pages, selection, bulk actions, saved views, export, trash
 * and live rows. The URL is the only state, so that back, reload and a shared link show the same rows.
 */
export function ListScreen<Row extends ListRow>(given: ListScreenProps<Row>) {
  const labels = useLabelColumns(given)
  const props = labels.screen
  const { name, title } = props
  const embedding = useListEmbedding()
  const without = embedding?.without
  const columns = useMemo(
    () => props.columns.filter(({ field }) => !without?.includes(field)),
    [props.columns, without],
  )
  const { t } = useTranslation()
  const narrow = useMediaQuery('screen and (max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const list = useList<Row>(props, labels.definition)
  const { definition, search, terms, page, live, result } = list
  const columnState = useColumns(embedding ? `company.${name}` : name, columns)
  const texts = useListTexts(props, definition, live)
  const { label, valueLabel, rowName } = texts
  const changes = useListChanges(list, label)
  const names = useRef(new Map<Row['id'], string>())
  const viewport = useRef<HTMLDivElement>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })

  const rows = page?.data ?? []
  for (const row of rows) names.current.set(row.id, rowName(row))
  const pageIds = rows.map((row): Row['id'] => row.id)
  const total = page?.meta.pagination.total ?? 0
  const scope = JSON.stringify([search.search, search.searchFields, search.searchJoin, search.trashed, list.company.id])
  const selected = useListSelection(scope, pageIds)
  const { selection, select } = selected
  const bulk = useBulkActions(props, list, selected, (id) => names.current.get(id))
  const { remember } = useReturnToRow(path, search, page !== undefined && columnState.ready, viewport, list.own)
  const rowMenu = useRowMenu(props, bulk, { rowName, remember, expectChange: live.expectChange })
  const inline = useInlineEdit(props.inline, columnState.shown, rowName)
  const filterable = useMemo(() => filterFields(definition, props.withoutFilter), [definition, props.withoutFilter])
  const createButton = useCreateButton(props)

  // Actions with a dialog of their own need the id and the name of each row.
  const individual = bulk.actions.length === bulk.started.length
  const selectIndividually = () =>
    allMatching(props, list.query, (row) => names.current.set(row.id, rowName(row))).then(select, (error: unknown) =>
      notify.error(errorText(error, t)),
    )
  // A bulk call knows the search, but not what else narrows the list.
  const isNarrowed = embedding?.fixed || props.fixed
  const selectAll = isNarrowed ? undefined : () => select(selectMatching(total))

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
        changes.setTerm(term)
      }}
    />
  )

  return (
    <div className={classes.screen}>
      <ListHead screen={props} narrow={narrow} createButton={createButton} />
      <section className={classes.list} aria-label={title}>
        <div className={classes.head}>
          <ListTools
            screen={{ ...props, columns }}
            list={list}
            columnState={columnState}
            narrow={narrow}
            covered={!narrow && countOf(selection) > 0 && bulk.actions.length > 0}
            onSearch={changes.searchText}
            filterPanel={filterable.length ? (close) => panel(close) : undefined}
          />
          <BulkBar
            selection={selection}
            pageIds={pageIds}
            total={total}
            actions={bulk.actions}
            limit={individual ? maxIds : undefined}
            onMatching={individual ? () => void selectIndividually() : selectAll}
            onClear={() => select(nothing)}
            onAction={bulk.run}
          />
        </div>
        <FilterChips list={list} texts={texts} editor={panel} changes={changes} />
        <ListNews stale={list.stale} live={live} onRetry={() => void result.refetch()} />
        {terms.text ? props.found?.(terms.text) : null}
        <ListBody
          screen={{ ...props, columns }}
          list={list}
          columnState={columnState}
          texts={texts}
          narrow={narrow}
          viewport={viewport}
          remember={remember}
          selected={selected}
          selectable={bulk.actions.length > 0}
          menu={rowMenu.menu}
          createButton={createButton}
          changes={changes}
          inline={inline}
        />
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
      {rowMenu.dialog}
      {bulk.dialog}
    </div>
  )
}
