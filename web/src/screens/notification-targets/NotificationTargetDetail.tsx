import { useParams } from '@tanstack/react-router'
import { companies } from '@trunkline/contract/resources/company'
import { notificationTargets, type NotificationTarget } from '@trunkline/contract/resources/notification-target'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { IconSend } from '@tabler/icons-react'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { NotificationTargetBadge } from './notification-target-badge.tsx'

/** The page of a notification target: its fields and what happened to it. */
export default function NotificationTargetDetail() {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(notificationTargets.show, { params: { id } })
  const notificationTarget = shown.data?.data
  const facts = useFacts(notificationTarget)
  const test = useCommand(notificationTargets.test)
  const { act, edit, trash, dialog } = useRecordActions<NotificationTarget>({
    texts: 'notification-targets',
    trash: notificationTargets,
  })
  const actions = notificationTarget
    ? [
        ...(!notificationTarget.deleted_at && canOn(notificationTargets.update, notificationTarget)
          ? [
              edit(paths.notificationTargets.update(id)),
              act('test', notificationTarget, { icon: IconSend, run: () => test.run({ params: { id } }) }),
            ]
          : []),
        ...(canOn(notificationTargets.destroy, notificationTarget) ? [trash(notificationTarget)] : []),
      ]
    : []
  return (
    <>
      <DetailScreen
        title={notificationTarget?.name ?? t('panel:title.notificationTargetDetails')}
        status={notificationTarget ? <NotificationTargetBadge of={notificationTarget} /> : null}
        crumbs={[
          { label: t('notification-targets:title'), to: paths.notificationTargets.list },
          { label: notificationTarget?.name ?? '…' },
        ]}
        actions={<RecordButtons texts="notification-targets" actions={actions} />}
        deleted={notificationTarget && { at: notificationTarget.deleted_at, actions }}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={facts}
        below={
          notificationTarget && canOn(notificationTargets.deliveries, notificationTarget) ? (
            <DeliveriesCard id={id} />
          ) : null
        }
        activity={{ subject: 'notification-targets', objectId: id, namespace: 'notification-targets' }}
      />
      {dialog}
    </>
  )
}

function useFacts(notificationTarget: NotificationTarget | undefined): Fact[] {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  if (!notificationTarget) return []
  const { company_id, company_name } = notificationTarget
  return [
    {
      label: t('notification-targets:field.company_name'),
      value: can(companies.show) ? (
        <TextLink to={paths.companies.summary(company_id)} inherit>
          {company_name}
        </TextLink>
      ) : (
        company_name
      ),
    },
    {
      label: t('notification-targets:field.kind'),
      value: t(`notification-targets:value.kind.${notificationTarget.kind}`),
    },
    { label: t('notification-targets:field.recipients'), value: notificationTarget.recipients },
    { label: t('notification-targets:field.host'), value: notificationTarget.host },
    {
      label: t('notification-targets:field.min_severity'),
      value: t(`notification-targets:value.min_severity.${notificationTarget.min_severity}`),
    },
    {
      label: t('notification-targets:field.after_minutes'),
      value:
        notificationTarget.after_minutes === 0
          ? t('notification-targets:immediately')
          : t('notification-targets:after', { minutes: notificationTarget.after_minutes }),
    },
    {
      label: t('notification-targets:quiet'),
      value:
        notificationTarget.quiet_from === null
          ? t('notification-targets:noQuiet')
          : `${notificationTarget.quiet_from}–${notificationTarget.quiet_until} (${notificationTarget.time_zone})`,
    },
    {
      label: t('notification-targets:field.last_sent_at'),
      value:
        notificationTarget.last_sent_at === null ? (
          t('notification-targets:never')
        ) : (
          <Time value={notificationTarget.last_sent_at} />
        ),
    },
    ...(notificationTarget.last_error === null
      ? []
      : [{ label: t('notification-targets:lastError'), value: textOf(notificationTarget.last_error), wide: true }]),
    { label: t('common:field.created_at'), value: <Time value={notificationTarget.created_at} /> },
    { label: t('common:field.updated_at'), value: <Time value={notificationTarget.updated_at} /> },
    ...(notificationTarget.deleted_at
      ? [{ label: t('common:field.deleted_at'), value: <Time value={notificationTarget.deleted_at} /> }]
      : []),
    ...(notificationTarget.notes
      ? [{ label: t('common:field.notes'), value: notificationTarget.notes, wide: true }]
      : []),
  ]
}
