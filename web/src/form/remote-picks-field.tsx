import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useContext, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { announce } from '../ui/announcer.tsx'
import type { FieldProps } from './fields.tsx'
import { FormContext, useField } from './form-context.ts'
import classes from './remote-picks-field.module.css'
import { RemoteSelectField } from './remote-select-field.tsx'
import type { LookupRow } from './use-lookup.ts'

/**
 * Several of many rows, found by typing one after the other; the value is the list of their ids. `ordered` ones are
 * numbered and can be moved. The form needs a value `<name>_next`, which is null: what is being looked for.
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
  /** Those that the form starts with, so that their names are shown before anything is asked. */
  known: readonly LookupRow[]
  ordered?: boolean
  /** What it means that nothing is chosen. */
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
    // After the select has set what was picked.
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
        // A new one for each choice: the one before starts empty and closed.
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
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    disabled={index === 0}
                    aria-label={t('common:pick.up', { name: nameOf(id) })}
                    onClick={() => move(index, index - 1)}
                  >
                    <IconArrowUp size={16} aria-hidden="true" />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    disabled={index === value.length - 1}
                    aria-label={t('common:pick.down', { name: nameOf(id) })}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} aria-hidden="true" />
                  </ActionIcon>
                </>
              ) : null}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t('common:pick.remove', { name: nameOf(id) })}
                onClick={() => field.change(value.filter((other) => other !== id))}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
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
