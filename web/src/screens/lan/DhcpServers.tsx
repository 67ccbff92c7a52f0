import { control } from '@trunkline/contract/resources/control'
import type { DhcpServer } from '@trunkline/contract/resources/control-shapes'
import { IconServer } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/link.tsx'
import { devicePaths } from './device-paths.ts'
import { ReadingPage } from './reading-page.tsx'
import { AddButton } from './row-buttons.tsx'
import { RowsCard } from './rows-card.tsx'
import { useDeviceReading } from './use-device-reading.ts'
import { useDevice } from './use-device.ts'
import { RowState } from './value.tsx'

/** DHCP servers of one router. */
export default function DhcpServers() {
  const { t } = useTranslation()
  const of = useDevice()
  const servers = useDeviceReading(of, control.servers)
  const editPage = ({ id }: DhcpServer) => ({ to: devicePaths.dhcpUpdate(of.hardwareId, id) })
  const add = of.may(control.addServer) ? (
    <AddButton label={t('lan:servers.add')} to={{ to: devicePaths.dhcpAdd(of.hardwareId) }} />
  ) : null
  return (
    <ReadingPage of={of} actions={add} reading={servers}>
      {() => (
        <RowsCard<DhcpServer>
          of={of}
          texts="lan:servers"
          rows={servers.rows}
          unread={servers.readingError !== undefined}
          empty={
            <EmptyState
              icon={<IconServer size={20} />}
              title={t('lan:servers.empty')}
              text={t('lan:servers.emptyText')}
            >
              {add}
            </EmptyState>
          }
          nameOf={({ name }) => name}
          set={control.setServer}
          remove={control.removeServer}
          editPage={editPage}
          locked={(row) => (row.dynamic ? t('lan:dynamic') : undefined)}
          columns={[
            {
              key: 'name',
              render: (row) =>
                of.may(control.setServer) && !row.dynamic ? (
                  <TextLink {...editPage(row)} inherit>
                    {row.name}
                  </TextLink>
                ) : (
                  row.name
                ),
            },
            'interface',
            {
              key: 'address_pool',
              render: ({ address_pool: pool }) => (pool === 'static-only' ? t('lan:servers.staticOnly') : pool),
            },
            'lease_time_seconds',
            { key: 'state', render: (row) => <RowState of={row} /> },
            'comment',
          ]}
        />
      )}
    </ReadingPage>
  )
}
