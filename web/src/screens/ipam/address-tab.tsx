import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import {
  IconArrowBackUp,
  IconArrowBarToDown,
  IconEdit,
  IconListDetails,
  IconPlus,
  IconSearch,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import { tryAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { AddressRow, IpRow, RangeRow, Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction } from '../../list/list-types.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { useSetSearch } from '../../ui/navigation.ts'
import { QueryResult } from '../../ui/query-result.tsx'
import type { DrawerTask } from './address-drawer.tsx'
import { AddressTable, rangeText } from './address-table.tsx'
import classes from './address.module.css'
import { useMayOn } from './subnet-permissions.ts'
import { useAddresses } from './use-pages.ts'

const AddressDrawer = lazy(async () => ({
  default: (await loadChunk(() => import('./address-drawer.tsx'))).AddressDrawer,
}))

/** Milliseconds between the last key and the search. */
const searchDelay = 300

/** The addresses of a network: assigned ones, reserved ranges, and the free ranges between them. */
export function AddressTab({ subnet }: { subnet: Subnet }) {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const setSearch = useSetSearch()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { q = '', allocate } = useSearch({ strict: false }) as { q?: string; allocate?: string }
  // A cell of the map links here with the address to allocate.
  const [task, setTask] = useState<DrawerTask | null>(
    allocate && tryAddress(allocate) ? { allocate: true, ip: allocate } : null,
  )
  const actions = useRecordActions<AddressRow | RangeRow>({
    texts: 'ipam:address',
    nameOf: (row) => ('ip' in row ? row.ip : rangeText(row)),
  })
  const release = useCommand(subnets.releaseAddress)
  const recover = useCommand(subnets.recoverAddress)
  const destroyRange = useCommand(subnets.destroyRange)
  const list = useAddresses(subnet.id, q)
  const mayAllocate = mayOn(subnets.storeAddress, subnet)
  const mayRelease = mayOn(subnets.releaseAddress, subnet)
  const actionsOf = (row: Exclude<IpRow, { kind: 'free' }>): RowAction[] => {
    if (row.kind === 'range')
      return mayOn(subnets.destroyRange, subnet) && row.range.kind !== 'edge'
        ? [
            actions.confirm('removeRange', row.range, {
              icon: IconTrash,
              run: () => destroyRange.run({ params: { id: row.range.id } }),
            }),
          ]
        : []
    const { address } = row
    const call = { params: { id: address.id } }
    if (address.state === 'quarantined')
      return mayRelease ? [actions.act('recover', address, { icon: IconTrashOff, run: () => recover.run(call) })] : []
    return [
      ...(mayOn(subnets.updateAddress, subnet)
        ? [
            {
              key: 'edit',
              label: t('common:record.action.edit'),
              icon: actionIcon(IconEdit),
              onClick: () => setTask({ edit: address }),
            },
          ]
        : []),
      ...(mayRelease
        ? [actions.confirm('release', address, { icon: IconArrowBackUp, tone: 'danger', run: () => release.run(call) })]
        : []),
    ]
  }

  return (
    <Card padded={false}>
      <Toolbar
        q={q}
        onReserve={mayOn(subnets.storeRange, subnet) ? () => setTask({ reserve: true }) : undefined}
        onAllocate={mayAllocate ? () => setTask({ allocate: true }) : undefined}
      />
      <QueryResult
        query={list}
        rows={list.rows}
        skeleton={{ columns: narrow ? 2 : 6 }}
        empty={{
          icon: <IconListDetails size={20} />,
          title: t(q ? 'ipam:address.noMatch.title' : 'ipam:address.empty.title'),
          text: t(q ? 'ipam:address.noMatch.text' : 'ipam:address.empty.text'),
        }}
      >
        {(rows) => (
          <AddressTable
            label={t('ipam:address.title', { net: subnet.net })}
            rows={rows}
            narrow={narrow}
            dimmed={list.isPlaceholderData}
            actionsOf={actionsOf}
            onAllocate={mayAllocate ? (ip) => setTask({ allocate: true, ip }) : undefined}
          />
        )}
      </QueryResult>
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button
            variant="default"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('ipam:address.more')}
          </Button>
        </div>
      ) : null}
      {actions.dialog}
      {task ? (
        <Suspense fallback={null}>
          <AddressDrawer
            subnet={subnet}
            task={task}
            onClose={() => {
              setTask(null)
              if (allocate) void setSearch({ allocate: undefined }, { replace: true })
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}

/** The search, which the URL holds as in every list, and the buttons. */
function Toolbar({
  q,
  onReserve,
  onAllocate,
}: {
  /** The search in the URL. */
  q: string
  /** Undefined without the permission. */
  onReserve: (() => void) | undefined
  onAllocate: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const setSearch = useSetSearch()
  const [text, setText] = useState(q)
  const [settled] = useDebouncedValue(text.trim(), searchDelay)
  const storeSearch = useEffectEvent((typed: string) => {
    if (typed !== q) void setSearch({ q: typed || undefined }, { replace: true })
  })
  // Only typing changes the URL; back and forward change it themselves.
  useEffect(() => storeSearch(settled), [settled])

  return (
    <div className={classes.toolbar}>
      <TextInput
        type="search"
        size="sm"
        className={classes.search}
        aria-label={t('ipam:address.searchLabel')}
        placeholder={t('ipam:address.search')}
        leftSection={actionIcon(IconSearch)}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={
          text ? <CloseButton size="sm" aria-label={t('list:search.clear')} onClick={() => setText('')} /> : null
        }
      />
      {onReserve ? (
        <Button variant="default" size="sm" leftSection={actionIcon(IconArrowBarToDown)} onClick={onReserve}>
          {t('ipam:address.reserve')}
        </Button>
      ) : null}
      {onAllocate ? (
        <Button size="sm" leftSection={actionIcon(IconPlus)} onClick={onAllocate}>
          {t('ipam:address.allocate')}
        </Button>
      ) : null}
    </div>
  )
}
