import { Button } from '@mantine/core'
import { deviceNetworks, type DeviceNetwork } from '@trunkline/contract/resources/device-network'
import { IconNetwork, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { Time } from '../../ui/time.tsx'
import { SettingsTabs } from '../radius-certificates/settings-tabs.tsx'

const AllotDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./allot-dialog.tsx'))).AllotDialog,
}))

/** Private networks that the provider allotted to companies for their devices. */
export default function DeviceNetworkList() {
  const { t } = useTranslation()
  const can = useCan()
  const destroy = useCommand(deviceNetworks.destroy)
  const { ask, dialog } = useQuestion()
  const [adding, setAdding] = useState(false)
  const text = (key: string) => t(`device-networks:${key}`)
  const field = (key: string) => t(`device-networks:field.${key}`)

  const columns: ListColumn<DeviceNetwork>[] = [
    { field: 'prefix', header: field('prefix'), width: 180, card: 'title' },
    {
      field: 'company_name',
      header: field('company_name'),
      width: 240,
      card: 'fact',
      render: (row) => (
        <TextLink to={paths.companies.summary(row.company_id)} inherit>
          {row.company_name}
        </TextLink>
      ),
    },
    { field: 'note', header: field('note'), width: 260, sort: false, card: 'fact' },
    {
      field: 'created_at',
      header: field('created_at'),
      width: 175,
      card: 'fact',
      render: (row) => <Time value={row.created_at} />,
    },
    { field: 'id', header: field('id'), width: 90, hidden: true },
  ]

  const withdraw = (row: DeviceNetwork) => {
    const { prefix, company_name: company } = row
    ask({
      title: t('device-networks:withdraw.title', { prefix }),
      text: t('device-networks:withdraw.text', { company }),
      confirmLabel: text('withdraw.action'),
      tone: 'danger',
      run: () => destroy.run({ params: { id: row.id } }),
      done: t('device-networks:withdraw.done', { prefix }),
    })
  }
  const add = can(deviceNetworks.store) ? (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {text('add.action')}
    </Button>
  ) : undefined

  return (
    <>
      <ListScreen<DeviceNetwork>
        endpoint={deviceNetworks.index}
        name="device-networks"
        title={text('title')}
        subtitle={text('subtitle')}
        nav={<SettingsTabs />}
        columns={columns}
        rowName={(row) => row.prefix}
        actions={add}
        rowActions={(row) =>
          can(deviceNetworks.destroy)
            ? [
                {
                  key: 'withdraw',
                  label: text('withdraw.action'),
                  icon: <IconTrash size={16} aria-hidden="true" />,
                  tone: 'danger' as const,
                  onClick: () => withdraw(row),
                },
              ]
            : []
        }
        withoutFilter={['id', 'company_id']}
        empty={{
          title: text('empty.title'),
          text: text('empty.text'),
          icon: <IconNetwork size={20} />,
        }}
      />
      <Suspense fallback={null}>{adding ? <AllotDialog onClose={() => setAdding(false)} /> : null}</Suspense>
      {dialog}
    </>
  )
}
