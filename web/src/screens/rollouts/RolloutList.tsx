import { rollouts, type RolloutRow } from '@trunkline/contract/resources/rollout'
import { IconAdjustments, IconCloudUp } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RolloutBadge } from './rollout-badge.tsx'

/** Upgrades of the caller's company and of companies below it. */
export default function RolloutList() {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <ListScreen<RolloutRow>
      endpoint={rollouts.index}
      name="rollouts"
      title={t('rollouts:title')}
      subtitle={t('rollouts:subtitle')}
      create={{ to: paths.rollouts.create, can: can(rollouts.store), label: t('rollouts:create') }}
      actions={
        can(rollouts.storeChange) ? (
          <LinkButton variant="default" leftSection={actionIcon(IconAdjustments)} to={paths.rolloutChange}>
            {t('rollouts:change.create')}
          </LinkButton>
        ) : null
      }
      rowLink={(row) => paths.rollouts.details(row.id)}
      rowName={(row) => row.name}
      columns={fieldColumns<RolloutRow>(t, 'rollouts', [
        { field: 'name', width: 220, card: 'title' },
        { field: 'kind', width: 180, card: 'fact', render: ({ kind }) => t(`rollouts:value.kind.${kind}`) },
        { field: 'state', width: 140, card: 'status', render: ({ state }) => <RolloutBadge state={state} /> },
        {
          field: 'ended',
          header: t('rollouts:field.progress'),
          width: 260,
          sort: false,
          card: 'fact',
          render: (row) => t('rollouts:progress', { ...row }),
        },
        {
          field: 'channel',
          width: 130,
          card: 'fact',
          render: ({ kind, channel, target_version }) =>
            kind === 'change' ? null : (target_version ?? t(`rollouts:value.channel.${channel}`)),
        },
        { field: 'company_name', width: 180, hidden: true },
        { field: 'requested_by', width: 200, hidden: true },
        { field: 'created_at', width: 160, card: 'fact', render: (row) => <RelativeTime value={row.created_at} /> },
        { field: 'finished_at', width: 160, render: (row) => <RelativeTime value={row.finished_at} /> },
      ])}
      withoutFilter={['id', 'company_id']}
      empty={{ title: t('rollouts:empty.title'), text: t('rollouts:empty.text'), icon: <IconCloudUp size={20} /> }}
    />
  )
}
