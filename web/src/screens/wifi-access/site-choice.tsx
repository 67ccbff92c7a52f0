import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { sites } from '@trunkline/contract/resources/site'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import classes from './wifi-access.module.css'

export interface SiteRef {
  id: number
  name: string
  /** Names of the companies above it, because names of sites repeat. */
  path?: string | undefined
}

/** The sites that the reader may choose from: the first ones, and how many there are beyond them is not asked. */
export function useSites(text = '') {
  const [requested] = useDebouncedValue(text.trim(), 250)
  const found = useCall(sites.lookup, { query: requested === '' ? {} : { query: requested } })
  return { rows: found.data?.data as readonly SiteRef[] | undefined, error: found.error, retry: found.refetch }
}

/** One of the reader's sites, found by typing. */
export function SiteSelect({
  label,
  all,
  chosen,
  onChoose,
}: {
  label: string
  /** Words for none. */
  all: string
  chosen: SiteRef | undefined
  onChoose: (site: SiteRef | undefined) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { rows = [] } = useSites(text === chosen?.name ? '' : text)
  const choices = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows
  return (
    <Select
      label={label}
      placeholder={all}
      size="md"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': all }}
      nothingFoundMessage={t('form:remote.none')}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has found them already.
      filter={({ options }) => options}
      onSearchChange={setText}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className={classes.quiet}>{choices.find(({ id }) => String(id) === option.value)?.path}</span>
        </span>
      )}
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => onChoose(choices.find(({ id }) => String(id) === value))}
    />
  )
}
