import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommand } from '../api/query.ts'
import { useQuestion } from '../ui/question.tsx'
import { reportNotRestored } from '../ui/report-not-restored.ts'
import type { ListRow, ListScreenProps, RowAction } from './list-types.ts'

/** The row actions "move to trash" and "recover", with their confirmation. Empty where the list has no trash. */
export function useTrash<Row extends ListRow>(
  trash: ListScreenProps<Row>['trash'],
  nameOf: (row: Row) => string,
  expectChange: () => void,
): { actions: (row: Row) => RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const { confirm, act, dialog } = useQuestion()
  // Hooks need an endpoint even without a trash.
  const none = { name: '', method: 'PUT', path: '', access: 'self', summary: '' } as const
  const calls = { destroy: useCommand(trash?.destroy ?? none), recover: useCommand(trash?.recover ?? none) }

  const actions = (row: Row): RowAction[] => {
    if (!trash?.may(row)) return []
    const key = row.deleted_at ? 'recover' : 'destroy'
    const name = nameOf(row)
    const label = t(`common:record.action.${key}`)
    const done = t(`common:record.done.${key}`, { name })
    const run = async () => {
      expectChange()
      reportNotRestored(await calls[key].run({ params: { id: row.id } as never }))
    }
    if (key === 'recover') return [{ key, label, icon: <IconRestore size={16} />, onClick: () => act(run, done) }]
    const question = {
      title: t('common:record.confirm.destroyTitle', { name }),
      text: trash.warning?.(row) ?? t('common:record.confirm.destroy'),
      confirmLabel: label,
      tone: 'danger' as const,
    }
    return [
      { key, label, icon: <IconTrash size={16} />, tone: 'danger', onClick: () => confirm({ ...question, run, done }) },
    ]
  }
  return { actions, dialog }
}
