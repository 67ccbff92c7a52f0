import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useContext, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from '../ui/announcer.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import type { FieldProps } from './fields.tsx'
import { FormContext, useField } from './form-context.ts'
import classes from './remote-picks-field.module.css'
import { RemoteSelectField } from './remote-select-field.tsx'
import type { LookupRow } from './use-lookup.ts'

/**
 * Several rows of a lookup, found by typing; the value is the list of their ids. `ordered` ones are numbered and can be
 * moved. The form needs a value `<name>_next`, which is null: the input of the search.
 */
export function RemotePicksField({
  endpoint,
  query,
  known,
  ordered = false,
  none,
  ...props
}: FieldProps & {
  endpoint: Endpoint
  query?: Record<string, unknown>
  /** The initial rows with their names. */
  known: readonly LookupRow[]
  ordered?: boolean
  /** The text for an empty selection. */
  none: string
}) {
  const { t } = useTranslation()
  const namespace = useContext(FormContext)
  const field = useField<number[]>(props.name, props.label)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const nameOf = (id: number) => names.get(id) ?? known.find((row) => row.id === id)?.name ?? String(id)
  const { value } = field
  const next = `${props.name}_next`

  const add = (row: LookupRow | null) => {
    if (!row) return
    setNames((before) => new Map(before).set(row.id, row.name))
    if (!value.includes(row.id)) field.change([...value, row.id])
    // After the select has set its own value.
    queueMicrotask(() => namespace?.form.setFieldValue(next, null as never))
  }
  const move = (from: number, to: number) => {
    const moved = [...value]
    moved.splice(to, 0, ...moved.splice(from, 1))
    field.change(moved)
    announce(t('common:pick.moved', { name: nameOf(value[from] as number), place: to + 1, count: value.length }))
  }
  const List = ordered ? 'ol' : 'ul'

  return (
    <div className={classes.picks}>
      <RemoteSelectField
        // Remounted for each selection: the new one is empty and closed.
        key={value.length}
        {...props}
        name={next}
        endpoint={endpoint}
        {...(query ? { query } : {})}
        onPick={add}
      />
      {value.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <List className={classes.list} aria-label={props.label}>
          {value.map((id, index) => (
            <li key={id}>
              <span className={classes.name}>
                {ordered ? <span className={classes.place}>{index + 1}</span> : null}
                {nameOf(id)}
              </span>
              {ordered ? (
                <>
                  <IconAction
                    icon={IconArrowUp}
                    label={t('common:pick.up', { name: nameOf(id) })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconAction
                    icon={IconArrowDown}
                    label={t('common:pick.down', { name: nameOf(id) })}
                    disabled={index === value.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                </>
              ) : null}
              <IconAction
                icon={IconX}
                label={t('common:pick.remove', { name: nameOf(id) })}
                onClick={() => field.change(value.filter((other) => other !== id))}
              />
            </li>
          ))}
        </List>
      )}
      {field.error ? (
        <p id={`${field.id}-error`} className={classes.error}>
          {field.error}
        </p>
      ) : null}
    </div>
  )
}
