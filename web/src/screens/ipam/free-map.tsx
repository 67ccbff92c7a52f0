import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconGridDots, IconTable } from '@tabler/icons-react'
import { bitsOf, parsePrefix, tryPrefix } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import classes from './map.module.css'
import { cellsFor, zoomPath, type CellWay, type MapRun } from './map-cells.ts'
import { MapGrid } from './map-grid.tsx'
import { MapTable } from './map-table.tsx'
import { useMayOn } from './subnet-rules.ts'

/**
 * The space of a subnet as at most 1,024 cells, of which one can zoom into any; the same as a table for those who can't
 * see it. The part that is shown and the way it is shown stand in the address.
 */
export function FreeMap({ subnet }: { subnet: Subnet }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayOn = useMayOn()
  const { ref, width } = useElementSize()
  const requested = useSearch({ strict: false }) as { within?: string; as?: string }
  const within = requested.within && tryPrefix(requested.within) ? requested.within : undefined
  const table = requested.as === 'table'
  const map = useCall(
    subnets.map,
    { params: { id: subnet.id }, query: { cells: cellsFor(width), ...(within ? { within } : {}) } },
    { enabled: width > 0 },
  )
  const reply = map.data?.data

  const change = (next: { within?: string | undefined; as?: string | undefined }, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...next })) as never,
      replace,
      resetScroll: false,
    })

  const mayTake = mayOn(subnets.store, subnet)
  const { ip_version } = subnet
  /** Undefined: there is nothing to do with the cell. */
  const wayOf = useMemo(
    () =>
      (cell: Pick<MapRun, 'net' | 'state' | 'subnet_id' | 'subnet_net'>): CellWay | undefined => {
        const { net, state } = cell
        const { family, length } = parsePrefix(net)
        const single = length === bitsOf(family)
        const here = (search: Record<string, string>) => ({ path: paths.ipam.detail(ip_version, subnet.id), search })
        if (state === 'subnet' && cell.subnet_id !== null && cell.subnet_net !== null)
          return {
            label: t('ipam:map.openSubnet', { net: cell.subnet_net }),
            to: { path: paths.ipam.detail(ip_version, cell.subnet_id), search: { tab: 'map' } },
          }
        if (state === 'free' && !subnet.hosts)
          return mayTake
            ? {
                label: t('ipam:map.allocate', { net }),
                to: { path: paths.ipam.create(ip_version), search: { parent: String(subnet.id), net, from: 'detail' } },
              }
            : undefined
        if (!single) return { label: t('ipam:map.zoom', { net }), within: net }
        const ip = net.slice(0, net.indexOf('/'))
        if (state === 'free')
          return mayTake
            ? { label: t('ipam:map.allocate', { net: ip }), to: here({ tab: 'addresses', take: ip }) }
            : undefined
        if (!subnet.hosts) return undefined
        return {
          label: t('ipam:map.addresses', { net: ip }),
          to: here({ tab: 'addresses', ...(state === 'address' ? { q: ip } : {}) }),
        }
      },
    [t, subnet.id, subnet.hosts, ip_version, mayTake],
  )
  const go = (way: CellWay) => {
    if (way.within) return change({ within: way.within }, false)
    if (way.to)
      void navigate({
        to: way.to.path as never,
        search: ((before: Record<string, unknown>) => ({ ...way.to?.search, company: before.company })) as never,
      })
  }

  const parts = reply ? zoomPath(subnet.net, reply.within, reply.cell_length - parsePrefix(reply.within).length) : []
  let body
  if (map.error) body = <ErrorNotice error={map.error} retry={() => void map.refetch()} />
  else if (!reply) body = <TableSkeleton rows={8} columns={8} />
  else
    body = (
      <div aria-busy={map.isPlaceholderData}>
        <p className={classes.hint}>
          {reply.cell_length === bitsOf(parsePrefix(reply.within).family)
            ? t('ipam:map.smallest')
            : t('ipam:map.hint', { length: reply.cell_length })}
        </p>
        {table ? (
          <MapTable reply={reply} label={t('ipam:map.title', { net: reply.within })} wayOf={wayOf} go={go} />
        ) : (
          <MapGrid
            key={reply.within}
            reply={reply}
            label={t('ipam:map.title', { net: reply.within })}
            wayOf={wayOf}
            go={go}
          />
        )}
      </div>
    )

  return (
    <Card>
      <div className={classes.head}>
        <nav aria-label={t('ipam:map.where')}>
          <ol className={classes.parts}>
            {parts.map((part, index) => (
              <li key={part}>
                {index === parts.length - 1 ? (
                  <span aria-current="location">{part}</span>
                ) : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => change({ within: index === 0 ? undefined : part }, false)}
                  >
                    {part}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={
            table ? <IconGridDots size={14} aria-hidden="true" /> : <IconTable size={14} aria-hidden="true" />
          }
          onClick={() => change({ as: table ? undefined : 'table' }, true)}
        >
          {t(table ? 'ipam:map.asMap' : 'ipam:map.asTable')}
        </Button>
      </div>
      <div ref={ref}>{body}</div>
    </Card>
  )
}
