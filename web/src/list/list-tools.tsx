import type { ExportFormat } from '@trunkline/contract/list'
import { lazy, useState, type ReactNode } from 'react'
import { download } from '../api/call.ts'
import { loadChunk } from '../api/chunk.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { errorText } from '../ui/error-text.ts'
import { notify } from '../ui/notify.ts'
import { choiceOf } from './columns.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListRow, ListScreenProps } from './list-types.ts'
import type { ColumnState } from './use-columns.ts'
import type { ListState } from './use-list.ts'
import { fromViewState } from './view-state.ts'

const ColumnPanel = lazy(() => loadChunk(() => import('./column-panel.tsx')))
const ViewPanel = lazy(() => loadChunk(() => import('./view-panel.tsx')))

/** The toolbar of a list with the panels for views and columns, and the export of the rows as shown. */
export function ListTools<Row extends ListRow>({
  screen: { endpoint, params, name, columns, trash, tree },
  list,
  columnState: { shown, choice, setChoice, reset, density, setDensity },
  narrow,
  covered,
  onSearch,
  filterPanel,
}: {
  screen: ListScreenProps<Row>
  list: ListState<Row>
  columnState: ColumnState<Row>
  narrow: boolean
  /** The selection bar covers it. */
  covered: boolean
  onSearch: (text: string, how: { replace: boolean }) => void
  /** Undefined where nothing can be filtered. */
  filterPanel: ((close: () => void) => ReactNode) | undefined
}) {
  const { t } = useTranslation()
  const { search, terms, live } = list
  const [exporting, setExporting] = useState(false)
  const pagination = list.page?.meta.pagination
  const exportRows = (format: ExportFormat) => {
    setExporting(true)
    const { page: _page, perPage: _perPage, ...query } = list.query
    download(
      endpoint,
      { ...(params && { params: params as never }), query: { ...query, ...tree?.flat, export: format } as never },
      `${name}.${format}`,
    )
      .catch((error: unknown) => notify.error(errorText(error, t)))
      .finally(() => setExporting(false))
  }
  return (
    <ListToolbar
      narrow={narrow}
      covered={covered}
      text={terms.text}
      onSearch={onSearch}
      filterCount={terms.terms.length}
      filterPanel={filterPanel}
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
      onExport={exportRows}
      total={pagination && (pagination.capped === true ? pagination.total + 1 : pagination.total)}
      exporting={exporting}
      paused={live.paused}
      onPause={live.setPaused}
    />
  )
}
