import { IconInfoCircle, type Icon } from '@tabler/icons-react'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ListRow, ListScreenProps } from '../../list/list-types.ts'
import { useDiallerPath, type ServiceReference } from './dialler.ts'

/** What `ListScreen` takes from every list of sessions, logins and CoA requests, and the drawer with the details of a row. */
export function useSessionList<Row extends ListRow & ServiceReference>(
  texts: 'live' | 'history' | 'logins' | 'requests',
  Shape: Icon,
  Drawer: ComponentType<{ row: Row; onClose: () => void }>,
): {
  list: Pick<
    ListScreenProps<Row>,
    'namespace' | 'title' | 'subtitle' | 'rowLink' | 'rowName' | 'rowActions' | 'withoutFilter' | 'empty'
  >
  open: (row: Row) => void
  drawer: ReactNode
} {
  const { t } = useTranslation()
  const pathOf = useDiallerPath()
  const [shown, setShown] = useState<Row | null>(null)
  return {
    list: {
      namespace: 'sessions',
      title: t(`sessions:${texts}.title`),
      subtitle: t(`sessions:${texts}.subtitle`),
      rowLink: pathOf,
      rowName: (row) => row.username,
      rowActions: (row) => [
        {
          key: 'details',
          label: t('sessions:details'),
          icon: <IconInfoCircle size={16} />,
          onClick: () => setShown(row),
        },
      ],
      // Counts of bytes and seconds are not searched for.
      withoutFilter: ['id', 'service_id', 'company_id', 'nas_id', 'seconds', 'upload_bytes', 'download_bytes'],
      empty: {
        title: t(`sessions:${texts}.empty.title`),
        text: t(`sessions:${texts}.empty.text`),
        icon: <Shape size={20} />,
      },
    },
    open: setShown,
    drawer: <Suspense fallback={null}>{shown ? <Drawer row={shown} onClose={() => setShown(null)} /> : null}</Suspense>,
  }
}
