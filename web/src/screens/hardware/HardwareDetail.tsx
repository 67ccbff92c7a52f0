import { hardware } from '@trunkline/contract/resources/hardware'
import { IconEdit } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { OnlineState } from './badges.tsx'
import { ManagementCard, useDeviceFacts } from './device-facts.tsx'
import { ReadingCard } from './reading-card.tsx'
import './refusals.ts'
import { UsesCard } from './uses-card.tsx'
import { useHardwareActions } from './use-hardware-actions.tsx'

/** One device: what it is, where it stands, what was read from it, and how the panel reaches it. */
export default function HardwareDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(hardware.show, { params: { id } })
  const { actionsOf, dialog } = useHardwareActions()
  const device = shown.data?.data
  const facts = useDeviceFacts(device)
  const actions = device ? actionsOf(device) : []
  const edit = actions.find((action) => action.key === 'edit')
  const more = actions.filter((action) => action !== edit)
  return (
    <>
      <DetailScreen
        title={device?.name ?? t('panel:title.hardwareDetail')}
        subtitle={device ? `${device.manufacturer_name} ${device.model_name}` : undefined}
        status={device ? <OnlineState of={device} /> : null}
        crumbs={[{ label: t('hardware:title'), to: paths.hardware.list }, ...(device ? [{ label: device.name }] : [])]}
        actions={
          <>
            {edit?.to ? (
              <LinkButton to={edit.to} variant="default" leftSection={<IconEdit size={16} aria-hidden="true" />}>
                {edit.label}
              </LinkButton>
            ) : null}
            {more.length > 0 ? <ActionMenu label={t('hardware:action.more')} actions={more} /> : null}
          </>
        }
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        below={
          device ? (
            <>
              <ReadingCard device={device} />
              <ManagementCard device={device} />
              <UsesCard id={device.id} />
            </>
          ) : null
        }
        activity={{ subject: 'hardware', objectId: id, room: 'hardware' }}
      />
      {dialog}
    </>
  )
}
