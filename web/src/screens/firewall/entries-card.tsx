import { Button, Group, TextInput } from '@mantine/core'
import { firewall, type ListEntry } from '@trunkline/contract/resources/firewall'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { durationText } from '../../ui/amounts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSetSearch } from '../../ui/navigation.ts'
import { regional } from '../../ui/zone.ts'
import type { RowShape } from '../lan/row-shape.ts'
import { RowsCard } from '../lan/rows-card.tsx'
import { TimeField } from '../lan/time-field.tsx'
import type { PageDevice } from '../lan/use-device.ts'
import { RowState } from '../lan/value.tsx'

/** The timeout is only written: what the router returns is the remaining time. */
type EntryValues = Pick<ListEntry, 'list' | 'address' | 'disabled' | 'comment'> & { timeout_seconds: number | null }

const shapeOf = (list: string): RowShape<EntryValues> => ({
  empty: { list, address: '', timeout_seconds: null, disabled: false, comment: null },
  nullable: ['timeout_seconds', 'comment'],
  identity: ['list', 'address'],
})

/** Rows of a page: block lists have thousands of entries. */
const PAGE_SIZE = 50
/** From this number of entries on there is a search. */
const MIN_SEARCHABLE = 9

/** The entries that match the search of the page's address, one page of them. */
function usePagedEntries(entries: readonly ListEntry[]) {
  const { q = '', page: wanted } = useSearch({ strict: false }) as { q?: string; page?: string | number }
  const setSearch = useSetSearch()
  const text = String(q)
  const found = entries.filter(({ address, comment }) =>
    [address, comment ?? ''].some((value) => value.toLowerCase().includes(text.toLowerCase())),
  )
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(wanted ?? 1)) || 1))
  const go = (change: { q?: string | undefined; page?: number | undefined }) =>
    void setSearch(change, { replace: true, resetScroll: true })
  return { text, found, page, pages, rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), go }
}

/** Entries of one address list. */
export function EntriesCard({ of, list, entries }: { of: PageDevice; list: string; entries: readonly ListEntry[] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { text, found, page, pages, rows, go } = usePagedEntries(entries)
  const pageButton = (key: 'previous' | 'next', to: number) => (
    <Button variant="default" disabled={to < 1 || to > pages} onClick={() => go({ page: to })}>
      {t(`firewall:entries.${key}`)}
    </Button>
  )
  return (
    <RowsCard<ListEntry, EntryValues>
      of={of}
      texts="firewall:entries"
      feature="firewall"
      rows={rows}
      nameOf={({ address }) => address}
      set={firewall.setEntry}
      remove={firewall.removeEntry}
      locked={(entry) => (entry.dynamic ? t('lan:dynamic') : undefined)}
      removeLocked
      header={
        entries.length >= MIN_SEARCHABLE ? (
          <TextInput
            maw={360}
            pb="sm"
            type="search"
            label={t('firewall:entries.search')}
            value={text}
            onChange={(event) => go({ q: event.currentTarget.value || undefined, page: undefined })}
          />
        ) : null
      }
      empty={
        entries.length === 0 ? (
          <EmptyState title={t('firewall:entries.empty')} text={t('firewall:entries.emptyText')} />
        ) : (
          <EmptyState title={t('firewall:entries.noMatch', { text })}>
            <Button variant="default" onClick={() => go({ q: undefined, page: undefined })}>
              {t('firewall:entries.all')}
            </Button>
          </EmptyState>
        )
      }
      columns={[
        'address',
        'comment',
        {
          key: 'expires',
          render: (entry) =>
            entry.expires_in_seconds !== null
              ? t('firewall:entries.expiresIn', { time: durationText(entry.expires_in_seconds, language) })
              : t(entry.dynamic ? 'lan:dynamic' : 'firewall:entries.never'),
        },
        { key: 'state', render: (entry) => <RowState of={entry} /> },
        'created_at',
      ]}
      editor={{
        shape: shapeOf(list),
        add: firewall.addEntry,
        fields: (field, _draft, isNew) => (
          <FieldGroup>
            <TextField {...field('address', t('firewall:help.address'))} required maxLength={255} autoComplete="off" />
            {isNew ? <TimeField {...field('timeout_seconds', t('firewall:help.timeout'))} /> : null}
            <TextField {...field('comment')} maxLength={255} />
            <SwitchField {...field('disabled')} />
          </FieldGroup>
        ),
      }}
      footer={
        pages > 1 ? (
          <Group justify="center" gap="md" pt={28}>
            {pageButton('previous', page - 1)}
            <span role="status">
              {t('firewall:entries.page', { page, pages, count: found.length.toLocaleString(language) })}
            </span>
            {pageButton('next', page + 1)}
          </Group>
        ) : null
      }
    />
  )
}
