import { IconEdit, type Icon } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCan, useRowCan, type PlacedRow } from '../access/can.ts'
import type { InlineEdit, ListScreenProps } from '../list/list-types.ts'
import { actionIcon } from './use-record-actions.tsx'
import { recordText } from './words.ts'

export interface RecordListSpec<Row> {
  calls: { index: Endpoint; show: Endpoint; update: Endpoint; destroy: Endpoint; recover: Endpoint }
  /** The call that creates a record, where the list has a button for it. */
  store?: Endpoint
  paths: { create?: string; update: (id: number) => string }
  /** The path of the record's page. Without one, a row links to its form, where the user can open that. */
  page?: (id: number) => string
  /** The prefix of the texts (`record/words.ts`): title, subtitle, action.create (or create), confirm.destroy, empty.title, empty.text. */
  texts: string
  icon: Icon
  /** Whether a row can be changed at all. Default: always; not for shared rows of companies above. */
  mayChange?: (row: Row) => boolean
  /** The name of a record. Default: its `name`. */
  nameOf?: (row: Row) => string
  /** Fields that are edited in their cells, by users who may update the record. */
  inline?: InlineEdit<Row>['fields']
}

type Shared =
  | 'endpoint'
  | 'name'
  | 'title'
  | 'subtitle'
  | 'rowLink'
  | 'rowName'
  | 'rowActions'
  | 'trash'
  | 'withoutFilter'
  | 'empty'

/**
 * The common properties of `ListScreen` for records: texts, links to the page and form of a row, trash, and empty
 * state. A special case is written after the spread.
 */
export function useRecordList<Row extends PlacedRow & { deleted_at: string | null }>({
  calls,
  store,
  paths,
  page,
  texts,
  icon: Shape,
  mayChange = () => true,
  nameOf = (row) => String((row as { name?: unknown }).name),
  inline,
}: RecordListSpec<Row>): Required<Pick<ListScreenProps<Row>, Shared>> &
  Pick<ListScreenProps<Row>, 'create' | 'inline'> {
  const { t } = useTranslation()
  const text = recordText(t, texts)
  const of = `${texts}${texts.includes(':') ? '.' : ':'}`
  const can = useCan()
  const canOn = useRowCan()
  const mayOn = (endpoint: Endpoint, row: Row) => mayChange(row) && canOn(endpoint, row)
  return {
    endpoint: calls.index,
    name: texts,
    title: text('title'),
    subtitle: text('subtitle'),
    rowLink: (row) =>
      page ? page(row.id) : row.deleted_at === null && can(calls.update) ? paths.update(row.id) : undefined,
    rowName: nameOf,
    ...(store && paths.create
      ? { create: { to: paths.create, can: can(store), label: t([`${of}action.create`, `${of}create`]) } }
      : {}),
    rowActions: (row) =>
      mayOn(calls.update, row)
        ? [{ key: 'edit', label: text('action.edit'), icon: actionIcon(IconEdit), to: paths.update(row.id) }]
        : [],
    ...(inline && {
      inline: { show: calls.show, update: calls.update, may: (row: Row) => mayOn(calls.update, row), fields: inline },
    }),
    trash: {
      destroy: calls.destroy,
      recover: calls.recover,
      may: (row) => mayOn(calls.destroy, row),
      warning: () => text('confirm.destroy'),
    },
    withoutFilter: ['id', 'company_id'],
    empty: { title: text('empty.title'), text: text('empty.text'), icon: <Shape size={20} /> },
  }
}
