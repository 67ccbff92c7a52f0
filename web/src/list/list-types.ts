import type { Endpoint } from '@trunkline/contract/endpoint'
import type { matchingSelection } from '@trunkline/contract/list'
import type { ReactNode, RefObject } from 'react'
import type * as z from 'zod/mini'
import type { Sort } from './sorting.ts'

/** What tells the rows of a list apart; sessions have a text. */
export type RowId = number | string

export interface ListRow {
  id: RowId
  /** Where a resource has a trash. */
  deleted_at?: string | null
}

export interface ListColumn<Row> {
  field: keyof Row & string
  header: string
  /** What the head of a table shows instead, where one word does not say it. */
  head?: ReactNode
  /**
   * Default: text of the value; booleans as yes and no, times in the reader's zone. A cell that changes something calls
   * `expectChange` before, so that rows which move by it are shown where they belong; outside of lists there is none.
   */
  render?: (row: Row, list?: { expectChange: () => void }) => ReactNode
  /** Default: whether the endpoint can sort by it. */
  sort?: boolean
  /** Pixels. */
  width?: number
  /** Not shown until the reader asks for it in the column chooser. */
  hidden?: boolean
  /** What becomes of the column under 768 px: the head of a card, its status, or one of its facts. Absent: not in the card. */
  card?: 'title' | 'status' | 'fact'
  align?: 'start' | 'center' | 'end'
}

export type MatchingSelection = z.infer<typeof matchingSelection>
/** Rows of a bulk action: named one by one, or all that match the list as it was seen. The body of a bulk call takes either. */
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

/** Answers at once what became of each row. */
export interface ReportedAction<Id extends RowId = number> extends BulkVerb {
  confirm: {
    title: string
    /** Says what will happen; the dialog itself adds the count and the company path in any case. */
    text: (count: number, path: string) => ReactNode
  }
  /** Answers one report row an id; throws what the call throws. An action that calls once a row says how far it is. */
  run: (
    selection: BulkSelection<Id>,
    onProgress?: (done: number, of: number) => void,
  ) => Promise<readonly BulkReportRow<Id>[]>
}

/** A row that an action begins with. */
export interface StartedRow<Id extends RowId = number> {
  id: Id
  name: string
}

/**
 * Begins something that has its own question and takes its time. It takes rows that are named one by one, never "all
 * that match", and stands in the menu of each row too.
 */
export interface StartedAction<Id extends RowId = number> extends BulkVerb {
  /** `done` is called whenever rows may have changed by it. */
  start: (rows: readonly StartedRow<Id>[], done: () => void) => void
}

export type BulkAction<Id extends RowId = number> = ReportedAction<Id> | StartedAction<Id>

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  tone?: 'normal' | 'danger'
  /** Goes somewhere … */
  to?: string
  /** … or does something. */
  onClick?: () => void
  /** Shown but not possible, and why. */
  disabledReason?: string | undefined
}

/** What a list hands to whoever draws its rows as a tree. */
export interface TreeDraw<Row> {
  label: string
  /** The topmost rows of this page. */
  rows: readonly Row[]
  /** How many rows stand before this page, and how many there are on all pages. */
  before: number
  total: number
  columns: readonly ListColumn<Row>[]
  cell: (column: ListColumn<Row>, row: Row) => ReactNode
  sortable: (field: string) => boolean
  sorts: readonly Sort[]
  onSort: (field: string, add: boolean) => void
  menu: ((row: Row, tabIndex?: number) => ReactNode) | undefined
  /** A row is about to be left for its page: the focus comes back to it. */
  remember: (row: { id: RowId }) => void
  /** Pixels. */
  rowHeight: number
  narrow: boolean
  dimmed: boolean
  viewport: RefObject<HTMLDivElement | null>
}

/** A list that is a tree for as long as nothing narrows it: the rows are the topmost, and open in their place. */
export interface ListTree<Row> {
  /** Search parameters of the tree itself (which rows are open). They stay when page or order change. */
  keeps: readonly string[]
  /** Added to the query that asks for rows of every depth: a narrowed list, and the export. */
  flat: Record<string, unknown>
  draw: (tree: TreeDraw<Row>) => ReactNode
}

export interface ListScreenProps<Row extends ListRow> {
  /** The index call; its `list` says what can be searched and sorted. */
  endpoint: Endpoint
  /** Key of saved views and column preferences: `companies`. */
  name: string
  /** Namespace of the texts: labels of filters are `${room}:field.<field>`. Default: `name`. */
  namespace?: string
  title: string
  subtitle?: ReactNode
  columns: readonly ListColumn<Row>[]
  /** The page of a row; its first cell links there. */
  rowLink?: (row: Row) => string | undefined
  /** What a row is called in labels: "Select Acme". Default: the first column's value. */
  rowName?: (row: Row) => string
  create?: { to: string; can: boolean; label?: string }
  /** Between the head and the list: links to its sister lists. */
  nav?: ReactNode
  /** Milliseconds after which rows are read again, for what no live message tells. Default: never. */
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
    /** More to say before a row goes: what goes with it. */
    warning?: (row: Row) => ReactNode
    /** Adds the same for many rows at once, called one by one; the text is what else there is to say before they go. */
    bulk?: string
  }
  /** The words of a value of an enum field. Default: `${room}:value.<field>.<value>`. */
  valueLabel?: (field: string, value: string) => string
  /** Searchable fields that get no filter editor (a typed link still filters by them). */
  withoutFilter?: readonly string[]
  empty: { title: string; text: string; action?: ReactNode; icon?: ReactNode }
  /** Adds the choice of page sizes, search and so on to the query: fixed narrowing that the reader can't remove. */
  fixed?: Record<string, unknown>
  tree?: ListTree<Row>
  /** Stands above the rows while free text is searched: what else is known of it. */
  found?: (text: string) => ReactNode
}
