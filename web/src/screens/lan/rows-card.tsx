import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { CallInput } from '../../api/call.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import type { LinkTarget } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand, type DeviceCommand } from '../devices/use-device-command.ts'
import type { RowValues } from './draft.ts'
import classes from './lan.module.css'
import { ReadRows } from './reading-page.tsx'
import { AddButton, EditLink, RemoveButton, RowButton } from './row-buttons.tsx'
import { RowForm, type FieldOf } from './row-form.tsx'
import { valuesOf, type RowShape } from './row-shape.ts'
import { RowTable, type Column } from './row-table.tsx'
import type { PageDevice } from './use-device.ts'

/** The form of a row, which opens in the table. */
export interface RowEditor<R, V extends RowValues> {
  shape: RowShape<V>
  add: Endpoint
  /** Shown before a row is sent; without a row for a new one. */
  warning?: (row: R | undefined, draft: V) => ReactNode
  fields: (field: FieldOf<V>, draft: V, isNew: boolean) => ReactNode
}

export interface RowsCardProps<R extends { id: string }, V extends RowValues> {
  of: PageDevice
  /** Prefix of the texts `title`, `add`, `empty`, `remove` and `removeText`. */
  texts: string
  text?: string
  /** Feature with the labels of the fields. */
  feature?: string
  /** Undefined until the device was read. */
  rows: readonly R[] | undefined
  /** The device did not answer and was never read. */
  unread?: boolean
  empty?: ReactNode
  columns: readonly (Column<R> | (keyof R & string))[]
  nameOf: (row: R) => string
  set: Endpoint
  remove: Endpoint
  /** Edits rows in place, or `editPage` on their own page. */
  editor?: RowEditor<R, V>
  editPage?: (row: R) => LinkTarget
  /** Why a row can't be edited; undefined if it can. */
  locked: (row: R) => string | undefined
  /** A locked row can be removed all the same. */
  removeLocked?: boolean
  /** Why a row can't be removed, though it can be edited. */
  required?: (row: R) => string | undefined
  /** Above and below the table. */
  header?: ReactNode
  footer?: ReactNode
}

/** The command that was sent last. */
export const latestCommand = (commands: readonly Pick<DeviceCommand<Endpoint>, 'id' | 'command' | 'clear'>[]) =>
  commands.reduce((one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one))

/** Id for the row that is being added. */
const NEW = 'new'

/** The buttons of a row, or why it can't be changed. */
function RowActions<R extends { id: string }, V extends RowValues>({
  row,
  card,
  edited,
  onEdit,
  onRemove,
}: {
  row: R
  card: RowsCardProps<R, V>
  /** Its form is open. */
  edited: boolean
  onEdit: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const { may } = card.of
  const locked = card.locked(row)
  if (locked !== undefined && !card.removeLocked) return <span className={layout.hint}>{locked}</span>
  const name = card.nameOf(row)
  return (
    <>
      {locked !== undefined || !may(card.set) ? null : card.editPage ? (
        <EditLink name={name} {...card.editPage(row)} />
      ) : (
        <RowButton
          icon={IconPencil}
          label={t('lan:edit')}
          name={t('lan:editOf', { name })}
          expanded={edited}
          onClick={onEdit}
        />
      )}
      {may(card.remove) ? <RemoveButton name={name} why={card.required?.(row)} onClick={onRemove} /> : null}
    </>
  )
}

/** A menu of a device as a card: its rows, their forms, and at each row the result of its last command. */
export function RowsCard<R extends { id: string }, V extends RowValues = RowValues>(props: RowsCardProps<R, V>) {
  const { t } = useTranslation()
  const { of, rows, texts, editor, nameOf, feature = 'lan' } = props
  const { hardwareId, may } = of
  const [edited, setEdited] = useState<string>()
  /** The row that the last command is about. */
  const [target, setTarget] = useState<string>()
  const question = useQuestion()
  // A failed command leaves the form open with what was entered.
  const onEnd = (command: Command) => {
    if (command.state === 'done') setEdited((open) => (open === target ? undefined : open))
  }
  const add = useDeviceCommand(editor?.add ?? props.set, { onEnd, hardwareId })
  const set = useDeviceCommand(props.set, { onEnd, hardwareId })
  const remove = useDeviceCommand(props.remove, { hardwareId })
  const last = latestCommand([add, set, remove])
  const send = async (call: typeof add, id: string, input: object) => {
    setTarget(id)
    await call.enqueue({ params: { id: hardwareId }, ...input } as Omit<CallInput<Endpoint>, 'idempotencyKey'>)
  }
  const confirmRemoval = (row: R) =>
    question.confirm({
      title: t(`${texts}.remove`, { name: nameOf(row) }),
      text: t(`${texts}.removeText`),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => send(remove, row.id, { query: { id: row.id, seen: JSON.stringify(row) } }),
      done: t('lan:sent'),
    })

  const actions = (row: R) => (
    <RowActions
      row={row}
      card={props}
      edited={edited === row.id}
      onEdit={() => setEdited(edited === row.id ? undefined : row.id)}
      onRemove={() => confirmRemoval(row)}
    />
  )
  const form = (row: R | undefined) =>
    editor ? (
      <div className={classes.editor}>
        <RowForm<V>
          key={row?.id}
          shape={editor.shape}
          device={row && valuesOf(editor.shape, row as unknown as V)}
          id={row?.id}
          schema={(row ? props.set : editor.add).body}
          feature={feature}
          onSend={(body) => send(row ? set : add, row?.id ?? NEW, { body })}
          cancel={
            <Button variant="default" onClick={() => setEdited(undefined)}>
              {t('ui:cancel')}
            </Button>
          }
          warning={(draft) => editor.warning?.(row, draft)}
        >
          {(field, draft) => editor.fields(field, draft, row === undefined)}
        </RowForm>
      </div>
    ) : null
  const result = <CommandEnd of={last.command} onClose={last.clear} />
  const changeable = may(props.set) || may(props.remove)
  const targetShown = rows?.some(({ id }) => id === target)

  return (
    <Card
      title={t(`${texts}.title`)}
      actions={
        editor && may(editor.add) && rows ? (
          <AddButton label={t(`${texts}.add`)} onClick={() => setEdited(NEW)} />
        ) : undefined
      }
    >
      {props.text ? <p className={classes.note}>{props.text}</p> : null}
      {edited === NEW ? form(undefined) : null}
      {targetShown ? null : result}
      {props.header}
      <ReadRows
        rows={rows}
        unread={props.unread ?? false}
        empty={edited === NEW ? null : (props.empty ?? <EmptyState title={t(`${texts}.empty`)} />)}
      >
        {(known) => (
          <RowTable
            label={t(`${texts}.title`)}
            rows={known}
            idOf={({ id }) => id}
            columns={props.columns}
            feature={feature}
            actions={changeable || known.some((row) => props.locked(row) !== undefined) ? actions : undefined}
            selected={edited}
            below={(row) =>
              edited === row.id || (target === row.id && last.command) ? (
                <>
                  {edited === row.id ? form(row) : null}
                  {target === row.id ? result : null}
                </>
              ) : null
            }
          />
        )}
      </ReadRows>
      {props.footer}
      {question.dialog}
    </Card>
  )
}
