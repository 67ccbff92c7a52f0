import { alerts, type AlertListRow } from '@trunkline/contract/resources/alert'
import { IconBellOff, IconCheck } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { ConditionBadge, SeverityBadge, subjectName, valueText } from './alert-badge.tsx'

/** Alerts of the caller's company and of companies below it: open ones first, by severity. */
export default function AlertList() {
  const { t } = useTranslation()
  const can = useCan()
  const acknowledge = useCommand(alerts.acknowledge)
  const unacknowledge = useCommand(alerts.unacknowledge)
  return (
    <ListScreen<AlertListRow>
      endpoint={alerts.index}
      name="alerts"
      title={t('alerts:title')}
      subtitle={t('alerts:subtitle')}
      rowLink={(row) => paths.alerts.details(row.id)}
      rowName={(row) => `${t(`alerts:value.rule.${row.rule}`)}: ${subjectName(row)}`}
      every={60_000}
      columns={fieldColumns<AlertListRow>(t, 'alerts', [
        {
          field: 'rule',
          width: 330,
          sort: false,
          card: 'title',
          below: (row) => [subjectName(row), row.site_name, row.company_name],
          render: (row) => {
            const name = t(`alerts:value.rule.${row.rule}`)
            return row.suppressed_count === 0
              ? name
              : `${name} ${t('alerts:status.others', { count: row.suppressed_count })}`
          },
        },
        {
          field: 'urgency',
          width: 120,
          card: 'status',
          render: ({ severity }) => <SeverityBadge severity={severity} />,
        },
        { field: 'subject_name', width: 210, sort: false, hidden: true, render: subjectName },
        { field: 'site_name', width: 150, sort: false, hidden: true },
        { field: 'company_name', width: 170, sort: false, hidden: true },
        { field: 'condition', width: 140, sort: false, card: 'fact', render: (row) => <ConditionBadge alert={row} /> },
        { field: 'value', width: 100, sort: false, render: ({ rule, value }) => valueText(t, rule, value) },
        {
          field: 'since',
          width: 130,
          sort: false,
          card: 'fact',
          render: ({ since }) => <RelativeTime value={since} />,
        },
        { field: 'acknowledged_by', width: 160, sort: false, card: 'fact' },
        { field: 'fired_at', width: 150, hidden: true, render: (row) => <RelativeTime value={row.fired_at} /> },
        {
          field: 'closed_at',
          width: 150,
          sort: false,
          hidden: true,
          render: (row) => <RelativeTime value={row.closed_at} />,
        },
      ])}
      bulk={[
        bulkAction(t, 'alerts', {
          key: 'acknowledge',
          icon: IconCheck,
          can: can(alerts.acknowledge),
          run: async (selection) => (await acknowledge.run({ body: selection })).data,
        }),
        bulkAction(t, 'alerts', {
          key: 'unacknowledge',
          icon: IconBellOff,
          can: can(alerts.unacknowledge),
          run: async (selection) => (await unacknowledge.run({ body: selection })).data,
        }),
      ]}
      withoutFilter={['id', 'company_id', 'site_id', 'hardware_id', 'parent_id', 'urgency']}
      empty={{ title: t('alerts:empty.title'), text: t('alerts:empty.text'), icon: <IconCheck size={20} /> }}
    />
  )
}
