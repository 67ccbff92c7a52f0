import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCan } from '../access/can.ts'
import type { JobAction, ListRow, ListScreenProps } from './list-types.ts'

type Trashed = 'without' | 'with' | 'only' | undefined

/** Bulk trash actions: those that apply to the visible rows. */
export function useBulkTrash<Row extends ListRow>(
  { trash }: Pick<ListScreenProps<Row>, 'trash'>,
  trashed: Trashed,
): JobAction<Row['id']>[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!trash?.bulk) return []
  const { destroy, recover, warning } = trash.bulk
  const iconProps = { size: 16, 'aria-hidden': true } as const
  const action = (key: 'move' | 'recover'): JobAction<Row['id']> => ({
    key,
    label: t(key === 'move' ? 'common:record.action.destroy' : 'common:record.action.recover'),
    icon: key === 'move' ? <IconTrash {...iconProps} /> : <IconRestore {...iconProps} />,
    can: can(key === 'move' ? destroy : recover),
    job: key === 'move' ? destroy : recover,
    ...(key === 'move' && { tone: 'danger' }),
    confirm: {
      title: t(`list:trash.${key}Many`),
      text: (count) => (
        <>
          {t(`list:trash.${key}ManyText`, { count })}
          {key === 'move' ? ` ${warning}` : null}
        </>
      ),
    },
  })
  if (trashed === 'only') return [action('recover')]
  return trashed === 'with' ? [action('move'), action('recover')] : [action('move')]
}
