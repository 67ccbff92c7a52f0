import { Button } from '@mantine/core'
import { deviceNetworks, type DeviceNetwork } from '@trunkline/contract/resources/device-network'
import { IconNetwork, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import type { RecordColumn } from '../../record/record-columns.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import { fieldLabel } from '../../ui/field-label.ts'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'

const AllocateDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./allocate-dialog.tsx'))).AllocateDialog,
}))

/** Private networks that the provider has allocated to companies for their devices. */
export default function DeviceNetworkList() {
  const { t } = useTranslation()
  const can = useCan()
  const destroy = useCommand(deviceNetworks.destroy)
  const [adding, setAdding] = useState(false)
  const { confirm, dialog } = useRecordActions<DeviceNetwork>({
    texts: 'device-networks',
    nameOf: ({ prefix }) => prefix,
  })
  const columns: RecordColumn<DeviceNetwork>[] = [
    { field: 'prefix', width: 180, card: 'title' },
    {
      field: 'company_name',
      width: 240,
      card: 'fact',
      render: (row) => (
        <TextLink to={paths.companies.summary(row.company_id)} inherit>
          {row.company_name}
        </TextLink>
      ),
    },
    { field: 'note', width: 260, sort: false, card: 'fact' },
    { field: 'created_at', width: 200, card: 'fact', render: (row) => <Time value={row.created_at} /> },
    { field: 'id', width: 90, hidden: true },
  ]
  return (
    <>
      <ListScreen<DeviceNetwork>
        endpoint={deviceNetworks.index}
        name="device-networks"
        title={t('device-networks:title')}
        subtitle={t('device-networks:subtitle')}
        columns={columns.map((column) => ({ header: fieldLabel(t, 'device-networks', column.field), ...column }))}
        rowName={({ prefix }) => prefix}
        actions={
          can(deviceNetworks.store) ? (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t('device-networks:add.action')}
            </Button>
          ) : undefined
        }
        rowActions={(row) =>
          can(deviceNetworks.destroy)
            ? [
                confirm('release', row, {
                  icon: IconTrash,
                  tone: 'danger',
                  words: { company: row.company_name },
                  run: () => destroy.run({ params: { id: row.id } }),
                }),
              ]
            : []
        }
        withoutFilter={['id', 'company_id']}
        empty={{
          title: t('device-networks:empty.title'),
          text: t('device-networks:empty.text'),
          icon: <IconNetwork size={20} />,
        }}
      />
      <Suspense fallback={null}>{adding ? <AllocateDialog onClose={() => setAdding(false)} /> : null}</Suspense>
      {dialog}
    </>
  )
}
