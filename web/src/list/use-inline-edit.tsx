import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { ApiError, call } from '../api/call.ts'
import { loadChunk } from '../api/chunk.ts'
import { refetchSubject } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { errorText } from '../ui/error-text.ts'
import { IconAction } from '../ui/icon-action.tsx'
import { notify } from '../ui/notify.ts'
import type { InlineEdit, ListColumn, ListRow } from './list-types.ts'
import classes from './list-table.module.css'

const InlineActions = lazy(() => loadChunk(() => import('./inline-actions.tsx')))
const InlineEditor = lazy(() => loadChunk(() => import('./inline-editor.tsx')))

/** What a list needs to edit cells in place. */
export interface InlineCells<Row extends ListRow> {
  /** The row with values that are being saved. */
  shown: (row: Row) => Row
  /** The content of a cell with its editor, or with the button that opens it. */
  cell: (column: ListColumn<Row>, row: Row, content: ReactNode) => ReactNode
  /** F2 opens the first field of a row. */
  onKeyDown: (event: KeyboardEvent, row: Row) => void
}

interface OpenCell {
  id: ListRow['id']
  field: string
  /** A value that was rejected, and why. */
  draft?: string
  error?: string | undefined
}

const keyOf = (id: ListRow['id'], field: string) => `${id} ${field}`

/** Milliseconds in which the focus follows a row after an edit. */
const followMs = 5000

/** The button is hidden until its row has the focus, and a hidden element can't get it: the row comes first. */
function focusEditButton(key: string) {
  const button = document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(key)}"]`)
  button?.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.focus()
  button?.focus()
}

/**
 * Editing of cells in place. A value is shown while it is saved; where saving fails, the cell has the former value again
 * and a notice says why, or the editor opens again with the error of its field.
 */
export function useInlineEdit<Row extends ListRow>(
  spec: InlineEdit<Row> | undefined,
  columns: readonly ListColumn<Row>[],
  rowName: (row: Row) => string,
): InlineCells<Row> | undefined {
  const { t } = useTranslation()
  const [open, setOpen] = useState<OpenCell>()
  const [saving, setSaving] = useState<ReadonlyMap<string, unknown>>(new Map())
  /** The button that gets the focus back. */
  const closed = useRef<string>(undefined)
  const returned = useRef<{ key: string; until: number }>(undefined)
  useEffect(() => {
    if (open !== undefined || closed.current === undefined) return
    returned.current = { key: closed.current, until: Date.now() + followMs }
    closed.current = undefined
  }, [open])
  // After every render: a row that moves to its new position in the order loses the focus.
  useEffect(() => {
    const to = returned.current
    if (to === undefined || open !== undefined) return
    if (Date.now() > to.until) returned.current = undefined
    else if (document.activeElement === document.body || document.activeElement === null) focusEditButton(to.key)
  })
  if (spec === undefined) return undefined

  const editable = (column: ListColumn<Row>, row: Row) => {
    const of = spec.fields[column.field]
    if (of === undefined || row.deleted_at || !spec.may(row)) return false
    return of.actions === undefined || of.actions(row).length > 0
  }
  const close = (id: ListRow['id'], field: string) => {
    closed.current = keyOf(id, field)
    setOpen(undefined)
  }
  const save = async (row: Row, field: string, typed: string, version: number) => {
    const of = spec.fields[field as keyof Row & string]
    const value = of?.choices ? (of.valueOf?.(typed) ?? typed) : typed.trim() === '' ? null : typed.trim()
    const key = keyOf(row.id, field)
    setSaving((before) => new Map(before).set(key, value))
    close(row.id, field)
    try {
      const input = { params: { id: row.id }, body: { [field]: value, version } }
      await (of?.save ? of.save(row, typed, version) : call(spec.update, input as never))
      notify.success(t('list:edit.saved', { name: rowName(row) }))
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields?.[field] : undefined
      if (reason === undefined) notify.error(t('list:edit.failed', { name: rowName(row), reason: errorText(error, t) }))
      else setOpen({ id: row.id, field, draft: typed, error: reason })
    }
    if (typeof spec.update.access === 'object') await refetchSubject(spec.update.access.subject)
    setSaving((before) => new Map([...before].filter(([one]) => one !== key)))
  }
  return {
    shown: (row) => {
      if (saving.size === 0) return row
      const changed = columns.filter(({ field }) => saving.has(keyOf(row.id, field)))
      return Object.assign(
        { ...row },
        ...changed.map(({ field }) => ({ [field]: saving.get(keyOf(row.id, field)) })),
      ) as Row
    },
    cell: (column, row, content) => {
      if (!editable(column, row)) return content
      const { field } = column
      const of = spec.fields[field]
      const isOpen = of !== undefined && open?.id === row.id && open.field === field
      const label = t('list:edit.button', { field: column.header, name: rowName(row) })
      if (isOpen && of.actions === undefined)
        return (
          <Suspense fallback={content}>
            <InlineEditor
              show={spec.show}
              update={spec.update}
              id={row.id}
              field={field}
              label={`${column.header}, ${rowName(row)}`}
              current={row[field]}
              choices={of.choices}
              draft={open.draft}
              error={open.error}
              onSave={(value, version) => void save(row, field, value, version)}
              onClose={() => close(row.id, field)}
            />
          </Suspense>
        )
      const button = (
        <IconAction
          icon={IconPencil}
          size={24}
          className={classes.edit ?? ''}
          data-edit={keyOf(row.id, field)}
          label={label}
          onClick={() => setOpen({ id: row.id, field })}
        />
      )
      return (
        <span className={classes.editable}>
          <span className={classes.editableValue}>{content}</span>
          {isOpen && of.actions ? (
            <Suspense fallback={button}>
              <InlineActions label={label} actions={of.actions(row)} onClose={() => close(row.id, field)} />
            </Suspense>
          ) : (
            button
          )}
        </span>
      )
    },
    onKeyDown: (event, row) => {
      if (event.key !== 'F2' || open !== undefined) return
      const first = columns.find((column) => editable(column, row))
      if (first === undefined) return
      event.preventDefault()
      setOpen({ id: row.id, field: first.field })
    },
  }
}
