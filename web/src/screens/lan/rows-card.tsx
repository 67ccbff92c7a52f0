import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { CallInput } from '../../api/call.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import type { Fields } from './draft.ts'
import classes from './lan.module.css'
import { RowForm } from './row-form.tsx'
import { valuesOf, type RowShape } from './row-shape.ts'
import { RowTable, type Column } from './row-table.tsx'

export interface RowsCardProps<Row extends { id: string }, V extends Fields> {
  hardwareId: number
  title: string
  text?: string
  /** Undefined until something was read. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  shape: RowShape<V>
  calls: { add: Endpoint; set: Endpoint; remove: Endpoint }
  may: (endpoint: Endpoint) => boolean
  words: {
    add: string
    empty: string
    /** Of the question before a row goes. */
    remove: (name: string) => string
    removeText: string
  }
  /** Why a row is not written here; undefined where it is. */
  locked: (row: Row) => string | undefined
  /** Why a row can not be taken away, though it may be changed. */
  kept?: (row: Row) => string | undefined
  /** What to know before a change of this row is sent; of a new one without. */
  warning?: (row: Row | undefined, draft: V) => ReactNode
  formatValue?: (field: keyof V & string, value: unknown) => ReactNode
  fields: (beside: (field: keyof V & string, help?: ReactNode) => ReactNode, draft: V) => ReactNode
}

/** What the last thing that was asked for is about: a row, or a new one. */
type About = { row: string } | 'new' | undefined

const sameAbout = (one: About, other: About): boolean =>
  typeof one === 'object' && typeof other === 'object' ? one.row === other.row : one === other

/** A menu of a router as a card: its rows, and each change in its place, with how it ended. */
export function RowsCard<Row extends { id: string }, V extends Fields>(props: RowsCardProps<Row, V>) {
  const { t } = useTranslation()
  const { hardwareId, rows, shape, calls, may, words, nameOf } = props
  const [edited, setEdited] = useState<About>()
  const [about, setAbout] = useState<About>()
  const question = useQuestion()
  // One that is done needs no editor any more; every other end leaves what was typed where it is.
  const onEnd = (command: Command) => {
    if (command.state === 'done') setEdited((open) => (sameAbout(open, about) ? undefined : open))
  }
  const add = useDeviceCommand(calls.add, { onEnd, hardwareId })
  const set = useDeviceCommand(calls.set, { onEnd, hardwareId })
  const remove = useDeviceCommand(calls.remove, { hardwareId })
  const last = [add, set, remove].reduce((one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one))
  const send = async (which: typeof add, at: About, input: object) => {
    setAbout(at)
    await which.ask({ params: { id: hardwareId }, ...input } as Omit<CallInput<Endpoint>, 'idempotencyKey'>)
  }
  const end = <CommandEnd of={last.command} onClose={last.clear} />
  const isAt = (at: About, row: Row) => typeof at === 'object' && at.row === row.id
  const cancel = (
    <Button variant="default" onClick={() => setEdited(undefined)}>
      {t('ui:cancel')}
    </Button>
  )
  const askRemove = (row: Row) =>
    question.ask({
      title: words.remove(nameOf(row)),
      text: words.removeText,
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => send(remove, { row: row.id }, { query: { id: row.id, seen: JSON.stringify(row) } }),
      done: t('lan:asked'),
    })

  const actions = (row: Row) => {
    const why = props.locked(row)
    if (why !== undefined) return <span className={classes.quiet}>{why}</span>
    const stored = props.kept?.(row)
    return (
      <>
        {may(calls.set) ? (
          <Tooltip label={t('lan:change')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('lan:changeOf', { name: nameOf(row) })}
              aria-expanded={isAt(edited, row)}
              onClick={() => setEdited(isAt(edited, row) ? undefined : { row: row.id })}
            >
              <IconPencil size={16} />
            </ActionIcon>
          </Tooltip>
        ) : null}
        {may(calls.remove) ? (
          <Tooltip label={stored ?? t('lan:remove')} multiline maw={280}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('lan:removeOf', { name: nameOf(row) })}
              aria-disabled={stored !== undefined}
              data-disabled={stored === undefined ? undefined : true}
              onClick={() => stored === undefined && askRemove(row)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </>
    )
  }
  const editor = (row: Row) => (
    <div className={classes.editor}>
      <RowForm<V>
        key={row.id}
        shape={shape}
        device={valuesOf(shape, row as unknown as V)}
        id={row.id}
        schema={calls.set.body as never}
        onSend={(body) => send(set, { row: row.id }, { body })}
        onNothing={() => setEdited(undefined)}
        cancel={cancel}
        warning={(draft) => props.warning?.(row, draft)}
        words={props.formatValue}
      >
        {props.fields}
      </RowForm>
    </div>
  )
  const gone = typeof about === 'object' && rows !== undefined && !rows.some((row) => row.id === about.row)

  return (
    <Card
      title={props.title}
      actions={
        may(calls.add) && rows ? (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setEdited('new')}
          >
            {words.add}
          </Button>
        ) : undefined
      }
    >
      {props.text ? <p className={classes.note}>{props.text}</p> : null}
      {edited === 'new' ? (
        <div className={classes.editor}>
          <RowForm<V>
            shape={shape}
            device={undefined}
            schema={calls.add.body as never}
            onSend={(body) => send(add, 'new', { body })}
            cancel={cancel}
            warning={(draft) => props.warning?.(undefined, draft)}
            words={props.formatValue}
          >
            {props.fields}
          </RowForm>
        </div>
      ) : null}
      {about === 'new' || gone ? end : null}
      {!rows ? (
        <TableSkeleton rows={3} columns={4} rowHeight={44} />
      ) : rows.length === 0 ? (
        edited === 'new' ? null : (
          <EmptyState title={words.empty} />
        )
      ) : (
        <RowTable
          label={props.title}
          rows={rows}
          idOf={(row) => row.id}
          columns={props.columns}
          actions={actions}
          selected={typeof edited === 'object' ? edited.row : undefined}
          below={(row) =>
            isAt(edited, row) || (isAt(about, row) && last.command) ? (
              <>
                {isAt(edited, row) ? editor(row) : null}
                {isAt(about, row) ? end : null}
              </>
            ) : null
          }
        />
      )}
      {question.dialog}
    </Card>
  )
}
