import { nas, type NasRow } from '@trunkline/contract/resources/nas'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import { RadiusNotice } from '../dashboard/radius-notice.tsx'
import { HealthBadge } from './badges.tsx'
import { NasHealth, NasRejects } from './health-cards.tsx'
import { useNasFacts } from './nas-facts.tsx'
import { AuthenticatorHint, UnansweredPackets } from './security-notices.tsx'
import { Readings } from '../readings/lazy-readings.tsx'
import { SetupTab } from './setup-tab.tsx'

/** One NAS: its packets and logins, facts, and the configuration for the router. */
export default function NasDetail() {
  const { t } = useTranslation()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const query = useCall(nas.show, { params: { id } })
  const canOn = useRowCan()
  const { edit, trash, dialog } = useRecordActions<NasRow>({ texts: 'nas', trash: nas })
  const device = query.data?.data
  const facts = useNasFacts(device)
  const actions =
    device && !device.inherited
      ? [
          ...(!device.deleted_at && canOn(nas.update, device) ? [edit(paths.nas.update(id))] : []),
          ...(canOn(nas.destroy, device) ? [trash(device)] : []),
        ]
      : []

  return (
    <>
      <RadiusNotice />
      <DetailScreen
        title={device?.name ?? t('panel:title.nasDetails')}
        subtitle={device ? `${device.address} · ${t(`nas:value.vendor.${device.vendor}`)}` : undefined}
        status={device ? <HealthBadge of={device} /> : null}
        crumbs={[{ label: t('nas:title'), to: paths.nas.list }, ...(device ? [{ label: device.name }] : [])]}
        actions={<RecordButtons texts="nas" actions={actions} />}
        deleted={device && { at: device.deleted_at, actions }}
        loading={query.isPending}
        error={query.error}
        retry={() => void query.refetch()}
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
                // One that a company above shares also counts the logins of others.
                ...(device.inherited
                  ? []
                  : [
                      {
                        key: 'graphs',
                        label: t('common:graphs'),
                        content: () => (
                          <Readings
                            of={{ kind: 'nas', id: device.id }}
                            title={t('common:graphs')}
                            plots={['sessions', 'logins', 'response-time']}
                            optional={['response-time']}
                          />
                        ),
                      },
                    ]),
              ]
            : []
        }
        activity={{ subject: 'nas', objectId: id, namespace: 'nas' }}
      />
      {dialog}
    </>
  )
}
