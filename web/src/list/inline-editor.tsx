import type { Endpoint } from '@trunkline/contract/endpoint'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { call } from '../api/call.ts'
import { schemaErrors } from '../form/field-errors.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { errorText } from '../ui/error-text.ts'
import { plainText } from '../ui/plain-text.ts'
import classes from './list-table.module.css'

/**
 * The editor of a cell. It reads the record first, so that it edits the current value and names its version; Enter saves
 * and Escape cancels. The rules are those of the form: the schema of the call.
 */
export default function InlineEditor({
  show,
  update,
  id,
  field,
  label,
  current,
  choices,
  draft,
  error: rejected,
  onSave,
  onClose,
}: {
  show: Endpoint
  update: Endpoint
  id: number | string
  field: string
  label: string
  /** The value in the list, shown until the record is read. */
  current: unknown
  choices: readonly { value: string; label: string }[] | undefined
  draft: string | undefined
  error: string | undefined
  onSave: (value: string, version: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const errorId = useId()
  const [value, setValue] = useState(draft ?? plainText(current ?? ''))
  const [error, setError] = useState(rejected)
  const [record, setRecord] = useState<Record<string, unknown>>()
  const ended = useRef(false)
  const typed = useRef(draft !== undefined)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)

  useEffect(() => {
    let shown = true
    input.current?.focus()
    if (!choices) input.current?.select()
    call(show, { params: { id } } as never)
      .then((reply) => {
        if (!shown) return
        const { data } = reply as unknown as { data: Record<string, unknown> }
        setRecord(data)
        if (!typed.current) setValue(plainText(data[field] ?? ''))
      })
      .catch((cause: unknown) => shown && setError(errorText(cause, t)))
    return () => void (shown = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each editor
  }, [])

  const end = (act: () => void) => {
    if (ended.current) return
    ended.current = true
    act()
  }
  const submit = (next = value) => {
    if (record === undefined) return
    if (next === plainText(record[field] ?? '')) return end(onClose)
    const of = next.trim() === '' ? null : next.trim()
    const wrong = choices || !update.body ? undefined : schemaErrors(update.body, { [field]: of })[field]
    if (wrong !== undefined) return setError(wrong)
    end(() => onSave(next, record['version'] as number))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the list are not those of the editor.
    event.stopPropagation()
    if (event.key === 'Escape') end(onClose)
    else if (event.key === 'Enter') {
      event.preventDefault()
      submit()
    }
  }
  const common = {
    ref: input,
    className: classes.editor,
    value,
    'aria-label': label,
    'aria-busy': record === undefined,
    'aria-invalid': error !== undefined,
    ...(error !== undefined && { 'aria-describedby': errorId }),
    onKeyDown,
  }
  const change = (next: string) => {
    typed.current = true
    setError(undefined)
    setValue(next)
  }
  return (
    <span className={classes.editing}>
      {choices ? (
        <select
          {...common}
          onChange={(event) => {
            change(event.currentTarget.value)
            submit(event.currentTarget.value)
          }}
          onBlur={() => end(onClose)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => (error === undefined && record !== undefined ? submit() : end(onClose))}
        />
      )}
      {error === undefined ? null : (
        <span id={errorId} role="alert" className={classes.editorError} title={error}>
          {error}
        </span>
      )}
    </span>
  )
}
