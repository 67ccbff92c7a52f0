import type { ListDefinition } from '@trunkline/contract/endpoint'
import { customFieldPrefix, filterTypeOf, type CustomValues, type TagLabel } from '@trunkline/contract/labels'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { tags } from '@trunkline/contract/resources/tag'
import { useMemo } from 'react'
import { useCan } from '../access/can.ts'
import { useCall } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { TagBadges } from '../ui/tag-badge.tsx'
import { customFieldLabel, CustomFieldValue } from './custom-value.tsx'
import type { ListColumn, ListRow, ListScreenProps } from './list-types.ts'

/** Tags and custom fields change rarely. Milliseconds. */
const fresh = 5 * 60_000
/** Pixels. */
const tagsWidth = 140
const fieldWidth = 150

interface Labelled {
  tags?: TagLabel[]
  custom_fields?: CustomValues
}

/**
 * Adds tags and custom fields to a list whose rows have them (`labels` of its definition): columns, filters and labels.
 * A custom field is hidden until the user chooses its column; without tags there is no column for them.
 */
export function useLabelColumns<Row extends ListRow>(
  props: ListScreenProps<Row>,
): {
  screen: ListScreenProps<Row>
  definition: ListDefinition
} {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const definition = props.endpoint.list as ListDefinition
  const kind = definition.labels
  const found = useCall(
    tags.index,
    { query: { perPage: 200 } },
    { enabled: kind !== undefined && can(tags.index), staleTime: fresh },
  )
  const defined = useCall(
    customFields.definitions,
    { query: { kind: kind ?? 'site' } },
    { enabled: kind !== undefined && can(customFields.definitions), staleTime: fresh },
  )
  const known = found.data?.data
  const fields = defined.data?.data
  const { language } = i18n

  const extended = useMemo((): ListDefinition => {
    if (kind === undefined) return definition
    const { tags: _tags, ...own } = definition.fields
    const named = (fields ?? []).map((field) => [`${customFieldPrefix}${field.key}`, field] as const)
    return {
      ...definition,
      fields: {
        ...own,
        ...(known?.length ? { tags: known.map(({ id }) => String(id)) } : {}),
        ...Object.fromEntries(named.map(([name, { type, choices }]) => [name, filterTypeOf(type, choices)])),
      },
      sort: [...definition.sort, ...named.map(([name]) => name)],
    }
  }, [definition, kind, known, fields])

  const columns = useMemo((): readonly ListColumn<Row>[] => {
    if (kind === undefined) return props.columns
    const tagColumn: ListColumn<Row> = {
      field: 'tags' as keyof Row & string,
      header: t('list:tags'),
      width: tagsWidth,
      sort: false,
      card: 'fact',
      render: (row) => <TagBadges tags={(row as Labelled).tags ?? []} inRow />,
    }
    const own = (fields ?? []).map((field): ListColumn<Row> => ({
      field: `${customFieldPrefix}${field.key}` as keyof Row & string,
      header: customFieldLabel(field, language),
      width: fieldWidth,
      hidden: true,
      ...(field.type === 'number' ? { align: 'end' as const } : {}),
      render: (row) => <CustomFieldValue field={field} value={(row as Labelled).custom_fields?.[field.key]} />,
    }))
    if (!known?.length) return [...props.columns, ...own]
    const fitting = props.columns.map((column) => (column.hiddenWithTags ? { ...column, hidden: true } : column))
    return [...fitting, tagColumn, ...own]
  }, [kind, props.columns, known, fields, language, t])

  if (kind === undefined) return { screen: props, definition }
  return {
    definition: extended,
    screen: {
      ...props,
      columns,
      valueLabel: (field, value) =>
        (field === 'tags'
          ? known?.find(({ id }) => String(id) === value)?.name
          : field.startsWith(customFieldPrefix)
            ? value
            : props.valueLabel?.(field, value)) as string,
    },
  }
}
