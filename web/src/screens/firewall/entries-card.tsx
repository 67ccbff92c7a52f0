import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { firewall, type ListEntry } from '@trunkline/contract/resources/firewall'
import type { BodyInput, Endpoint } from '@trunkline/contract/endpoint'
import type { Command } from '@trunkline/contract/resources/device-command'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { RowForm } from '../lan/row-form.tsx'
import { valuesOf, type RowShape } from '../lan/row-shape.ts'
import { RowTable } from '../lan/row-table.tsx'
import { TimeField } from '../lan/time-field.tsx'
import { Value } from '../lan/value.tsx'
import classes from './firewall.module.css'

/** An entry as it is edited. A time is given and never read back: it runs. */
type EntryValues = Pick<ListEntry, 'list' | 'address' | 'disabled' | 'comment'> & { timeout_seconds: number | null }

const shapeOf = (list: string): RowShape<EntryValues> => ({
  empty: { list, address: '', timeout_seconds: null, disabled: false, comment: null },
  nullable: ['timeout_seconds', 'comment'],
  identity: ['list', 'address'],
})

/** Rows that are drawn at one time: block lists have thousands. */
const perPage = 50

/** What of the entries the address of the page asks for: those that hold a text, a page at a time. */
function useShown(entries: readonly ListEntry[]) {
  const { q = '', page: wanted } = useSearch({ strict: false }) as { q?: string; page?: string | number }
  const navigate = useNavigate()
  const text = String(q).toLowerCase()
  const found = entries.filter(
    ({ address, comment }) => address.toLowerCase().includes(text) || comment?.toLowerCase().includes(text) === true,
  )
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(wanted ?? 1)) || 1))
  const go = (next: { q?: string | undefined; page?: number | undefined }) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...next })) as never,
      replace: true,
    })
  return { text: String(q), found, page, pages, rows: found.slice((page - 1) * perPage, page * perPage), go }
}

