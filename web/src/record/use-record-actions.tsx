import { IconEdit, IconTrash, IconTrashOff, type Icon } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommand } from '../api/query.ts'
import type { Subject } from '@trunkline/contract/abilities'
import { ActionMenu, type MenuAction } from '../ui/action-menu.tsx'
import { LinkButton } from '../ui/link.tsx'
import { useQuestion, type Question } from '../ui/question.tsx'
import { reportNotRestored } from '../ui/report-not-restored.ts'
import { recordText } from './words.ts'

export interface RecordAction {
  icon: Icon
  tone?: 'normal' | 'danger'
  /** Why the action is disabled. */
  why?: string | undefined
  run: () => Promise<unknown>
  /** Further placeholders of its texts, beside `name`. */
  words?: Record<string, unknown>
}

export interface RecordActionsSpec<Row> {
  /**
   * The prefix of the texts (`record/words.ts`): `action.<key>`, `done.<key>`, `confirm.<key>Title`, `confirm.<key>`.
   */
  texts: string
  /** The calls that move a record to the trash and back. */
  trash?: { destroy: Endpoint; recover: Endpoint }
  /** Further subjects whose queries show the record. Default: the subject of the call. */
  subjects?: readonly Subject[]
  /** The name of a record. Default: its `name`. */
  nameOf?: (row: Row) => string
}

export const actionIcon = (Shape: Icon): ReactNode => <Shape size={16} aria-hidden="true" />

/**
 * The actions of a record, for the menus of a row and of its page: functions that each return one entry. Every action
 * notifies on success; `dialog` must be rendered in the page.
 */
export function useRecordActions<Row extends { id: number | string; deleted_at?: string | null }>(
  spec: RecordActionsSpec<Row>,
): {
  /** A link to the form. */
  edit: (to: string, why?: string) => MenuAction
  /** Runs at once. */
  act: (key: string, row: Row, action: RecordAction) => MenuAction
  /** Runs after a confirmation. `also`: further parts of the question. */
  confirm: (key: string, row: Row, action: RecordAction, also?: Partial<Question>) => MenuAction
  /** Moves to the trash, or recovers. `why`: the reason why it is disabled. */
  trash: (row: Row, why?: string) => MenuAction
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const text = recordText(t, spec.texts)
  const question = useQuestion()
  const subjects = spec.subjects ? { subjects: spec.subjects } : {}
  // Hooks need an endpoint even without a trash.
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
  const confirm = (key: string, row: Row, action: RecordAction, also: Partial<Question> = {}): MenuAction => ({
    ...entry(key, action),
    onClick: () => {
      const words = { name: nameOf(row), ...action.words }
      question.confirm({
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
    confirm,
    trash: (row, why) =>
      row.deleted_at
        ? act('recover', row, {
            icon: IconTrashOff,
            run: async () => reportNotRestored(await recover.run(params(row))),
          })
        : confirm('destroy', row, { icon: IconTrash, tone: 'danger', why, run: () => destroy.run(params(row)) }),
    dialog: question.dialog,
  }
}

/** The actions of a page's record: a button for its form, and a menu for the others. */
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
