import { Button, TextInput } from '@mantine/core'
import type { AddressLists } from '@trunkline/contract/resources/firewall'
import { IconList } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useGo } from '../../ui/navigation.ts'
import lan from '../lan/lan.module.css'
import { ReadRows } from '../lan/reading-page.tsx'
import { RowTable } from '../lan/row-table.tsx'
import type { PageDevice } from '../lan/use-device.ts'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'

interface NamedList {
  name: string
  entries: number
  /** Entries with a timeout, or created by the router. */
  dynamic: number
  uses: AddressLists['uses']
}

/** The lists by name: those with entries and those that rules use. */
export function namedLists({ entries, uses }: AddressLists): NamedList[] {
  const found = new Map<string, NamedList>()
  const listOf = (name: string) => {
    const list = found.get(name) ?? { name, entries: 0, dynamic: 0, uses: [] }
    found.set(name, list)
    return list
  }
  for (const entry of entries) {
    const list = listOf(entry.list)
    list.entries += 1
    if (entry.dynamic) list.dynamic += 1
  }
  for (const use of uses) listOf(use.list).uses.push(use)
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Address lists of a router, each with its own page. */
export function ListsCard({
  of: { hardwareId },
  lists,
  unread,
  mayAdd,
}: {
  of: PageDevice
  lists: AddressLists | undefined
  unread: boolean
  mayAdd: boolean
}) {
  const { t } = useTranslation()
  const go = useGo()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const named = lists && namedLists(lists)
  const open = () => {
    const wanted = name.trim()
    if (wanted === '' || wanted.length > 64 || /[\s,!"]/.test(wanted)) return setError(t('firewall:lists.badName'))
    void go(firewallPaths.list(hardwareId, wanted))
  }
  return (
    <Card title={t('firewall:lists.title')}>
      <p className={lan.note}>{t('firewall:lists.text')}</p>
      <ReadRows
        rows={named}
        unread={unread}
        empty={
          <EmptyState
            icon={<IconList size={20} />}
            title={t('firewall:lists.empty')}
            text={t('firewall:lists.emptyText')}
          />
        }
      >
        {(rows) => (
          <RowTable<NamedList>
            label={t('firewall:lists.title')}
            feature="firewall"
            rows={rows}
            idOf={(list) => list.name}
            columns={[
              {
                key: 'list',
                render: (list) => (
                  <TextLink to={firewallPaths.list(hardwareId, list.name)} inherit>
                    {list.name}
                  </TextLink>
                ),
              },
              {
                key: 'entries',
                align: 'end',
                render: ({ entries, dynamic }) =>
                  dynamic === 0 ? entries : t('firewall:lists.entries', { entries, dynamic }),
              },
              {
                key: 'uses',
                render: ({ uses }) =>
                  uses.length === 0 ? (
                    <span className={layout.hint}>{t('firewall:lists.unused')}</span>
                  ) : (
                    t('firewall:lists.uses', { count: uses.length })
                  ),
              },
            ]}
          />
        )}
      </ReadRows>
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
              setError(undefined)
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
