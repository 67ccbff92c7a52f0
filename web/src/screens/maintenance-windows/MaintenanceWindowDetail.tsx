import { IconPlayerStop } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import { maintenanceWindows, type MaintenanceWindow } from '@trunkline/contract/resources/maintenance-window'
import { rollouts } from '@trunkline/contract/resources/rollout'
import { sites } from '@trunkline/contract/resources/site'
import { useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { recordFacts } from '../../record/record-facts.tsx'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { MaintenanceWindowBadge } from './maintenance-window-badge.tsx'
import { scheduleText } from './schedule-text.ts'

/** The page of a maintenance window: when it was, is and will be. */
export default function MaintenanceWindowDetail() {
  const { t, i18n } = useTranslation()
  const canOn = useRowCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(maintenanceWindows.show, { params: { id } }, { every: 60_000 })
  const window = shown.data?.data
  const end = useCommand(maintenanceWindows.end)
  const { confirm, edit, trash, dialog } = useRecordActions<MaintenanceWindow>({
    texts: 'maintenance-windows',
    trash: maintenanceWindows,
  })
  const actions = window
    ? [
        ...(!window.deleted_at && canOn(maintenanceWindows.update, window)
          ? [
              edit(paths.maintenanceWindows.update(id)),
              confirm('end', window, {
                icon: IconPlayerStop,
                why: window.state === 'running' ? undefined : t('maintenance-windows:notRunning'),
                run: () => end.run({ params: { id } }),
              }),
            ]
          : []),
        ...(canOn(maintenanceWindows.destroy, window) ? [trash(window)] : []),
      ]
    : []
  return (
    <>
      <DetailScreen
        title={window?.name ?? t('panel:title.maintenanceWindowDetails')}
        status={window ? <MaintenanceWindowBadge of={window} /> : null}
        crumbs={[
          { label: t('maintenance-windows:title'), to: paths.maintenanceWindows.list },
          { label: window?.name ?? '…' },
        ]}
        actions={<RecordButtons texts="maintenance-windows" actions={actions} />}
        deleted={window && { at: window.deleted_at, actions }}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        facts={
          window
            ? recordFacts(
                t,
                'maintenance-windows',
                {
                  scope: <Scope of={window} />,
                  schedule: scheduleText(t, window, regional(i18n.language)),
                  time_zone: window.time_zone.replaceAll('_', ' '),
                  company_name: (
                    <NameLink page={companies.show} to={paths.companies.summary(window.company_id)}>
                      {window.company_name}
                    </NameLink>
                  ),
                },
                window,
              )
            : []
        }
        below={window ? <Occurrences of={window} /> : null}
        activity={{ subject: 'maintenance-windows', objectId: id, namespace: 'maintenance-windows' }}
      />
      {dialog}
    </>
  )
}

/** What a window covers. */
function Scope({ of }: { of: MaintenanceWindow }) {
  const { t } = useTranslation()
  const page =
    of.site_id !== null
      ? { page: sites.show, to: paths.sites.summary(of.site_id) }
      : of.hardware_id !== null
        ? { page: hardware.show, to: paths.hardware.detail(of.hardware_id) }
        : of.rollout_id !== null
          ? { page: rollouts.show, to: paths.rollouts.details(of.rollout_id) }
          : undefined
  return (
    <>
      {t(`maintenance-windows:value.scope.${of.scope}`)}
      {of.scope_name === null ? null : ' · '}
      {of.scope_name === null ? null : page === undefined ? (
        of.scope_name
      ) : (
        <NameLink {...page}>{of.scope_name}</NameLink>
      )}
    </>
  )
}

/** The last occurrences and the next ones, latest first. */
function Occurrences({ of }: { of: MaintenanceWindow }) {
  const { t } = useTranslation()
  const now = Date.now()
  const stateOf = ({ from, until }: MaintenanceWindow['occurrences'][number]) =>
    Date.parse(until) <= now ? 'over' : Date.parse(from) <= now ? 'running' : 'planned'
  return (
    <Card title={t('maintenance-windows:occurrences.title')}>
      {of.occurrences.length === 0 ? (
        <p className={layout.note}>{t('maintenance-windows:occurrences.none')}</p>
      ) : (
        <SimpleTable
          label={t('maintenance-windows:occurrences.title')}
          rows={of.occurrences}
          rowKey={({ from }) => from}
          columns={[
            {
              key: 'from',
              header: t('maintenance-windows:occurrences.from'),
              cell: ({ from }) => <Time value={from} />,
            },
            {
              key: 'until',
              header: t('maintenance-windows:occurrences.until'),
              cell: ({ until }) => <Time value={until} />,
            },
            {
              key: 'state',
              header: t('maintenance-windows:field.state'),
              cell: (one) => {
                const state = stateOf(one)
                return state === 'over' ? (
                  <StatusBadge tone="neutral">{t('maintenance-windows:value.state.over')}</StatusBadge>
                ) : (
                  <MaintenanceWindowBadge of={{ state }} />
                )
              },
            },
          ]}
        />
      )}
    </Card>
  )
}
