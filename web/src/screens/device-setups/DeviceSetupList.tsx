import { Button } from '@mantine/core'
import { deviceSetups, type DeviceSetupRow } from '@trunkline/contract/resources/device-setup'
import { IconRouter, IconTerminal2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { DeviceSetupBadge } from './device-setup-badge.tsx'
import { UnknownRouters } from './unknown-routers.tsx'

const LineDialog = lazy(() => loadChunk(() => import('./line-dialog.tsx')))

/** Milliseconds between two readings: the end of a setup is a reading of its device, which is not announced here. */
const refreshInterval = 10_000

/** Routers that the panel waits for, and those that it has set up. */
export default function DeviceSetupList() {
  const { t } = useTranslation()
  const can = useCan()
  const [showsLine, setShowsLine] = useState(false)
  return (
    <>
      <ListScreen<DeviceSetupRow>
        endpoint={deviceSetups.index}
        name="device-setups"
        title={t('device-setups:title')}
        subtitle={t('device-setups:subtitle')}
        create={{ to: paths.deviceSetups.create, can: can(deviceSetups.store), label: t('device-setups:create') }}
        actions={
          can(deviceSetups.line) ? (
            <Button
              variant="default"
              leftSection={actionIcon(IconTerminal2)}
              aria-haspopup="dialog"
              onClick={() => setShowsLine(true)}
            >
              {t('device-setups:line.show')}
            </Button>
          ) : null
        }
        nav={<UnknownRouters />}
        every={refreshInterval}
        rowLink={(row) => paths.deviceSetups.details(row.id)}
        rowName={(row) => row.name}
        columns={fieldColumns<DeviceSetupRow>(t, 'device-setups', [
          { field: 'name', width: 200, card: 'title' },
          {
            field: 'state',
            width: 190,
            card: 'status',
            render: ({ state }) => <DeviceSetupBadge state={state} />,
          },
          { field: 'serial_number', width: 150, sort: false, card: 'fact' },
          { field: 'model_name', width: 170, sort: false, hidden: true },
          { field: 'site_name', width: 180, card: 'fact' },
          { field: 'company_name', width: 180, hidden: true },
          {
            field: 'called_at',
            width: 150,
            sort: false,
            card: 'fact',
            render: ({ called_at }) => <RelativeTime value={called_at} />,
          },
          { field: 'expires_at', width: 160, hidden: true },
          { field: 'created_at', width: 150, card: 'fact', render: (row) => <RelativeTime value={row.created_at} /> },
          { field: 'requested_by', width: 200, sort: false, hidden: true },
        ])}
        withoutFilter={['id', 'company_id', 'hardware_id', 'site_id']}
        empty={{
          title: t('device-setups:empty.title'),
          text: t('device-setups:empty.text'),
          icon: <IconRouter size={20} />,
        }}
      />
      <Suspense fallback={null}>{showsLine ? <LineDialog onClose={() => setShowsLine(false)} /> : null}</Suspense>
    </>
  )
}
