import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { escapeValue } from '@trunkline/contract/list'
import { IconBan, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useLive } from '../../api/live.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { SignalMark } from '../lan/signal-mark.tsx'
import { accessPaths } from './access-paths.ts'
import { ActionBadge } from './entry-cells.tsx'
import { macSearch, vendorText } from './mac-address.ts'
import type { SiteRef } from './site-select.tsx'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'

/** Rows that are shown at first, so that the list below is close on a phone. */
const initialRows = 4
/** Milliseconds between two reads. */
const refetchInterval = 10_000

/** The devices connected to the Wi-Fi of a site, each with a button to block it. */
export function ConnectedCard({ site }: { site: SiteRef }) {
  const { t } = useTranslation()
  const can = useCan()
  const question = useQuestion()
  const paused = useLive().status === 'paused'
  const [typed, setTyped] = useState('')
  const [expanded, setExpanded] = useState(false)
  const [text] = useDebouncedValue(macSearch(typed), 250)
  const shown = useCall(
    wifi.registrations,
    {
      params: { id: site.id },
      query: { orderBy: 'name', sortedBy: 'asc', ...(text === '' ? {} : { search: escapeValue(text) }) },
    },
    { enabled: can(wifi.registrations), subjects: ['access-control'], ...(paused ? {} : { every: refetchInterval }) },
  )
  const store = useCommand(accessControl.store, { subjects: ['access-control', 'wifi'] })
  if (!can(wifi.registrations)) return null
  const rows = shown.data?.data
  const total = shown.data?.meta.pagination.total ?? 0
  const visible = expanded ? (rows ?? []) : (rows ?? []).slice(0, initialRows)
  const nameOf = (row: Registration) => row.name ?? vendorText(row.vendor, t) ?? row.mac

  const block = (row: Registration) =>
    question.confirm({
      title: t('wifi-access:clients.block', { name: nameOf(row) }),
      text: t('wifi-access:clients.blockText', { site: site.name }),
      confirmLabel: t('wifi:clients.block'),
      tone: 'danger',
      run: async () => {
        const reply = await store.run({
          params: { id: site.id },
          body: { mac: row.mac, name: nameOf(row).slice(0, 100), action: 'block' },
        })
        followWrites(site.id, reply.data.commands)
      },
      done: t('wifi:access.blockDone', { name: nameOf(row) }),
    })

  return (
    <Card title={t('wifi-access:clients.title', { site: site.name })}>
      {shown.error ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={3} columns={1} rowHeight={56} />
      ) : (
        <div className={layout.stack}>
          {total > initialRows || typed !== '' ? (
            <TextInput
              aria-label={t('wifi-access:clients.search')}
              placeholder={t('wifi-access:clients.search')}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : null}
          {rows.length === 0 ? (
            <p className={classes.text} role="status">
              {t(typed === '' ? 'wifi-access:clients.none' : 'wifi-access:clients.noMatch')}
            </p>
          ) : (
            <ul className={layout.rows}>
              {visible.map((row) => (
                <li key={row.id}>
                  <span className={classes.client}>
                    <strong>{nameOf(row)}</strong>
                    <span className={layout.hint}>
                      {[row.mac, row.name === null ? undefined : vendorText(row.vendor, t), row.ssid]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span className={classes.clientActions}>
                    <SignalMark grade={row.grade} />
                    {row.access_control_id !== null ? (
                      <TextLink to={accessPaths.update(site.id, row.access_control_id)} inherit>
                        {row.access ? <ActionBadge of={{ action: row.access }} /> : t('common:record.action.edit')}
                      </TextLink>
                    ) : can(accessControl.store) ? (
                      <Button
                        variant="default"
                        size="md"
                        className={classes.blockButton ?? ''}
                        leftSection={<IconBan size={18} aria-hidden="true" />}
                        aria-label={t('wifi-access:clients.blockOne', { name: nameOf(row) })}
                        onClick={() => block(row)}
                      >
                        {t('wifi:clients.block')}
                      </Button>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {visible.length < total ? (
            rows.length > visible.length ? (
              <Button variant="subtle" onClick={() => setExpanded(true)}>
                {t('wifi-access:clients.more', { count: rows.length - visible.length })}
              </Button>
            ) : (
              <p className={layout.smallNote}>{t('wifi-access:clients.beyond', { count: total - visible.length })}</p>
            )
          ) : null}
        </div>
      )}
      {question.dialog}
    </Card>
  )
}
