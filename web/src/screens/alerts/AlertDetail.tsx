import { Button, Select, Stack, TextInput } from '@mantine/core'
import { alerts, type AlertDetails, type AlertEventEntry } from '@trunkline/contract/resources/alert'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../access/can.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/announcer.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { WhyMaintenance } from '../maintenance-windows/lazy-maintenance.tsx'
import { ConditionBadge, SeverityBadge, subjectName, valueText } from './alert-badge.tsx'

/** One alert: what is wrong, who handles it, and everything that happened to it. */
export default function AlertDetail() {
  const { id: given } = useParams({ strict: false }) as { id: string }
  const result = useCall(alerts.show, { params: { id: Number(given) } }, { every: 30_000 })
  const alert = result.data?.data
  if (alert !== undefined) return <AlertPage alert={alert} />
  return result.error ? <ErrorNotice error={result.error} retry={() => void result.refetch()} /> : <TableSkeleton />
}

/** The page of the subject, if it has one. */
function subjectPath({ subject, subject_id }: AlertDetails): string | null {
  if (subject_id === null) return null
  if (subject === 'device') return paths.hardware.detail(subject_id)
  if (subject === 'site') return paths.sites.summary(subject_id)
  if (subject === 'nas') return paths.nas.details(subject_id)
  if (subject === 'subnet') return paths.ipam.detail('ipv4', subject_id)
  if (subject === 'licence') return paths.licences.details(subject_id)
  if (subject === 'rollout') return paths.rollouts.details(subject_id)
  return subject === 'company' ? paths.companies.summary(subject_id) : null
}

function AlertPage({ alert }: { alert: AlertDetails }) {
  const { t } = useTranslation()
  const can = useCan()
  const [asking, setAsking] = useState(false)
  const unacknowledge = useCommand(alerts.unacknowledge)
  const isOpen = alert.condition !== 'closed'
  const subject = subjectPath(alert)
  const withdraw = async () => {
    settleOnly((await unacknowledge.run({ body: { ids: [alert.id] } })).data)
    announce(t('alerts:done.unacknowledge'))
  }
  return (
    <Stack gap="md">
      <PageHeader
        title={`${t(`alerts:value.rule.${alert.rule}`)}: ${subjectName(alert)}`}
        status={<SeverityBadge severity={alert.severity} />}
        crumbs={[{ label: t('alerts:title'), to: paths.alerts.list }]}
        actions={
          <>
            {subject === null ? null : (
              <LinkButton variant="default" to={subject}>
                {t('alerts:details.openSubject')}
              </LinkButton>
            )}
            {isOpen && alert.acknowledged && can(alerts.unacknowledge) ? (
              <Button variant="default" loading={unacknowledge.pending} onClick={() => void withdraw()}>
                {t('alerts:action.unacknowledge')}
              </Button>
            ) : null}
            {isOpen && can(alerts.acknowledge) ? (
              <Button onClick={() => setAsking(true)}>{t('alerts:action.acknowledge')}</Button>
            ) : null}
          </>
        }
      />
      {unacknowledge.error ? <ErrorNotice error={unacknowledge.error} inline /> : null}
      <Facts alert={alert} />
      {alert.suppressed_count === 0 ? null : (
        <Card title={t('alerts:details.caused')}>
          <p className={layout.note}>{t('alerts:details.causedText', { count: alert.suppressed_count })}</p>
          <TextLink to={`${paths.alerts.list}?search=${encodeURIComponent(`parent_id:${alert.id}`)}`}>
            {t('alerts:details.showCaused')}
          </TextLink>
        </Card>
      )}
      <Card title={t('alerts:details.events')}>
        <Events events={alert.events} rule={alert.rule} />
      </Card>
      {asking ? <AcknowledgeDialog id={alert.id} onClose={() => setAsking(false)} /> : null}
    </Stack>
  )
}

/** What a maintenance window would name to cover the alert. */
const maintenanceSubject = ({ hardware_id, site_id, company_id }: AlertDetails) =>
  hardware_id !== null ? { hardware_id } : site_id !== null ? { site_id } : { company_id }

