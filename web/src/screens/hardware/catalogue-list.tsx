import type { Icon } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns, type RecordColumn } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { TextLink } from '../../ui/link.tsx'

interface CatalogueRow {
  id: number
  name: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** A list of the hardware catalogue. The provider maintains it, and every company selects from it. */
export function CatalogueList<Row extends CatalogueRow>({
  part,
  calls,
  icon,
  columns,
  withoutFilter = [],
  actions,
}: {
  part: 'models' | 'manufacturers' | 'types'
  calls: Record<'index' | 'show' | 'store' | 'update' | 'destroy' | 'recover' | 'bulkDestroy' | 'bulkRecover', Endpoint>
  icon: Icon
  columns: readonly RecordColumn<Row>[]
  withoutFilter?: readonly string[]
  actions?: ReactNode
}) {
  const { t } = useTranslation()
  const texts = `hardware:${part}`
  const list = useRecordList<Row>({ calls, store: calls.store, paths: paths.hardware[part], texts, icon })
  return (
    <ListScreen<Row>
      {...list}
      name={`hardware-${part}`}
      namespace="hardware"
      columns={recordColumns<Row>(t, 'hardware', columns)}
      trash={{
        ...list.trash,
        bulk: { destroy: calls.bulkDestroy, recover: calls.bulkRecover, warning: t(`${texts}.confirm.destroy`) },
      }}
      {...(actions === undefined ? {} : { actions })}
      withoutFilter={['id', ...withoutFilter]}
    />
  )
}

/** The server stops counting here. */
const MAX_COUNT = 1000

interface CountColumn<Row> {
  field: keyof Row & string
  header?: string
  width?: number
  /** The list of the counted records, and its field that has the id of the row. */
  to: string
  by: string
  label: (values: { count: number; name: string }) => string
  /** False: plain text, for readers who may not open the list. */
  linked?: boolean
}

/** A column with the number of records that belong to a row, as a link to them. */
export const countColumn = <Row extends CatalogueRow>(
  t: TFunction,
  { to, by, label, linked = true, ...column }: CountColumn<Row>,
): RecordColumn<Row> => ({
  width: 100,
  align: 'end',
  card: 'fact',
  sort: false,
  ...column,
  render: (row) => {
    const count = Number(row[column.field])
    const text = count >= MAX_COUNT ? t('hardware:list.many') : count
    return linked && count > 0 ? (
      <TextLink
        to={to}
        search={{ search: `${by}:${row.id}`, searchFields: `${by}:=` }}
        inherit
        aria-label={label({ count, name: row.name })}
      >
        {text}
      </TextLink>
    ) : (
      text
    )
  },
})
