import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCan } from '../access/can.ts'
import { invalidateSubject } from '../api/query.ts'
import { errorText } from '../ui/error-text.ts'
import { eachRow } from './each-row.ts'
import type { ListRow, ListScreenProps, ReportedAction } from './list-types.ts'

type Trashed = 'without' | 'with' | 'only' | undefined

/** Bulk trash actions for calls that take one row at a time: those that apply to the visible rows. */
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
  const iconProps = { size: 16, 'aria-hidden': true } as const
  const move = { ...action('move', trash.destroy), icon: <IconTrash {...iconProps} />, tone: 'danger' as const }
  const recover = { ...action('recover', trash.recover), icon: <IconRestore {...iconProps} /> }
  if (trashed === 'only') return [recover]
  return trashed === 'with' ? [move, recover] : [move]
}
