import { useNavigate, useParams } from '@tanstack/react-router'
import { control } from '@trunkline/contract/resources/control'
import { leaseStatuses } from '@trunkline/contract/resources/control-shapes'
import { sites } from '@trunkline/contract/resources/site'
import { siteLive, type SiteLease } from '@trunkline/contract/resources/site-live'
import { IconBookmark, IconNetwork, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn, RowAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { errorText } from '../../ui/error-text.ts'
import { TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { devicePaths } from './device-paths.ts'
import classes from './lan.module.css'

/** Leases come from the last readings of the routers, which no live message tells one by one. */
const lookEvery = 30_000

const tones: Record<string, Tone> = { bound: 'good', declined: 'bad', conflict: 'bad' }

/** Leases and reservations of all routers of a site. */
export default function LeaseList() {
  const { t } = useTranslation()
  const siteId = Number((useParams({ strict: false }) as { id?: string }).id)
  const canOn = useRowCan()
  const navigate = useNavigate()
  const question = useQuestion()
  const summary = useCall(sites.show, { params: { id: siteId } })
  const site = summary.data?.data
  // The list of this very site: an endpoint whose path has no parameter left, as lists take them.
  const endpoint = useMemo(
    () => ({
      ...siteLive.leases,
      name: `${siteLive.leases.name}.${siteId}`,
      path: siteLive.leases.path.replace('{id}', String(siteId)),
    }),
    [siteId],
  )
  const reserve = useDeviceCommand(control.reserveLease)
  const remove = useDeviceCommand(control.removeLease)
  const last = (reserve.id ?? 0) > (remove.id ?? 0) ? reserve : remove
  const may = (call: Parameters<typeof canOn>[0]) => site !== undefined && canOn(call, site)
  const hardwareOf = (row: SiteLease) => ({ hardware: String(row.hardware_id) })
  const formOf = (row: SiteLease) => devicePaths[row.dynamic ? 'leaseReserve' : 'leaseUpdate'](siteId, row.lease_id)
  const nameOf = (row: SiteLease) => row.address ?? row.mac ?? row.lease_id
  const seenOf = ({ server, blocked, comment }: SiteLease) => ({ server, blocked, comment })
  const quiet = (text: string) => <span className={classes.quiet}>{text}</span>

  const actionsOf = (row: SiteLease): RowAction[] => [
    ...(row.dynamic && may(control.reserveLease)
      ? [
          {
            key: 'reserve',
            label: t('lan:leases.reserveNow'),
            icon: <IconBookmark size={16} aria-hidden="true" />,
            onClick: () =>
              void reserve
                .ask({ params: { id: row.hardware_id }, body: { id: row.lease_id, seen: seenOf(row) } })
                .catch((error: unknown) => notify.error(errorText(error, t))),
          },
        ]
      : []),
    ...(may(control.setLease)
      ? [
          {
            key: 'edit',
            label: t(row.dynamic ? 'lan:leases.reserveWith' : 'lan:change'),
            icon: <IconPencil size={16} aria-hidden="true" />,
            onClick: () => void navigate({ to: formOf(row) as never, search: hardwareOf(row) as never }),
          },
        ]
      : []),
    ...(may(control.removeLease)
      ? [
          {
            key: 'remove',
            label: t('lan:remove'),
            icon: <IconTrash size={16} aria-hidden="true" />,
            tone: 'danger' as const,
            onClick: () =>
              question.ask({
                title: t('lan:leases.remove', { name: nameOf(row) }),
                text: t(row.dynamic ? 'lan:leases.removeLease' : 'lan:leases.removeReservation'),
                confirmLabel: t('lan:remove'),
                tone: 'danger',
                run: () =>
                  remove.ask({
                    params: { id: row.hardware_id },
                    query: { id: row.lease_id, seen: JSON.stringify(seenOf(row)) },
                  }),
                done: t('lan:asked'),
              }),
          },
        ]
      : []),
  ]

  const columns: ListColumn<SiteLease>[] = [
    {
      field: 'address',
      header: t('lan:field.ip'),
      width: 140,
      card: 'title',
      render: (row) =>
        may(control.setLease) ? (
          <TextLink to={formOf(row)} search={hardwareOf(row)} inherit>
            {nameOf(row)}
          </TextLink>
        ) : (
          nameOf(row)
        ),
    },
    {
      field: 'status',
      header: t('lan:field.status'),
      width: 112,
      card: 'status',
      render: (row) =>
        row.status === null ? (
          quiet(t('lan:leases.noStatus'))
        ) : (
          <StatusBadge tone={tones[row.status] ?? 'neutral'}>
            {t(`lan:value.status.${row.status}`, { defaultValue: row.status })}
          </StatusBadge>
        ),
    },
    { field: 'host_name', header: t('lan:field.host_name'), width: 160, card: 'fact' },
    { field: 'mac', header: t('lan:field.mac'), width: 155, card: 'fact' },
    {
      field: 'dynamic',
      header: t('lan:field.kind'),
      width: 115,
      card: 'fact',
      render: (row) =>
        row.blocked ? (
          <StatusBadge tone="bad">{t('lan:leases.isBlocked')}</StatusBadge>
        ) : (
          t(row.dynamic ? 'lan:leases.isLease' : 'lan:leases.isReservation')
        ),
    },
    { field: 'hardware_name', header: t('lan:field.hardware_name'), width: 145, card: 'fact' },
    { field: 'server', header: t('lan:field.server'), width: 130, hidden: true },
    {
      field: 'expires_at',
      header: t('lan:field.expires_at'),
      width: 130,
      card: 'fact',
      render: (row) =>
        row.expires_at === null ? quiet(t('lan:leases.never')) : <RelativeTime value={row.expires_at} />,
    },
    { field: 'comment', header: t('lan:field.comment'), width: 150, card: 'fact' },
    {
      field: 'last_seen_at',
      header: t('lan:field.last_seen_at'),
      width: 140,
      hidden: true,
      render: (row) => <RelativeTime value={row.last_seen_at} />,
    },
    {
      field: 'read_at',
      header: t('lan:field.read_at'),
      width: 140,
      hidden: true,
      render: (row) => <RelativeTime value={row.read_at} />,
    },
  ]
  return (
    <>
      <ListScreen<SiteLease>
        endpoint={endpoint}
        name="leases"
        namespace="lan"
        title={t('lan:title.leases')}
        subtitle={
          site ? (
            <>
              <TextLink to={paths.sites.summary(siteId)} inherit underline="always">
                {site.name}
              </TextLink>{' '}
              · {t('lan:leases.subtitle')}
            </>
          ) : (
            ' '
          )
        }
        columns={columns}
        rowName={nameOf}
        create={{ to: devicePaths.leaseAdd(siteId), can: may(control.addLease), label: t('lan:leases.add') }}
        rowActions={actionsOf}
        nav={last.command ? <CommandEnd of={last.command} onClose={last.clear} /> : undefined}
        every={lookEvery}
        withoutFilter={['hardware_id']}
        valueLabel={(field, value) =>
          field === 'status' && (leaseStatuses as readonly string[]).includes(value)
            ? t(`lan:value.status.${value}`)
            : value
        }
        empty={{
          title: t('lan:leases.empty'),
          text: t('lan:leases.emptyText'),
          icon: <IconNetwork size={20} />,
        }}
      />
      {question.dialog}
    </>
  )
}
