import { useParams } from '@tanstack/react-router'
import { deviceSetups, type DeviceSetupRow } from '@trunkline/contract/resources/device-setup'
import { IconCircleCheck, IconCircleDashed, IconCircleOff, IconCircleX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { DeviceTemplatesCard } from '../device-templates/device-card.tsx'
import classes from '../hardware/hardware.module.css'
import { DeviceSetupBadge } from './device-setup-badge.tsx'

/** Milliseconds between two readings while the setup runs. */
const refreshInterval = 3000

const running = new Set<DeviceSetupRow['state']>(['waiting', 'script', 'connecting', 'unreachable'])

/** What has happened, what is next, and why a step did not happen. */
function Steps({ of }: { of: DeviceSetupRow }) {
  const { t } = useTranslation()
  useMessages()
  const steps = [
    { key: 'registered', at: of.created_at, problem: null },
    { key: 'called', at: of.called_at, problem: null },
    { key: 'script', at: of.script_at, problem: of.detail },
    { key: 'connected', at: of.connected_at, problem: null },
    { key: 'read', at: of.read_at, problem: of.read_error },
  ] as const
  const next = steps.findIndex(({ at }) => at === null)
  return (
    <Card title={t('device-setups:step.title')}>
      <ol className={layout.rows}>
        {steps.map(({ key, at, problem }, index) => {
          const state = at !== null ? 'done' : index === next ? 'next' : 'open'
          return (
            <li key={key}>
              <span className={clsx(classes.iconLine, state === 'done' && classes.good)}>
                {problem ? (
                  <IconCircleX size={18} aria-hidden="true" />
                ) : state === 'done' ? (
                  <IconCircleCheck size={18} aria-hidden="true" />
                ) : (
                  <IconCircleDashed size={18} aria-hidden="true" />
                )}
                <span className={layout.stacked}>
                  <span>{t(`device-setups:step.${key}`)}</span>
                  {problem ? <span role="status">{textOf(problem)}</span> : null}
                </span>
              </span>
              <span className={layout.quiet}>
                {at === null ? t(`device-setups:step.${state}`) : <Time value={at} />}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The setup of one router, step by step. */
export default function DeviceSetupDetail() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(deviceSetups.show, { params: { id } }, { every: refreshInterval, row: id })
  const cancel = useCommand(deviceSetups.cancel, { subjects: ['device-setups'] })
  const { confirm, dialog } = useRecordActions<DeviceSetupRow>({ texts: 'device-setups' })
  const of = shown.data?.data
  const mayCancel =
    of !== undefined && running.has(of.state) && of.connected_at === null && canOn(deviceSetups.cancel, of)
  return (
    <>
      <DetailScreen
        title={of?.name ?? t('panel:title.deviceSetupDetails')}
        subtitle={of?.model_name}
        status={of ? <DeviceSetupBadge state={of.state} /> : null}
        crumbs={[{ label: t('device-setups:title'), to: paths.deviceSetups.list }, { label: of?.name ?? '…' }]}
        actions={
          of ? (
            <>
              <LinkButton variant="default" to={paths.hardware.detail(of.hardware_id)}>
                {t('device-setups:openDevice')}
              </LinkButton>
              <RecordButtons
                texts="device-setups"
                actions={
                  mayCancel
                    ? [
                        confirm('cancel', of, {
                          icon: IconCircleOff,
                          tone: 'danger',
                          run: () => cancel.run({ params: { id } }),
                        }),
                      ]
                    : []
                }
              />
            </>
          ) : null
        }
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={of ? <Steps of={of} /> : null}
        below={of && of.connected_at !== null ? <DeviceTemplatesCard id={of.hardware_id} /> : null}
        facts={
          of
            ? [
                { label: t('device-setups:field.serial_number'), value: of.serial_number },
                { label: t('device-setups:field.mac'), value: of.mac },
                { label: t('device-setups:field.company_name'), value: of.company_name },
                {
                  label: t('device-setups:field.site_name'),
                  value:
                    of.site_id === null ? null : (
                      <TextLink to={paths.sites.summary(of.site_id)} inherit>
                        {of.site_name}
                      </TextLink>
                    ),
                },
                {
                  label: t('device-setups:field.tunnel'),
                  value: of.tunnel === null ? null : t(`device-setups:value.tunnel.${of.tunnel}`),
                },
                { label: t('device-setups:field.called_from'), value: of.called_from },
                { label: t('device-setups:field.calls'), value: String(of.calls) },
                { label: t('device-setups:field.expires_at'), value: <Time value={of.expires_at} /> },
                { label: t('device-setups:field.requested_by'), value: of.requested_by },
              ]
            : []
        }
        activity={{ subject: 'device-setups', objectId: id, namespace: 'device-setups' }}
      />
      {dialog}
    </>
  )
}
