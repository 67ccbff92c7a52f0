import { CloseButton, Combobox, InputBase, useCombobox } from '@mantine/core'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { inputProps, type FieldProps } from './fields.tsx'
import { useField } from './form-context.ts'
import classes from './form.module.css'
import { useLookup, type LookupRow } from './use-lookup.ts'

interface Props extends FieldProps {
  /** A lookup call with `query` and `page`; 20 `{ id, name, path? }` per page. */
  endpoint: Endpoint
  /** Parameters of the lookup: `{ type_id: 'client' }`. */
  query?: Record<string, unknown>
  /** The initial choice with its name. */
  selected?: LookupRow | null | undefined
  clearable?: boolean
  /** Called with the choice, for forms with dependent fields. */
  onPick?: (row: LookupRow | null) => void
  /** A mark before the name of a choice: a colour. */
  mark?: (row: LookupRow) => ReactNode
}

/** One row of a lookup, found by typing. Shows the path below the name, because names repeat. The value is the id. */
export function RemoteSelectField({ endpoint, query, selected, clearable = false, onPick, mark, ...props }: Props) {
  const { t } = useTranslation()
  const field = useField<number | null>(props.name, props.label)
  const [text, setText] = useState<string | null>(null)
  const [picked, setPicked] = useState<LookupRow | null>(null)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setText(null)
    },
  })
  const lookup = useLookup(endpoint, text ?? '', query, combobox.dropdownOpened)
  const chosen = [picked, selected, ...lookup.rows].find((row) => row && row.id === field.value) ?? null
  const pick = (row: LookupRow | null) => {
    setPicked(row)
    field.change(row ? row.id : null)
    onPick?.(row)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        if (value === 'more') return lookup.more()
        pick(lookup.rows.find((row) => String(row.id) === value) ?? null)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputProps(props, field)}
          role="combobox"
          autoComplete="off"
          placeholder={chosen ? chosen.name : t('form:select')}
          value={text ?? chosen?.name ?? ''}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            field.leave()
          }}
          {...(mark && chosen && text === null ? { leftSection: mark(chosen), leftSectionPointerEvents: 'none' } : {})}
          rightSectionPointerEvents={clearable && chosen ? 'all' : 'none'}
          rightSection={
            clearable && chosen && !props.disabled ? (
              <CloseButton
                size="sm"
                aria-label={t('form:remote.clear', { label: props.label })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-busy={lookup.pending}>
          {lookup.rows.map((row) => (
            <Combobox.Option key={row.id} value={String(row.id)} active={row.id === field.value}>
              <span className={classes.option}>
                <span className={mark ? classes.marked : undefined}>
                  {mark?.(row)}
                  {row.name}
                </span>
                {row.path && row.path !== row.name ? <span className={classes.optionPath}>{row.path}</span> : null}
              </span>
            </Combobox.Option>
          ))}
          {lookup.hasMore ? <Combobox.Option value="more">{t('form:remote.more')}</Combobox.Option> : null}
          {lookup.failed ? (
            <Combobox.Empty>{t('form:remote.failed')}</Combobox.Empty>
          ) : lookup.rows.length === 0 ? (
            <Combobox.Empty>{t(lookup.pending ? 'form:remote.loading' : 'form:remote.none')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