/** Entries of one address list: added, changed and taken off. */
export function EntriesCard({
  hardwareId,
  list,
  entries,
  may,
}: {
  hardwareId: number
  list: string
  entries: readonly ListEntry[]
  may: (endpoint: Endpoint) => boolean
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const question = useQuestion()
  /** Id of the entry that is edited, or `new`. */
  const [edited, setEdited] = useState<string>()
  const [about, setAbout] = useState<string>()
  const onEnd = (command: Command) => {
    if (command.state === 'done') setEdited((open) => (open === about ? undefined : open))
  }
  const add = useDeviceCommand(firewall.addEntry, { onEnd, hardwareId })
  const set = useDeviceCommand(firewall.setEntry, { onEnd, hardwareId })
  const remove = useDeviceCommand(firewall.removeEntry, { hardwareId })
  const calls = [add, set, remove] as const
  const last = calls.reduce<(typeof calls)[number]>(
    (one, other) => ((other.id ?? 0) > (one.id ?? 0) ? other : one),
    add,
  )
  const params = { id: hardwareId }
  const shape = shapeOf(list)
  const labelOf = (field: string) => t(`firewall:field.${field}`)
  const cancel = (
    <Button variant="default" onClick={() => setEdited(undefined)}>
      {t('ui:cancel')}
    </Button>
  )
  const fields = (beside: (field: keyof EntryValues & string, help?: ReactNode) => ReactNode, isNew: boolean) => (
    <FieldGroup>
      <TextField
        name="address"
        label={labelOf('address')}
        help={beside('address', t('firewall:help.address'))}
        required
        maxLength={255}
        autoComplete="off"
      />
      {isNew ? (
        <TimeField name="timeout_seconds" label={labelOf('timeout_seconds')} help={t('firewall:help.timeout')} />
      ) : null}
      <TextField name="comment" label={labelOf('comment')} help={beside('comment')} maxLength={255} />
      <SwitchField name="disabled" label={labelOf('disabled')} help={beside('disabled')} />
    </FieldGroup>
  )
  const editor = (entry: ListEntry) => (
    <RowForm<EntryValues>
      key={entry.id}
      shape={shape}
      device={valuesOf(shape, { ...entry, timeout_seconds: null })}
      id={entry.id}
      schema={firewall.setEntry.body}
      labelOf={labelOf}
      onSend={(body) => {
        setAbout(entry.id)
        return set.ask({ params, body: body as BodyInput<typeof firewall.setEntry> })
      }}
      onNothing={() => setEdited(undefined)}
      cancel={cancel}
    >
      {(beside) => fields(beside, false)}
    </RowForm>
  )
  const askRemove = (entry: ListEntry) =>
    question.ask({
      title: t('firewall:entries.remove', { name: entry.address, list }),
      text: t('firewall:entries.removeText'),
      confirmLabel: t('lan:remove'),
      tone: 'danger',
      run: () => {
        setAbout(entry.id)
        return remove.ask({ params, query: { id: entry.id, seen: JSON.stringify(entry) } })
      },
      done: t('lan:asked'),
    })
  const actions = (entry: ListEntry) => (
    <>
      {entry.dynamic ? null : may(firewall.setEntry) ? (
        <Tooltip label={t('lan:change')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('lan:changeOf', { name: entry.address })}
            aria-expanded={edited === entry.id}
            onClick={() => setEdited(edited === entry.id ? undefined : entry.id)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {may(firewall.removeEntry) ? (
        <Tooltip label={t('lan:remove')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('lan:removeOf', { name: entry.address })}
            onClick={() => askRemove(entry)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </>
  )
  const end = last.command ? <CommandEnd of={last.command} onClose={last.clear} /> : null
  const atRow = about !== undefined && entries.some(({ id }) => id === about)
  const shown = useShown(entries)
  const acts = may(firewall.setEntry) || may(firewall.removeEntry)

  return (
    <Card
      title={t('firewall:entries.title')}
      actions={
        may(firewall.addEntry) ? (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setEdited('new')}
          >
            {t('firewall:entries.add')}
          </Button>
        ) : undefined
      }
    >
      {edited === 'new' ? (
        <div className={classes.editor}>
          <RowForm<EntryValues>
            shape={shape}
            device={undefined}
            schema={firewall.addEntry.body}
            labelOf={labelOf}
            onSend={(body) => {
              setAbout('new')
              return add.ask({ params, body: body as BodyInput<typeof firewall.addEntry> })
            }}
            cancel={cancel}
          >
            {(beside) => fields(beside, true)}
          </RowForm>
        </div>
      ) : null}
      {atRow ? null : end}
      {entries.length > 8 ? (
        <TextInput
          className={classes.search ?? ''}
          type="search"
          label={t('firewall:entries.search')}
          value={shown.text}
          onChange={(event) => shown.go({ q: event.currentTarget.value || undefined, page: undefined })}
        />
      ) : null}
      {entries.length === 0 ? (
        edited === 'new' ? null : (
          <EmptyState title={t('firewall:entries.empty')} text={t('firewall:entries.emptyText')} />
        )
      ) : shown.found.length === 0 ? (
        <EmptyState title={t('firewall:entries.noMatch', { text: shown.text })}>
          <Button variant="default" onClick={() => shown.go({ q: undefined, page: undefined })}>
            {t('firewall:entries.all')}
          </Button>
        </EmptyState>
      ) : (
        <RowTable<ListEntry>
          label={t('firewall:entries.title')}
          rows={shown.rows}
          idOf={(entry) => entry.id}
          selected={edited}
          columns={[
            { key: 'address', label: labelOf('address'), render: (entry) => entry.address },
            { key: 'comment', label: labelOf('comment'), render: (entry) => <Value of={entry.comment} /> },
            {
              key: 'stays',
              label: labelOf('stays'),
              render: (entry) =>
                entry.expires_in_seconds !== null
                  ? t('firewall:entries.for', { time: durationText(entry.expires_in_seconds, language) })
                  : t(entry.dynamic ? 'lan:dynamic' : 'firewall:entries.forever'),
            },
            {
              key: 'state',
              label: t('lan:field.state'),
              render: (entry) => (
                <StatusBadge tone={entry.disabled ? 'neutral' : 'good'}>
                  {t(`lan:state.${entry.disabled ? 'disabled' : 'active'}`)}
                </StatusBadge>
              ),
            },
            { key: 'created', label: labelOf('created_at'), render: (entry) => <Value of={entry.created_at} /> },
          ]}
          actions={acts ? actions : undefined}
          below={(entry) =>
            edited === entry.id || (about === entry.id && end !== null) ? (
              <>
                {edited === entry.id ? <div className={classes.editor}>{editor(entry)}</div> : null}
                {about === entry.id ? end : null}
              </>
            ) : null
          }
        />
      )}
      {shown.pages > 1 ? (
        <div className={classes.pages}>
          <Button variant="default" disabled={shown.page === 1} onClick={() => shown.go({ page: shown.page - 1 })}>
            {t('firewall:entries.before')}
          </Button>
          <span role="status">
            {t('firewall:entries.page', {
              page: shown.page,
              pages: shown.pages,
              count: shown.found.length.toLocaleString(language),
            })}
          </span>
          <Button
            variant="default"
            disabled={shown.page === shown.pages}
            onClick={() => shown.go({ page: shown.page + 1 })}
          >
            {t('firewall:entries.after')}
          </Button>
        </div>
      ) : null}
      {question.dialog}
    </Card>
  )
}
