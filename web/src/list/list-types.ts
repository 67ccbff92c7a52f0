import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { matchingSelection } from '@trunkline/contract/list'
import type { ReactNode, RefObject } from 'react'
import type * as z from 'zod/mini'
import type { MenuAction } from '../ui/action-menu.tsx'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import type { Sort } from './sorting.ts'

/** The id of a row; sessions have a text. */
export type RowId = number | string

export interface ListRow {
  id: RowId
  /** For resources with a trash. */
  deleted_at?: string | null
}

export interface ListColumn<Row> {
  field: keyof Row & string
  header: string
  /** The header cell, where a text is not enough. */
  head?: ReactNode
  /**
   * Default: the value as text; booleans as yes and no, times in the user's zone. A cell that changes something calls
   * `expectChange` first, so that rows that move because of it move at once; it is undefined outside of lists.
   */
  render?: (row: Row, list?: { expectChange: () => void }) => ReactNode
  /**
   * A second line of the first column and of cards, which distinguishes rows of the same name: site, company. Parts
   * without a value are left out.
   */
  below?: (row: Row) => readonly (string | null | undefined)[]
  /** Default: whether the endpoint can sort by it. */
  sort?: boolean
  /** Pixels. */
  width?: number
  /** Hidden until the user selects it. */
  hidden?: boolean
  /** Hidden until the user selects it, in a list that has a column for tags: both do not fit. */
  hiddenWithTags?: boolean
  /** The role of the column in cards (below 768 px): title, status or fact. Default: not in the card. */
  card?: 'title' | 'status' | 'fact'
  align?: 'start' | 'center' | 'end'
}

/** A field that is edited in its cell. */
export interface InlineField<Row> {
  /** The choices of a status, with the current value; a text without. */
  choices?: readonly { value: string; label: string }[]
  /** The value of a choice in the body. Default: its text. */
  valueOf?: (choice: string) => unknown
  /** Default: the update with this field and the version. */
  save?: (row: Row, value: string, version: number) => Promise<unknown>
  /** For a value that actions set, which may ask for confirmation: those that are possible now, shown as a menu. */
  actions?: (row: Row) => readonly MenuAction[]
}

export interface InlineEdit<Row> {
  /** Reads the current value and the version. */
  show: Endpoint
  update: Endpoint
  may: (row: Row) => boolean
  fields: Partial<Record<keyof Row & string, InlineField<Row>>>
}

export type MatchingSelection = z.infer<typeof matchingSelection>
/** The rows of a bulk action: ids, or all that match the list as shown. It is the body of a bulk call. */
export type BulkSelection<Id extends RowId = number> = { ids: Id[] } | { matching: MatchingSelection }

export interface BulkReportRow<Id extends RowId = number> {
  id: Id
  ok: boolean
  code?: string | undefined
  reason?: string | undefined
  params?: Record<string, unknown> | undefined
  message?: string | undefined
}

interface BulkVerb {
  key: string
  /** The verb: "Deactivate". */
  label: string
  icon?: ReactNode
  /** Left out of the bar when false. */
  can: boolean
  tone?: 'normal' | 'danger'
}

/** Returns the result of each row at once. */
export interface ReportedAction<Id extends RowId = number> extends BulkVerb {
  confirm: {
    title: string
    /** The text of the confirmation; the dialog adds the count and the company path. */
    text: (count: number, path: string) => ReactNode
  }
  /** Returns a report row per id; throws the error of the call. */
  run: (selection: BulkSelection<Id>) => Promise<readonly BulkReportRow<Id>[]>
}

/** Runs as a job on the server: it goes on when the page is closed, and has a page with its report. */
export interface JobAction<Id extends RowId = number> extends BulkVerb {
  confirm: ReportedAction<Id>['confirm']
  /** The call that starts it (`bulkAction` in the contract). */
  job: Endpoint
  /** The values for all rows. */
  values?: Record<string, unknown>
  /** Inputs of the confirmation for values that the user chooses. */
  fields?: {
    initial: Record<string, unknown>
    inputs: ReactNode
    validate?: (values: Record<string, unknown>) => Record<string, string>
    /** Default: the values as they are. */
    body?: (values: Record<string, unknown>) => Record<string, unknown>
  }
  /** What to refetch when the job has ended. Default: the subject of the call. */
  subjects?: readonly Subject[]
}

/** A row that an action starts with. */
export interface StartedRow<Id extends RowId = number> {
  id: Id
  name: string
}

