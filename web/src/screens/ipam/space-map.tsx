import { Button, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { IconGridDots, IconTable } from '@tabler/icons-react'
import { bitsOf, parsePrefix, tryPrefix } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import clsx from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { useGo, useSetSearch } from '../../ui/navigation.ts'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import classes from './map.module.css'
import { cellsFor, zoomPath, type CellAction, type MapProps } from './map-cells.ts'
import { MapGrid } from './map-grid.tsx'
import { MapTable } from './map-table.tsx'
import { useMayOn } from './subnet-permissions.ts'

/**
 * The address space of a subnet as a zoomable map of at most 1,024 cells, or as a table for screen readers. The search
 * parameters `within` and `as` hold the zoomed part and the view.
 */
export function SpaceMap({ subnet }: { subnet: Subnet }) {
  const { t } = useTranslation()
  const go = useGo()
  const setSearch = useSetSearch()
  const mayOn = useMayOn()
  const { ref, width } = useElementSize()
  const search = useSearch({ strict: false }) as { within?: string; as?: string }
  const within = search.within && tryPrefix(search.within) ? search.within : undefined
  const table = search.as === 'table'
  const map = useCall(
    subnets.map,
    { params: { id: subnet.id }, query: { cells: cellsFor(width), ...(within ? { within } : {}) } },
    { enabled: width > 0 },
  )
  const data = map.data?.data

  const mayAllocate = mayOn(subnets.store, subnet)
  const { ip_version, id, hosts } = subnet
  const actionOf: MapProps['actionOf'] = ({ net, state, subnet_id, subnet_net }) => {
    const { family, length } = parsePrefix(net)
    const page = (of: number, params: Record<string, string>) => ({
      path: paths.ipam.detail(ip_version, of),
      search: params,
    })
    if (state === 'subnet' && subnet_id !== null && subnet_net !== null)
      return { label: t('ipam:openNet', { net: subnet_net }), to: page(subnet_id, { tab: 'map' }) }
    if (state === 'free' && !hosts)
      return mayAllocate
        ? {
            label: t('ipam:allocateNet', { net }),
            to: { path: paths.ipam.create(ip_version), search: { parent: String(id), net, from: 'detail' } },
          }
        : undefined
    if (length < bitsOf(family)) return { label: t('ipam:map.zoom', { net }), within: net }
    const ip = net.slice(0, net.indexOf('/'))
    if (state === 'free')
      return mayAllocate
        ? { label: t('ipam:allocateNet', { net: ip }), to: page(id, { tab: 'addresses', allocate: ip }) }
        : undefined
    if (!hosts) return undefined
    return {
      label: t('ipam:map.addresses', { net: ip }),
      to: page(id, { tab: 'addresses', ...(state === 'address' ? { q: ip } : {}) }),
    }
  }
  const run = ({ within: part, to }: CellAction) => {
    if (part) void setSearch({ within: part })
    else if (to) void go(to.path, { search: (before) => ({ ...to.search, company: before['company'] }) })
  }

  const parts = data ? zoomPath(subnet.net, data.within, data.cell_length - parsePrefix(data.within).length) : []
  let body
  if (map.error) body = <ErrorNotice error={map.error} retry={() => void map.refetch()} />
  else if (!data) body = <TableSkeleton rows={8} columns={8} />
  else {
    const view = { map: data, label: t('ipam:map.title', { net: data.within }), actionOf, run }
    body = (
      <div aria-busy={map.isPlaceholderData}>
        <Text fz={13} c="dimmed" mb={10}>
          {data.cell_length === bitsOf(parsePrefix(data.within).family)
            ? t('ipam:map.smallest')
            : t('ipam:map.hint', { length: data.cell_length })}
        </Text>
        {table ? <MapTable {...view} /> : <MapGrid key={data.within} {...view} />}
      </div>
    )
  }

  return (
    <Card>
      <div className={classes.head}>
        <nav aria-label={t('ipam:map.zoomPath')}>
          <ol className={clsx(layout.list, classes.parts)}>
            {parts.map((part, index) => (
              <li key={part}>
                {index === parts.length - 1 ? (
                  <span aria-current="location">{part}</span>
                ) : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => void setSearch({ within: index === 0 ? undefined : part })}
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
          onClick={() => void setSearch({ as: table ? undefined : 'table' }, { replace: true })}
        >
          {t(table ? 'ipam:map.asMap' : 'ipam:map.asTable')}
        </Button>
      </div>
      <div ref={ref}>{body}</div>
    </Card>
  )
}
