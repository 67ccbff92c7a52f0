import { Button } from '@mantine/core'
import { rollouts, type Rollout, type RolloutDevice } from '@trunkline/contract/resources/rollout'
import { IconArrowDown, IconArrowUp, IconCloudUp, IconPlayerSkipForward, IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { RowAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { Card } from '../../ui/card.tsx'
import { announce } from '../../ui/announcer.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { errorFacts, errorText } from '../../ui/error-text.ts'
import layout from '../../ui/layout.module.css'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { DeviceStateBadge, RolloutBadge } from './rollout-badge.tsx'

/** Milliseconds between two readings of a running rollout, in case a live message was lost. */
const refreshInterval = 5000

/** One rollout: its progress by wave, and one row for each device. */
export default function RolloutDetail() {
  const { id: given } = useParams({ strict: false }) as { id: string }
  const id = Number(given)
  const [open, setOpen] = useState(true)
  const result = useCall(rollouts.show, { params: { id } }, open ? { every: refreshInterval } : {})
  const rollout = result.data?.data
  if (rollout !== undefined && open === (rollout.finished_at !== null)) setOpen(rollout.finished_at === null)
  if (rollout !== undefined) return <RolloutReport rollout={rollout} />
  return result.error ? <ErrorNotice error={result.error} retry={() => void result.refetch()} /> : <TableSkeleton />
}

/** What is true now, how far each wave is, and why the rollout stopped. */
/** Prefix of the texts about a change; none for an upgrade. */
const prefixOf = ({ kind }: Pick<Rollout, 'kind'>): 'change.' | '' => (kind === 'change' ? 'change.' : '')

/** What would change, for each group of devices with the same differences. */
function Groups({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  const shown = useCall(
    rollouts.groups,
    { params: { id: rollout.id } },
    rollout.finished_at === null ? { every: refreshInterval } : {},
  )
  const groups = shown.data?.data ?? []
  if (shown.error) return <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
  if (groups.length === 0) return null
  return (
    <Card title={t('rollouts:groups.title')}>
      <p className={layout.note}>{t('rollouts:groups.text')}</p>
      <div className={layout.stack}>
        {groups.map((group) => (
          <details key={group.group} open={groups.length === 1}>
            <summary>
              <strong>{t('rollouts:groups.devices', { count: group.devices })}</strong>{' '}
              <span className={layout.quiet}>
                {group.names.join(', ')}
                {group.devices > group.names.length ? ' …' : ''} ·{' '}
                {group.total === 0 ? t('rollouts:groups.none') : t('rollouts:groups.changes', { count: group.total })}
              </span>
            </summary>
            {group.total === 0 ? null : (
              <div className={layout.scroll} role="group" aria-label={group.names.join(', ')} tabIndex={0}>
                <table className={layout.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('rollouts:groups.menu')}</th>
                      <th scope="col">{t('rollouts:groups.change')}</th>
                      <th scope="col">{t('rollouts:groups.is')}</th>
                      <th scope="col">{t('rollouts:groups.wanted')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {group.changes.map((one, index) => (
                      <tr key={index}>
                        <th scope="row" className={layout.code}>
                          {one.menu}
                        </th>
                        <td>
                          {t(`rollouts:groups.verb.${one.verb}`)}{' '}
                          <span className={layout.code}>{[one.row, one.field].filter(Boolean).join(' ')}</span>
                        </td>
                        <td className={layout.code}>{one.is ?? '–'}</td>
                        <td className={layout.code}>
                          {one.wanted ?? (one.verb === 'remove' ? '–' : t('rollouts:groups.secret'))}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            {group.total > group.changes.length ? (
              <p className={layout.smallNote}>
                {t('rollouts:groups.more', { count: group.total - group.changes.length })}
              </p>
            ) : null}
          </details>
        ))}
      </div>
    </Card>
  )
}

function Summary({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className={layout.note} role="status">
        <RolloutBadge state={rollout.state} /> {t(`rollouts:${prefixOf(rollout)}stateText.${rollout.state}`)}{' '}
        {rollout.cause === null ? null : textOf(rollout.cause)}
      </p>
      <p className={layout.smallNote}>
        {[
          t('rollouts:progress', { ...rollout }),
          ...rollout.waves.map(({ wave, devices, ended }) =>
            wave === 0
              ? t('rollouts:canaryProgress', { ended, devices })
              : t('rollouts:waveProgress', { wave, ended, devices }),
          ),
        ].join(' · ')}
      </p>
    </div>
  )
}

/** The steps that a user may take now. */
const steps: Record<Rollout['state'], readonly ('start' | 'pause' | 'resume' | 'cancel')[]> = {
  planning: ['cancel'],
  planned: ['cancel', 'start'],
  running: ['cancel', 'pause'],
  paused: ['cancel', 'resume'],
  stopped: ['cancel', 'resume'],
  finished: [],
  cancelled: [],
}

/** Runs a step and reports its end. */
function useReport() {
  const { t } = useTranslation()
  return (work: Promise<unknown>, done: string) =>
    void work.then(() => announce(done)).catch((error: unknown) => notify.error(errorText(error, t)))
}

/** What the user may do with one device of the rollout in its present state. */
function useDeviceActions(rollout: Rollout, may: boolean): (device: RolloutDevice) => RowAction[] {
  const { t } = useTranslation()
  const move = useCommand(rollouts.moveDevice)
  const skip = useCommand(rollouts.skipDevice)
  const retry = useCommand(rollouts.retryDevice)
  const params = { id: rollout.id }
  const report = useReport()
  const moveTo = (device: RolloutDevice, position: number) =>
    report(
      move.run({ params, body: { device_id: device.id, position } }),
      t('rollouts:moved', { name: device.name, position }),
    )
  return (device) => {
    if (!may || rollout.finished_at !== null) return []
    const isPlanned = rollout.state === 'planned'
    const canSkip = device.state === 'planned' || device.state === 'offline'
    const canRetry = rollout.state !== 'cancelled' && ['held', 'failed', 'skipped'].includes(device.state)
    return [
      ...(isPlanned && device.position > 1
        ? [
            {
              key: 'up',
              label: t('rollouts:action.up'),
              icon: <IconArrowUp size={16} aria-hidden="true" />,
              onClick: () => moveTo(device, device.position - 1),
            },
          ]
        : []),
      ...(isPlanned && device.position < rollout.devices
        ? [
            {
              key: 'down',
              label: t('rollouts:action.down'),
              icon: <IconArrowDown size={16} aria-hidden="true" />,
              onClick: () => moveTo(device, device.position + 1),
            },
          ]
        : []),
      ...(canSkip
        ? [
            {
              key: 'skip',
              label: t('rollouts:action.skip'),
              icon: <IconPlayerSkipForward size={16} aria-hidden="true" />,
              onClick: () =>
                report(
                  skip.run({ params, body: { device_id: device.id } }),
                  t('rollouts:skipped', { name: device.name }),
                ),
            },
          ]
        : []),
      ...(canRetry
        ? [
            {
              key: 'retry',
              label: t('rollouts:action.retry'),
              icon: <IconRefresh size={16} aria-hidden="true" />,
              onClick: () =>
                report(
                  retry.run({ params, body: { device_id: device.id } }),
                  t('rollouts:retried', { name: device.name }),
                ),
            },
          ]
        : []),
    ]
  }
}

function RolloutReport({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation()
  useMessages()
  const canOn = useRowCan()
  const may = canOn(rollouts.start, rollout)
  const can = useCan()
  const go = useGo()
  const repeat = useCommand(rollouts.repeat)
  const prefix = prefixOf(rollout)
  const [isMoved, setIsMoved] = useState(false)
  const [confirming, setConfirming] = useState<'start' | 'cancel' | undefined>()
  const calls = {
    start: useCommand(rollouts.start),
    pause: useCommand(rollouts.pause),
    resume: useCommand(rollouts.resume),
    cancel: useCommand(rollouts.cancel),
  }
  const params = { id: rollout.id }
  const report = useReport()
  const rowActions = useDeviceActions(rollout, may)

  return (
    <>
      <ListScreen<RolloutDevice>
        endpoint={rollouts.devices}
        params={params}
        name="rollout-devices"
        namespace="rollouts"
        title={rollout.name}
        crumbs={[{ label: t('rollouts:title'), to: paths.rollouts.list }, { label: rollout.name }]}
        nav={
          <>
            <Summary rollout={rollout} />
            {rollout.kind === 'change' ? <Groups rollout={rollout} /> : null}
          </>
        }
        {...(rollout.finished_at === null && { every: refreshInterval })}
        rowName={(row) => row.name}
        rowLink={(row) => paths.hardware.detail(row.hardware_id)}
        columns={fieldColumns<RolloutDevice>(t, 'rollouts', [
          { field: 'position', width: 80, align: 'end' },
          { field: 'name', width: 190, card: 'title', below: (row) => [row.model_name, row.site_name] },
          { field: 'state', width: 140, card: 'status', render: ({ state }) => <DeviceStateBadge state={state} /> },
          {
            field: 'detail',
            width: 320,
            sort: false,
            card: 'fact',
            render: (row) => {
              const text = descriptionOf(
                row,
                t([`rollouts:${prefixOf(rollout)}deviceText.${row.state}`, `rollouts:deviceText.${row.state}`]),
              )
              return <span title={text}>{text}</span>
            },
          },
          {
            field: 'planned_version',
            hidden: rollout.kind === 'change',
            width: 165,
            sort: false,
            card: 'fact',
            render: ({ version_before, version_after, planned_version }) =>
              planned_version === null
                ? version_before
                : `${version_before ?? '?'} → ${version_after ?? planned_version}`,
          },
          {
            field: 'wave',
            width: 90,
            sort: false,
            card: 'fact',
            render: ({ wave, is_canary }) => (wave === null ? null : is_canary ? t('rollouts:canary') : wave),
          },
          { field: 'state_at', width: 150, sort: false, render: (row) => <RelativeTime value={row.state_at} /> },
          {
            field: 'packages',
            width: 220,
            sort: false,
            hidden: true,
            render: ({ packages }) => packages?.join(', ') ?? null,
          },
          { field: 'distance', width: 120, sort: false, align: 'end', hidden: true },
        ])}
        rowActions={rowActions}
        actions={
          rollout.finished_at !== null && can(rollouts.repeat) ? (
            <Button
              variant="default"
              loading={repeat.pending}
              onClick={() =>
                void repeat
                  .run({ params })
                  .then(({ data }) => go(paths.rollouts.details(data.id)))
                  .catch((error: unknown) => notify.error(errorText(error, t)))
              }
            >
              {t('rollouts:action.repeat')}
            </Button>
          ) : may ? (
            steps[rollout.state].map((step) => (
              <Button
                key={step}
                variant={step === 'start' || step === 'resume' ? 'filled' : 'default'}
                loading={calls[step].pending}
                onClick={() =>
                  step === 'start' || step === 'cancel'
                    ? setConfirming(step)
                    : report(calls[step].run({ params }), t(`rollouts:${prefix}done.${step}`))
                }
              >
                {t(`rollouts:${prefix}action.${step}`)}
              </Button>
            ))
          ) : null
        }
        withoutFilter={['id', 'hardware_id', 'position', 'wave']}
        empty={{
          title: t('rollouts:noDevices.title'),
          text: t('rollouts:noDevices.text'),
          icon: <IconCloudUp size={20} />,
        }}
      />
      <ConfirmDialog
        opened={confirming !== undefined}
        title={t(`rollouts:confirm.${confirming ?? 'start'}Title`, { name: rollout.name })}
        confirmLabel={t(`rollouts:${prefix}action.${confirming ?? 'start'}`)}
        cancelLabel={t('ui:close')}
        onClose={() => {
          setConfirming(undefined)
          setIsMoved(false)
        }}
        pending={calls[confirming ?? 'start'].pending}
        error={calls[confirming ?? 'start'].error}
        onConfirm={() =>
          void calls[confirming ?? 'start']
            .run({ params, ...(isMoved && { query: { selection_confirmed: true } }) } as never)
            .then(() => setConfirming(undefined))
            // The dialog shows it; a second confirmation means the planned devices.
            .catch((error: unknown) => setIsMoved(errorFacts(error).reason === 'rollout.selection_changed'))
        }
      >
        {t(`rollouts:${prefix}confirm.${confirming ?? 'start'}Text`)}
        {isMoved ? <p>{t('rollouts:change.confirm.startAnywayText')}</p> : null}
      </ConfirmDialog>
    </>
  )
}

/** What is true of the device now: the reason of its state, or what the state means, and the differences found. */
const descriptionOf = ({ detail, differences }: RolloutDevice, meaning: string): string =>
  [detail === null ? meaning : textOf(detail), ...differences.map(textOf)].join(' ')
