import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCan } from '../access/can.ts'
import { invalidateSubject } from '../api/query.ts'
import { errorText } from '../ui/error-text.ts'
import { eachRow } from './each-row.ts'
import type { ListRow, ListScreenProps, ReportedAction } from './list-types.ts'

type Trashed = 'without' | 'with' | 'only' | undefined

/** The bulk actions of a list with a trash whose calls take one row at a time: whatever makes sense of the rows in view. */
export function useBulkTrash<Row extends ListRow>(
  { endpoint, trash, fixed }: Pick<ListScreenProps<Row>, 'endpoint' | 'trash' | 'fixed'>,
  trashed: Trashed,
): ReportedAction<Row['id']>[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!trash?.bulk) return []
  const action = (key: 'move' | 'recover', operation: Endpoint): Omit<ReportedAction<Row['id']>, 'icon' | 'tone'> => ({
    key,
    label: t(key === 'move' ? 'common:record.action.destroy' : 'common:record.action.recover'),
    can: can(operation),
    confirm: {
      title: t(`list:trash.${key}Many`),
      text: (count) => (
        <>
          {t(`list:trash.${key}ManyText`, { count })}
          {key === 'move' && trash.bulk ? ` ${trash.bulk}` : null}
        </>
      ),
    },
    run: async (selection, onProgress) => {
      const report = await eachRow(endpoint, operation, selection, {
        explain: (error) => errorText(error, t),
        ...(onProgress && { onProgress }),
        ...(fixed && { fixed }),
      })
      if (typeof operation.access === 'object') invalidateSubject(operation.access.subject)
      return report
    },
  })
  return [
    ...(trashed === 'only'
      ? []
      : [
          {
            ...action('move', trash.destroy),
            icon: <IconTrash size={16} aria-hidden="true" />,
            tone: 'danger' as const,
          },
        ]),
    ...(trashed === 'with' || trashed === 'only'
      ? [{ ...action('recover', trash.recover), icon: <IconRestore size={16} aria-hidden="true" /> }]
      : []),
  ]
}
