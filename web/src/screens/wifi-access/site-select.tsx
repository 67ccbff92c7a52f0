import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { sites } from '@trunkline/contract/resources/site'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import layout from '../../ui/layout.module.css'
import classes from './wifi-access.module.css'

export interface SiteRef {
  id: number
  name: string
  /** The names of its company and those above: names of sites are not unique. */
  path?: string | undefined
}

/** The first of the user's sites that match a text. */
export function useSites(text = '') {
  const [query] = useDebouncedValue(text.trim(), 250)
  const found = useCall(sites.lookup, { query: query === '' ? {} : { query } })
  return { rows: found.data?.data as readonly SiteRef[] | undefined, error: found.error }
}

/** Selects one of the user's sites, with a search on the server. */
export function SiteSelect({
  label,
  placeholder,
  selected,
  onSelect,
}: {
  label: string
  /** What an empty selection means. */
  placeholder: string
  selected: SiteRef | undefined
  onSelect: (site: SiteRef | undefined) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { rows = [] } = useSites(text === selected?.name ? '' : text)
  const choices = selected && !rows.some(({ id }) => id === selected.id) ? [selected, ...rows] : rows
  const choiceOf = (value: string | null) => choices.find(({ id }) => String(id) === value)
  return (
    <Select
      label={label}
      placeholder={placeholder}
      size="md"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      nothingFoundMessage={t('form:remote.none')}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has filtered them.
      filter={({ options }) => options}
      onSearchChange={setText}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={layout.hint}>{choiceOf(option.value)?.path}</span>
        </span>
      )}
      value={selected ? String(selected.id) : null}
      onChange={(value) => onSelect(choiceOf(value))}
    />
  )
}