/**
 * Starts an action with its own dialog. It works on individually selected rows, at most `maxIds`: beside actions that
 * take a query it is hidden while all that match are selected. It is also in the menu of each row.
 */
export interface StartedAction<Id extends RowId = number> extends BulkVerb {
  /** `done` is called whenever rows may have changed. */
  start: (rows: readonly StartedRow<Id>[], done: () => void) => void
  /** For all rows that match the list as shown. Without it the action is hidden while they are selected. */
  startMatching?: (matching: MatchingSelection) => void
}

export type BulkAction<Id extends RowId = number> = ReportedAction<Id> | JobAction<Id> | StartedAction<Id>

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  tone?: 'normal' | 'danger'
  /** A link … */
  to?: string
  /** … or an action. */
  onClick?: () => void
  /** Disabled, with the reason. */
  disabledReason?: string | undefined
}

/** What a list passes to a component that renders its rows as a tree. */
export interface TreeDraw<Row> {
  label: string
  /** The root rows of this page. */
  rows: readonly Row[]
  /** The number of rows before this page, and on all pages. */
  before: number
  total: number
  columns: readonly ListColumn<Row>[]
  cell: (column: ListColumn<Row>, row: Row) => ReactNode
  sortable: (field: string) => boolean
  sorts: readonly Sort[]
  onSort: (field: string, add: boolean) => void
  menu: ((row: Row, tabIndex?: number) => ReactNode) | undefined
  /** Called before a row is opened, so that the focus can return to it. */
  remember: (row: { id: RowId }) => void
  /** Pixels. */
  rowHeight: number
  narrow: boolean
  dimmed: boolean
  viewport: RefObject<HTMLDivElement | null>
}

/** A list that is a tree while it has no filter: rows are roots and expand in place. */
export interface ListTree<Row> {
  /** Search parameters of the tree (expanded rows). They stay when page or order change. */
  searchKeys: readonly string[]
  /** Added to the query for rows of every depth: a filtered list, and the export. */
  flat: Record<string, unknown>
  draw: (tree: TreeDraw<Row>) => ReactNode
}

export interface ListScreenProps<Row extends ListRow> {
  /** The index call; its `list` defines what can be searched and sorted. */
  endpoint: Endpoint
  /** Parameters of its path, for the list of a record's parts. */
  params?: Record<string, number>
  /** Key of saved views and column preferences: `companies`. */
  name: string
  /** Namespace of the texts: labels of filters are `${room}:field.<field>`. Default: `name`. */
  namespace?: string
  title: string
  subtitle?: ReactNode
  /** For a list that is the page of a record. */
  crumbs?: readonly Crumb[]
  columns: readonly ListColumn<Row>[]
  /** The page of a row; its first cell links there. */
  rowLink?: (row: Row) => string | undefined
  /** The name of a row in labels: "Select Acme". Default: the value of the first column. */
  rowName?: (row: Row) => string
  create?: { to: string; can: boolean; label?: string }
  /** A button that adds a row in place, instead of the link of `create`. */
  addButton?: ReactNode
  /** Links to related lists, between the header and the list. */
  nav?: ReactNode
  /** Interval in milliseconds for data without live messages. Default: none. */
  every?: number
  /** More buttons beside "create". */
  actions?: ReactNode
  bulk?: readonly BulkAction<Row['id']>[]
  rowActions?: (row: Row) => readonly RowAction[]
  /** Adds the trash filter and the row actions "move to trash" and "recover". */
  trash?: {
    destroy: Endpoint
    recover: Endpoint
    may: (row: Row) => boolean
    /** A further text of the confirmation: what is trashed together with the row. */
    warning?: (row: Row) => ReactNode
    /** Adds the same for selected rows, as jobs. */
    bulk?: {
      destroy: Endpoint
      recover: Endpoint
      /** A further text of the confirmation. */
      warning: string
    }
  }
  /** The label of an enum value. Default: `${room}:value.<field>.<value>`. */
  valueLabel?: (field: string, value: string) => string
  /** Searchable fields without a filter editor; a typed filter still works. */
  withoutFilter?: readonly string[]
  empty: { title: string; text: string; action?: ReactNode; icon?: ReactNode }
  /** Fixed parameters of the query, which the user can't remove. */
  fixed?: Record<string, unknown>
  tree?: ListTree<Row>
  /** Fields that are edited in their cells. */
  inline?: InlineEdit<Row>
  /** Shown above the rows during a free-text search: matches elsewhere. */
  found?: (text: string) => ReactNode
}
