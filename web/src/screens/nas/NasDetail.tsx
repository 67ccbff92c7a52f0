import { nas } from '@trunkline/contract/resources/nas'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { RadiusNotice } from '../dashboard/radius-notice.tsx'
import { HealthBadge } from './badges.tsx'
import { NasHealth, NasRejects } from './health-part.tsx'
import { useNasFacts } from './nas-facts.tsx'
import { AuthenticatorHint, UnansweredPackets } from './security-part.tsx'
import { SetupTab } from './setup-tab.tsx'
import { useNasActions } from './use-nas-actions.tsx'

/** One NAS: when it was heard and what became of its logins, what it is, and the configuration to paste at it. */
export default function NasDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(nas.show, { params: { id } })
  const { actionsOf, dialog } = useNasActions()

  const device = shown.data?.data
  const facts = useNasFacts(device)

  return (
    <>
      <RadiusNotice />
      <DetailScreen
        title={device?.name ?? t('panel:title.nasDetails')}
        subtitle={device ? `${device.address} · ${t(`nas:value.vendor.${device.vendor}`)}` : undefined}
        status={device ? <HealthBadge of={device} /> : null}
        crumbs={[{ label: t('nas:title'), to: paths.nas.list }, ...(device ? [{ label: device.name }] : [])]}
        actions={<RecordButtons texts="nas" actions={device ? actionsOf(device) : []} />}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={
          device ? (
            <>
              <UnansweredPackets device={device} />
              <NasHealth device={device} />
              <AuthenticatorHint device={device} />
              <NasRejects id={device.id} />
            </>
          ) : null
        }
        facts={facts}
        tabs={
          device && !device.deleted_at
            ? [
                {
                  key: 'setup',
                  label: t('nas:setup.title'),
                  content: () => <SetupTab key={device.id} device={device} />,
                },
              ]
            : []
        }
        activity={{ subject: 'nas', objectId: id, namespace: 'nas' }}
      />
      {dialog}
    </>
  )
}
