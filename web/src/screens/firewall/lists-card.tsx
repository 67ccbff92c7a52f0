import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { AddressLists } from '@trunkline/contract/resources/firewall'
import { IconList } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RowTable } from '../lan/row-table.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'

interface NamedList {
  name: string
  entries: number
  /** Entries that the router forgets by itself, or has made itself. */
  dynamic: number
  uses: AddressLists['uses']
}

/** The lists by name: those that have entries, and those that rules ask for. */
export function namedLists({ entries, uses }: AddressLists): NamedList[] {
  const found = new Map<string, NamedList>()
  const of = (name: string) => {
    const one = found.get(name) ?? { name, entries: 0, dynamic: 0, uses: [] }
    found.set(name, one)
    return one
  }
  for (const entry of entries) {
    const one = of(entry.list)
    one.entries += 1
    if (entry.dynamic) one.dynamic += 1
  }
  for (const use of uses) of(use.list).uses.push(use)
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Address lists of a router, each with its own page. */
export function ListsCard({
  siteId,
  hardwareId,
  lists,
  unread,
  mayAdd,
}: {
  siteId: number
  hardwareId: number
  lists: AddressLists | undefined
  unread: boolean
  mayAdd: boolean
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [error, setFault] = useState<string>()
  const search = { hardware: String(hardwareId) }
  const named = lists && namedLists(lists)
  const open = () => {
    const wanted = name.trim()
    if (wanted === '' || wanted.length > 64 || /[\s,!"]/.test(wanted)) return setFault(t('firewall:lists.badName'))
    void navigate({ to: firewallPaths.list(siteId, wanted) as never, search: search as never })
  }
  return (
    <Card title={t('firewall:lists.title')}>
      <p className={classes.note}>{t('firewall:lists.text')}</p>
      {!named ? (
        unread ? (
          <EmptyState title={t('lan:neverRead')} />
        ) : (
          <TableSkeleton rows={3} columns={3} rowHeight={44} />
        )
      ) : named.length === 0 ? (
        <EmptyState
          icon={<IconList size={20} />}
          title={t('firewall:lists.empty')}
          text={t('firewall:lists.emptyText')}
        />
      ) : (
        <RowTable<NamedList>
          label={t('firewall:lists.title')}
          rows={named}
          idOf={(list) => list.name}
          columns={[
            {
              key: 'name',
              label: t('firewall:field.list'),
              render: (list) => (
                <TextLink to={firewallPaths.list(siteId, list.name)} search={search} inherit>
                  {list.name}
                </TextLink>
              ),
            },
            {
              key: 'entries',
              label: t('firewall:field.entries'),
              align: 'end',
              render: (list) =>
                list.dynamic === 0
                  ? list.entries
                  : t('firewall:lists.ofThem', { entries: list.entries, dynamic: list.dynamic }),
            },
            {
              key: 'uses',
              label: t('firewall:field.uses'),
              render: (list) =>
                list.uses.length === 0 ? (
                  <span className={classes.quiet}>{t('firewall:lists.unused')}</span>
                ) : (
                  t('firewall:lists.uses', { count: list.uses.length })
                ),
            },
          ]}
        />
      )}
      {mayAdd && named ? (
        <form
          className={classes.open}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            open()
          }}
        >
          <TextInput
            label={t('firewall:lists.new')}
            value={name}
            maxLength={64}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setFault(undefined)
            }}
          />
          <Button type="submit" variant="default">
            {t('firewall:lists.open')}
          </Button>
        </form>
      ) : null}
    </Card>
  )
}
