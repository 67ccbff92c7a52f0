import type { ListDefinition } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { fieldLabel } from '../ui/field-label.ts'
import { plainText } from '../ui/plain-text.ts'
import { CellValue, useValueLabel } from './cell-value.tsx'
import type { ListColumn, ListRow, ListScreenProps } from './list-types.ts'

export interface ListTexts<Row extends ListRow> {
  /** The label of a field. */
  label: (field: string) => string
  /** The label of a value of an enum. */
  valueLabel: (field: string, value: string) => string
  rowName: (row: Row) => string
  cell: (column: ListColumn<Row>, row: Row) => ReactNode
}

/** The labels and cells of a list: what the screen gives, or defaults by field and type. */
export function useListTexts<Row extends ListRow>(
  props: Pick<ListScreenProps<Row>, 'columns' | 'name' | 'namespace' | 'rowName' | 'valueLabel'>,
  definition: ListDefinition,
  live: { expectChange: () => void },
): ListTexts<Row> {
  const { columns, name, namespace = name } = props
  const { t } = useTranslation()
  const valueLabel = useValueLabel(namespace, props.valueLabel)
  return {
    valueLabel,
    label: (field) => fieldLabel(t, namespace, field, columns.find((column) => column.field === field)?.header),
    rowName: (row) => props.rowName?.(row) ?? plainText(row[(columns[0] as ListColumn<Row>).field] ?? row.id),
    cell: (column, row) =>
      column.render ? (
        column.render(row, live)
      ) : (
        <CellValue
          value={row[column.field]}
          type={definition.fields[column.field]}
          field={column.field}
          valueLabel={valueLabel}
        />
      ),
  }
}
