import { useParams } from '@tanstack/react-router'
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
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { devicePaths } from './device-paths.ts'
import { latestCommand } from './rows-card.tsx'

/** Milliseconds. Leases come from the last readings of the routers, without live updates. */
const REFRESH_INTERVAL = 30_000

const tones: Record<string, Tone> = { bound: 'good', declined: 'bad', conflict: 'bad' }

/** Leases and reservations of all routers of a site. */
export default function LeaseList() {
  const { t } = useTranslation()
  const siteId = Number((useParams({ strict: false }) as { id?: string }).id)
  const canOn = useRowCan()
  const go = useGo()
  const site = useCall(sites.show, { params: { id: siteId } }).data?.data
  // Lists take an endpoint without parameters in its path.
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
  const last = latestCommand([reserve, remove])
  const may = (call: Parameters<typeof canOn>[0]) => site !== undefined && canOn(call, site)
  const formOf = (row: SiteLease) => ({
    to: devicePaths[row.dynamic ? 'leaseReserve' : 'leaseUpdate'](siteId, row.lease_id),
    search: { hardware: String(row.hardware_id) },
  })
  const nameOf = (row: SiteLease) => row.address ?? row.mac ?? row.lease_id
  const seenOf = ({ server, blocked, comment }: SiteLease) => ({ server, blocked, comment })
  const { act, ask, dialog } = useRecordActions<SiteLease>({ texts: 'lan:leases', nameOf })

  const actionsOf = (row: SiteLease): RowAction[] => {
    const params = { id: row.hardware_id }
    const { to, search } = formOf(row)
    return [
      ...(row.dynamic && may(control.reserveLease)
        ? [
            act('reserve', row, {
              icon: IconBookmark,
              run: () => reserve.ask({ params, body: { id: row.lease_id, seen: seenOf(row) } }),
            }),
          ]
        : []),
      ...(may(control.setLease)
        ? [
            {
              key: 'edit',
              label: t(row.dynamic ? 'lan:leases.action.reserveWith' : 'lan:edit'),
              icon: actionIcon(IconPencil),
              onClick: () => void go(to, { search }),
            },
          ]
        : []),
      ...(may(control.removeLease)
        ? [
            ask(
              row.dynamic ? 'removeLease' : 'removeReservation',
              row,
              {
                icon: IconTrash,
                tone: 'danger',
                run: () => remove.ask({ params, query: { id: row.lease_id, seen: JSON.stringify(seenOf(row)) } }),
              },
              { done: t('lan:sent') },
            ),
          ]
        : []),
    ]
  }

  const column = (
    field: keyof SiteLease & string,
    width: number,
    of: Partial<ListColumn<SiteLease>> = { card: 'fact' },
  ): ListColumn<SiteLease> => ({ field, header: t(`lan:field.${field}`), width, ...of })
  const columns = [
    column('address', 140, {
      header: t('lan:field.ip'),
      card: 'title',
      render: (row) =>
        may(control.setLease) ? (
          <TextLink {...formOf(row)} inherit>
            {nameOf(row)}
          </TextLink>
        ) : (
          nameOf(row)
        ),
    }),
    column('status', 112, {
      card: 'status',
      render: ({ status }) =>
        status === null ? (
          <span className={layout.hint}>{t('lan:leases.noStatus')}</span>
        ) : (
          <StatusBadge tone={tones[status] ?? 'neutral'}>
            {t(`lan:value.status.${status}`, { defaultValue: status })}
          </StatusBadge>
        ),
    }),
    column('host_name', 160),
    column('mac', 155),
    column('dynamic', 115, {
      header: t('lan:field.kind'),
      card: 'fact',
      render: (row) =>
        row.blocked ? (
          <StatusBadge tone="bad">{t('lan:leases.kind.blocked')}</StatusBadge>
        ) : (
          t(`lan:leases.kind.${row.dynamic ? 'lease' : 'reservation'}`)
        ),
    }),
    column('hardware_name', 145),
    column('server', 130, { hidden: true }),
    column('expires_at', 130, {
      card: 'fact',
      render: ({ expires_at: at }) =>
        at === null ? <span className={layout.hint}>{t('lan:leases.never')}</span> : <RelativeTime value={at} />,
    }),
    column('comment', 150),
    column('last_seen_at', 140, { hidden: true, render: (row) => <RelativeTime value={row.last_seen_at} /> }),
    column('read_at', 140, { hidden: true, render: (row) => <RelativeTime value={row.read_at} /> }),
  ]
  return (
    <>
      <ListScreen<SiteLease>
        endpoint={endpoint}
        name="leases"
        namespace="lan"
        title={t('panel:title.leases')}
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
        every={REFRESH_INTERVAL}
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
      {dialog}
    </>
  )
}
