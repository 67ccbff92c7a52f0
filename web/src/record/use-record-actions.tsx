import { IconEdit, IconTrash, IconTrashOff, type Icon } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommand } from '../api/query.ts'
import type { Subject } from '@trunkline/contract/abilities'
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx'
import { LinkButton } from '../ui/link.tsx'
import { useQuestion, type Question } from '../ui/question.tsx'
import { recordText } from './words.ts'

export interface RecordAction {
  icon: Icon
  tone?: 'normal' | 'danger'
  /** Why it is not possible now. */
  why?: string | undefined
  run: () => Promise<unknown>
  /** Further values that its texts name, beside `name`. */
  words?: Record<string, unknown>
}

export interface RecordActionsSpec<Row> {
  /** Where the texts are found (`record/words.ts`): `action.<key>`, `done.<key>`, `confirm.<key>Title`, `confirm.<key>`. */
  texts: string
  /** The calls that move a record to the trash and back. */
  trash?: { destroy: Endpoint; recover: Endpoint }
  /** What else shows the record: read again after its way into the trash or out. Default: the subject of the call. */
  subjects?: readonly Subject[]
  /** What a record is called. Default: its `name`. */
  nameOf?: (row: Row) => string
}

export const actionIcon = (Shape: Icon): ReactNode => <Shape size={16} aria-hidden="true" />

/**
 * The actions of a record, for the menu of a row and of its page: functions that each make one entry, from which the
 * caller puts the menu of a row together. Every action notifies when it is done; `dialog` has to stand in the page.
 */
export function useRecordActions<Row extends { id: number | string; deleted_at?: string | null }>(
  spec: RecordActionsSpec<Row>,
): {
  /** Leads to the form. */
  edit: (to: string, why?: string) => MenuAction
  /** Done at once. */
  act: (key: string, row: Row, action: RecordAction) => MenuAction
  /** Asked about first. `also`: further parts of the question. */
  ask: (key: string, row: Row, action: RecordAction, also?: Partial<Question>) => MenuAction
  /** Into the trash, or out of it. `why`: the reason why it can not go there. */
  trash: (row: Row, why?: string) => MenuAction
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const text = recordText(t, spec.texts)
  const question = useQuestion()
  const subjects = spec.subjects ? { subjects: spec.subjects } : {}
  // Without a trash nothing runs; the hooks need some endpoint all the same.
  const none: Endpoint = { name: '', method: 'PUT', path: '', access: 'self', summary: '' }
  const destroy = useCommand(spec.trash?.destroy ?? none, subjects)
  const recover = useCommand(spec.trash?.recover ?? none, subjects)
  const nameOf = (row: Row) => spec.nameOf?.(row) ?? String((row as { name?: unknown }).name)

  const entry = (key: string, { icon, tone, why }: RecordAction) => ({
    key,
    label: text(`action.${key}`),
    icon: actionIcon(icon),
    disabledReason: why,
    ...(tone ? { tone } : {}),
  })
  const act = (key: string, row: Row, action: RecordAction): MenuAction => ({
    ...entry(key, action),
    onClick: () => question.act(action.run, text(`done.${key}`, { name: nameOf(row), ...action.words })),
  })
  const ask = (key: string, row: Row, action: RecordAction, also: Partial<Question> = {}): MenuAction => ({
    ...entry(key, action),
    onClick: () => {
      const words = { name: nameOf(row), ...action.words }
      question.ask({
        title: text(`confirm.${key}Title`, words),
        text: text(`confirm.${key}`, words),
        confirmLabel: text(`action.${key}`),
        ...(action.tone ? { tone: action.tone } : {}),
        run: action.run,
        done: text(`done.${key}`, words),
        ...also,
      })
    },
  })
  const params = ({ id }: Row) => ({ params: { id } })
  return {
    edit: (to, why) => ({
      key: 'edit',
      label: text('action.edit'),
      icon: actionIcon(IconEdit),
      to,
      disabledReason: why,
    }),
    act,
    ask,
    trash: (row, why) =>
      row.deleted_at
        ? act('recover', row, { icon: IconTrashOff, run: () => recover.run(params(row)) })
        : ask('destroy', row, { icon: IconTrash, tone: 'danger', why, run: () => destroy.run(params(row)) }),
    dialog: question.dialog,
  }
}

/** What can be done with the record of a page: its form as a button, the rest behind another. */
export function RecordButtons({ texts, actions }: { texts: string; actions: readonly MenuAction[] }) {
  const { t } = useTranslation()
  const edit = actions.find((action) => action.key === 'edit' && !action.disabledReason)
  return (
    <>
      {edit?.to ? (
        <LinkButton to={edit.to} variant="default" leftSection={edit.icon}>
          {edit.label}
        </LinkButton>
      ) : null}
      <ActionMenu label={recordText(t, texts)('action.more')} actions={actions.filter((action) => action !== edit)} />
    </>
  )
}
