import { IconRestore, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { useCommand } from '../api/query.ts'
import { errorText } from '../ui/error-text.ts'
import { notify } from '../ui/notify.ts'
import type { ListRow, ListScreenProps, RowAction } from './list-types.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../ui/confirm-dialog.tsx'))).ConfirmDialog,
}))

/** The row actions "move to trash" and "recover", with their question. Nothing where the list has no trash. */
export function useTrash<Row extends ListRow>(
  trash: ListScreenProps<Row>['trash'],
  nameOf: (row: Row) => string,
  expectChange: () => void,
): { actions: (row: Row) => RowAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<Row | null>(null)
  // Without a trash nothing runs; the hooks need some endpoint all the same.
  const none = { name: '', method: 'PUT', path: '', access: 'self', summary: '' } as const
  const destroy = useCommand(trash?.destroy ?? none)
  const recover = useCommand(trash?.recover ?? none)

  const actions = (row: Row): RowAction[] => {
    if (!trash?.may(row)) return []
    if (row.deleted_at)
      return [
        {
          key: 'recover',
          label: t('common:record.action.recover'),
          icon: <IconRestore size={16} />,
          onClick: () => {
            expectChange()
            recover.run({ params: { id: row.id } as never }).then(
              () => notify.success(t('common:record.done.recover', { name: nameOf(row) })),
              (error: unknown) => notify.error(errorText(error, t)),
            )
          },
        },
      ]
    return [
      {
        key: 'destroy',
        label: t('common:record.action.destroy'),
        icon: <IconTrash size={16} />,
        tone: 'danger',
        onClick: () => {
          destroy.reset()
          setRequested(row)
        },
      },
    ]
  }

  const dialog = requested ? (
    <Suspense fallback={null}>
      <ConfirmDialog
        opened
        tone="danger"
        title={t('common:record.confirm.destroyTitle', { name: nameOf(requested) })}
        confirmLabel={t('common:record.action.destroy')}
        pending={destroy.pending}
        error={destroy.error}
        onClose={() => setRequested(null)}
        onConfirm={() => {
          expectChange()
          destroy.run({ params: { id: requested.id } as never }).then(
            () => {
              notify.success(t('common:record.done.destroy', { name: nameOf(requested) }))
              setRequested(null)
            },
            () => undefined,
          )
        }}
      >
        {trash?.warning?.(requested) ?? t('common:record.confirm.destroy')}
      </ConfirmDialog>
    </Suspense>
  ) : null
  return { actions, dialog }
}