function Facts({ alert }: { alert: AlertDetails }) {
  const { t } = useTranslation()
  const isOpen = alert.condition !== 'closed'
  return (
    <Card title={t('alerts:details.facts')}>
      <FactList
        facts={[
          { label: t('alerts:field.condition'), value: <ConditionBadge alert={alert} /> },
          ...(isOpen && alert.in_maintenance
            ? [
                {
                  label: t('alerts:details.silent'),
                  value: <WhyMaintenance of={maintenanceSubject(alert)} />,
                  wide: true,
                },
              ]
            : []),
          { label: t('alerts:field.value'), value: valueText(t, alert.rule, alert.value) },
          { label: t('alerts:field.company_name'), value: alert.company_name },
          { label: t('alerts:field.site_name'), value: alert.site_name },
          { label: t('alerts:field.since'), value: <RelativeTime value={alert.since} /> },
          ...(alert.closed_at === null
            ? []
            : [
                { label: t('alerts:field.closed_at'), value: <RelativeTime value={alert.closed_at} /> },
                {
                  label: t('alerts:field.close_reason'),
                  value: alert.close_reason && t(`alerts:value.close_reason.${alert.close_reason}`),
                },
              ]),
          { label: t('alerts:field.acknowledged_by'), value: alert.acknowledged_by },
          ...(alert.acknowledged_by === null
            ? []
            : [
                { label: t('alerts:field.acknowledge_note'), value: alert.acknowledge_note },
                {
                  label: t('alerts:field.acknowledged_until'),
                  value: alert.acknowledged_until && <Time value={alert.acknowledged_until} />,
                },
              ]),
          ...(alert.parent_id === null
            ? []
            : [
                {
                  label: t('alerts:field.parent_id'),
                  value: (
                    <TextLink to={paths.alerts.details(alert.parent_id)}>
                      {alert.parent_name ?? String(alert.parent_id)}
                    </TextLink>
                  ),
                },
              ]),
        ]}
      />
      <p className={layout.smallNote}>{t(`alerts:rule.${alert.rule}`)}</p>
    </Card>
  )
}

function Events({ events, rule }: { events: readonly AlertEventEntry[]; rule: AlertDetails['rule'] }) {
  const { t } = useTranslation()
  return (
    <SimpleTable<AlertEventEntry>
      label={t('alerts:details.events')}
      rows={events}
      rowKey={(event) => event.seq}
      columns={[
        {
          key: 'event',
          header: t('alerts:details.event'),
          cell: (event) =>
            [
              t(`alerts:event.${event.kind}`, { severity: t(`alerts:value.severity.${event.severity}`) }),
              event.kind === 'fired' ? valueText(t, rule, event.value) : null,
              event.note,
            ]
              .filter((part) => part !== null)
              .join(' · '),
        },
        { key: 'at', header: t('alerts:details.at'), cell: (event) => <Time value={event.at} /> },
        {
          key: 'by',
          header: t('alerts:details.by'),
          cell: ({ by_name }) => (by_name === 'system' ? t('alerts:details.system') : by_name),
        },
        {
          key: 'notified',
          header: t('alerts:details.notified'),
          cell: ({ notify }) => (notify === null ? '–' : t(`alerts:details.notify.${notify}`)),
        },
      ]}
    />
  )
}

const durations = ['0', '1', '4', '24', '168'] as const

/** Asks for a note, and how long the acknowledgement is valid. */
function AcknowledgeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const command = useCommand(alerts.acknowledge)
  const [note, setNote] = useState('')
  const [hours, setHours] = useState<(typeof durations)[number]>('0')
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = async () => {
    setFailure(null)
    try {
      const until = hours === '0' ? null : new Date(Date.now() + Number(hours) * 3_600_000).toISOString()
      settleOnly((await command.run({ body: { ids: [id], note: note.trim() || null, until } })).data)
      announce(t('alerts:done.acknowledge'))
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t('alerts:acknowledge.title')}
      confirmLabel={t('alerts:action.acknowledge')}
      pending={command.pending}
      error={failure}
    >
      <Stack gap="sm">
        <p className={layout.note}>{t('alerts:acknowledge.text')}</p>
        <TextInput
          label={t('alerts:acknowledge.note')}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Select
          label={t('alerts:acknowledge.until')}
          data={durations.map((value) => ({ value, label: t(`alerts:acknowledge.hours.${value}`) }))}
          value={hours}
          allowDeselect={false}
          onChange={(value) => setHours((value ?? '0') as (typeof durations)[number])}
        />
      </Stack>
    </ConfirmDialog>
  )
}
