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
import type { RowAction } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { devicePaths } from './device-paths.ts'
import { latestCommand } from './rows-card.tsx'
import { useLeaseColumns } from './use-lease-columns.tsx'

/** Milliseconds. Leases come from the last readings of the routers, without live updates. */
const REFRESH_INTERVAL = 30_000

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
    to: devicePaths[row.dynamic ? 'leaseReserve' : 'leaseUpdate'](row.hardware_id, row.lease_id),
  })
  const nameOf = (row: SiteLease) => row.address ?? row.mac ?? row.lease_id
  const seenOf = ({ server, blocked, comment }: SiteLease) => ({ server, blocked, comment })
  const { act, confirm, dialog } = useRecordActions<SiteLease>({ texts: 'lan:leases', nameOf })

  const actionsOf = (row: SiteLease): RowAction[] => {
    const params = { id: row.hardware_id }
    const { to } = formOf(row)
    return [
      ...(row.dynamic && may(control.reserveLease)
        ? [
            act('reserve', row, {
              icon: IconBookmark,
              run: () => reserve.enqueue({ params, body: { id: row.lease_id, seen: seenOf(row) } }),
            }),
          ]
        : []),
      ...(may(control.setLease)
        ? [
            {
              key: 'edit',
              label: t(row.dynamic ? 'lan:leases.action.reserveWith' : 'lan:edit'),
              icon: actionIcon(IconPencil),
              onClick: () => void go(to),
            },
          ]
        : []),
      ...(may(control.removeLease)
        ? [
            confirm(
              row.dynamic ? 'removeLease' : 'removeReservation',
              row,
              {
                icon: IconTrash,
                tone: 'danger',
                run: () => remove.enqueue({ params, query: { id: row.lease_id, seen: JSON.stringify(seenOf(row)) } }),
              },
              { done: t('lan:sent') },
            ),
          ]
        : []),
    ]
  }

  const columns = useLeaseColumns(nameOf, may(control.setLease) ? formOf : undefined)

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
        create={{ to: devicePaths.siteLeaseAdd(siteId), can: may(control.addLease), label: t('lan:leases.add') }}
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
