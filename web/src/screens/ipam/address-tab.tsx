import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconArrowBarToDown, IconListDetails, IconPlus, IconSearch } from '@tabler/icons-react'
import { tryAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { AddressRow, RangeRow, Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { RowAction } from '../../list/list-types.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import type { DrawerOf } from './address-drawer.tsx'
import { AddressRows } from './address-rows.tsx'
import classes from './address.module.css'
import { useMayOn } from './subnet-rules.ts'
import { useAddresses } from './use-addresses.ts'

const AddressDrawer = lazy(async () => ({
  default: (await loadChunk(() => import('./address-drawer.tsx'))).AddressDrawer,
}))

/** How long typing rests before the rows follow, in milliseconds. */
const rest = 300

/** The addresses of a network: taken ones, ranges that are kept back, and what is free between them. */
export function AddressTab({ subnet }: { subnet: Subnet }) {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const navigate = useNavigate()
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { q = '', take } = useSearch({ strict: false }) as { q?: string; take?: string }
  const [text, setText] = useState(q)
  const [settled] = useDebouncedValue(text.trim(), rest)
  // A cell of the map leads here with the address to take.
  const [drawer, setDrawer] = useState<DrawerOf | null>(take && tryAddress(take) ? { take: true, ip: take } : null)
  const question = useQuestion()
  const release = useCommand(subnets.releaseAddress)
  const recover = useCommand(subnets.recoverAddress)
  const destroyRange = useCommand(subnets.destroyRange)
  const list = useAddresses(subnet.id, q)

  const change = (next: { q?: string | undefined; take?: undefined }) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...next })) as never,
      replace: true,
      resetScroll: false,
    })
  // What is searched stands in the address of the page, as in every list.
  useEffect(() => {
    if (settled !== q) change({ q: settled || undefined })
    // oxlint-disable-next-line react/exhaustive-deps -- only typing changes the address; back and forward change it by themselves
  }, [settled])

  const may = {
    take: mayOn(subnets.storeAddress, subnet),
    edit: mayOn(subnets.updateAddress, subnet),
    release: mayOn(subnets.releaseAddress, subnet),
    reserve: mayOn(subnets.storeRange, subnet),
    unreserve: mayOn(subnets.destroyRange, subnet),
  }
  const ofAddress = (row: AddressRow): RowAction[] => {
    if (row.state === 'quarantined')
      return may.release
        ? [
            {
              key: 'recover',
              label: t('ipam:address.recover'),
              onClick: () =>
                question.act(() => recover.run({ params: { id: row.id } }), t('ipam:done.recovered', { net: row.ip })),
            },
          ]
        : []
    return [
      ...(may.edit ? [{ key: 'edit', label: t('ipam:address.edit'), onClick: () => setDrawer({ edit: row }) }] : []),
      ...(may.release
        ? [
            {
              key: 'release',
              label: t('ipam:address.release'),
              tone: 'danger' as const,
              onClick: () =>
                question.ask({
                  title: t('ipam:address.confirm.release', { ip: row.ip }),
                  text: t('ipam:address.confirm.releaseText'),
                  confirmLabel: t('ipam:address.release'),
                  tone: 'danger',
                  run: () => release.run({ params: { id: row.id } }),
                  done: t('ipam:done.released', { ip: row.ip }),
                }),
            },
          ]
        : []),
    ]
  }
  const ofRange = (row: RangeRow): RowAction[] =>
    may.unreserve && row.kind !== 'edge'
      ? [
          {
            key: 'remove',
            label: t('ipam:address.removeRange'),
            onClick: () =>
              question.ask({
                title: t('ipam:address.confirm.range', { lo: row.lo, hi: row.hi }),
                text: t('ipam:address.confirm.rangeText'),
                confirmLabel: t('ipam:address.removeRange'),
                run: () => destroyRange.run({ params: { id: row.id } }),
                done: t('ipam:address.unranged', { lo: row.lo, hi: row.hi }),
              }),
          },
        ]
      : []

  let body
  if (list.error) body = <ErrorNotice error={list.error} retry={list.retry} />
  else if (!list.rows) body = <TableSkeleton rows={8} columns={narrow ? 2 : 6} />
  else if (list.rows.length === 0)
    body = (
      <EmptyState
        icon={<IconListDetails size={20} />}
        title={t(q ? 'ipam:address.noMatch' : 'ipam:address.none')}
        text={t(q ? 'ipam:address.noMatchText' : 'ipam:address.noneText')}
      />
    )
  else
    body = (
      <AddressRows
        label={t('ipam:address.title', { net: subnet.net })}
        rows={list.rows}
        narrow={narrow}
        dimmed={list.dimmed}
        ofAddress={ofAddress}
        ofRange={ofRange}
        onTake={may.take ? (ip) => setDrawer({ take: true, ip }) : undefined}
      />
    )

  return (
    <Card padded={false}>
      <div className={classes.toolbar}>
        <TextInput
          type="search"
          size="sm"
          className={classes.search}
          aria-label={t('ipam:address.searchLabel')}
          placeholder={t('ipam:address.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={
            text ? <CloseButton size="sm" aria-label={t('list:search.clear')} onClick={() => setText('')} /> : null
          }
        />
        {may.reserve ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBarToDown size={16} aria-hidden="true" />}
            onClick={() => setDrawer({ reserve: true })}
          >
            {t('ipam:address.reserve')}
          </Button>
        ) : null}
        {may.take ? (
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setDrawer({ take: true })}
          >
            {t('ipam:address.take')}
          </Button>
        ) : null}
      </div>
      {body}
      {list.hasMore ? (
        <div className={classes.more}>
          <Button variant="default" size="sm" loading={list.loadingMore} onClick={list.more}>
            {t('ipam:address.more')}
          </Button>
        </div>
      ) : null}
      {question.dialog}
      {drawer ? (
        <Suspense fallback={null}>
          <AddressDrawer
            subnet={subnet}
            of={drawer}
            onClose={() => {
              setDrawer(null)
              if (take) change({ take: undefined })
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}
