import { CloseButton, MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { maxTags, type TagLabel } from '@trunkline/contract/labels'
import { tags } from '@trunkline/contract/resources/tag'
import { useState } from 'react'
import { useCall } from '../api/query.ts'
import { inputProps, type FieldProps } from '../form/fields.tsx'
import { useField } from '../form/form-context.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { TagBadge } from '../ui/tag-badge.tsx'
import badge from '../ui/tag-badge.module.css'

/** Several tags, found by name among those that a record of the company may have. */
export function TagsField({ company, ...props }: FieldProps & { company: number | undefined }) {
  const { t } = useTranslation()
  const field = useField<TagLabel[]>(props.name, props.label)
  const [search, setSearch] = useState('')
  const query = { ...(search && { query: search }), ...(company !== undefined && { company_id: company }) }
  const found = useCall(tags.lookup, { query }).data?.data ?? []
  const chosen = field.value
  const known = new Map<string, TagLabel>()
  for (const { id, name, colour } of [...chosen, ...found]) known.set(String(id), { id, name, colour })
  return (
    <MultiSelect
      {...inputProps(props, field)}
      data={[...known].map(([value, { name }]) => ({ value, label: name }))}
      value={chosen.map(({ id }) => String(id))}
      onChange={(ids) => field.change(ids.flatMap((id) => known.get(id) ?? []))}
      onBlur={field.leave}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={maxTags}
      hidePickedOptions
      {...(chosen.length === 0 ? { placeholder: t('tags:form.add') } : {})}
      nothingFoundMessage={t(search === '' ? 'tags:form.noTags' : 'tags:form.none')}
      clearButtonProps={{ 'aria-label': t('form:remote.clear', { label: props.label }) }}
      renderOption={({ option }) => {
        const tag = known.get(option.value)
        return tag ? <TagBadge {...tag} /> : option.label
      }}
      renderPill={({ option, value, onRemove, disabled }) => {
        const { name, colour } = known.get(String(value)) ?? { name: option?.label ?? '', colour: 'grey' as const }
        return (
          <TagBadge
            name={name}
            colour={colour}
            remove={
              disabled ? null : (
                <CloseButton
                  size={18}
                  iconSize={12}
                  tabIndex={-1}
                  aria-label={t('tags:form.remove', { name })}
                  className={badge.remove ?? ''}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={onRemove}
                />
              )
            }
          />
        )
      }}
    />
  )
}
