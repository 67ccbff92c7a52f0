import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { escapeValue } from '@trunkline/contract/list'
import { IconBan, IconSearch, IconWifi } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useLive } from '../../api/live.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { SignalMark } from '../lan/signal-mark.tsx'
import { accessPaths } from './access-paths.ts'
import { ActionBadge } from './entry-cells.tsx'
import { macSearch } from './mac-text.ts'
import type { SiteRef } from './site-choice.tsx'
import { vendorText } from './vendor-text.ts'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'

/** Drawn before the reader asks for more: the list below should be in reach of a thumb. */
const drawnAtFirst = 4
const lookEvery = 10_000

/** Who is on the Wi-Fi of a site now, each with the button that keeps it out. */
export function NowCard({ site }: { site: SiteRef }) {
  const { t } = useTranslation()
  const can = useCan()
  const question = useQuestion()
  const still = useLive().status === 'paused'
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const [text] = useDebouncedValue(macSearch(typed), 250)
  const shown = useCall(
    wifi.registrations,
    {
      params: { id: site.id },
      query: { orderBy: 'name', sortedBy: 'asc', ...(text === '' ? {} : { search: escapeValue(text) }) },
    },
    { enabled: can(wifi.registrations), subjects: ['access-control'], ...(still ? {} : { every: lookEvery }) },
  )
  const store = useCommand(accessControl.store, { subjects: ['access-control', 'wifi'] })
  if (!can(wifi.registrations)) return null
  const rows = shown.data?.data
  const total = shown.data?.meta.pagination.total ?? 0
  const drawn = all ? (rows ?? []) : (rows ?? []).slice(0, drawnAtFirst)
  const nameOf = (row: Registration) => row.name ?? vendorText(row.vendor, t) ?? row.mac

  const block = (row: Registration) =>
    question.ask({
      title: t('wifi-access:now.block', { name: nameOf(row) }),
      text: t('wifi-access:now.blockText', { site: site.name }),
      confirmLabel: t('wifi-access:now.blockNow'),
      tone: 'danger',
      run: async () => {
        const reply = await store.run({
          params: { id: site.id },
          body: { mac: row.mac, name: nameOf(row).slice(0, 100), action: 'block' },
        })
        followWrites(site.id, reply.data.commands)
      },
      done: t('wifi-access:now.blocked', { name: nameOf(row) }),
    })

  return (
    <Card title={t('wifi-access:now.title', { site: site.name })}>
      {shown.error ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : !rows ? (
        <TableSkeleton rows={3} columns={1} rowHeight={56} />
      ) : (
        <div className={classes.stack}>
          {total > drawnAtFirst || typed !== '' ? (
            <TextInput
              aria-label={t('wifi-access:now.search')}
              placeholder={t('wifi-access:now.search')}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : null}
          {rows.length === 0 ? (
            <p className={classes.text} role="status">
              <IconWifi size={18} aria-hidden="true" className={classes.inline} />{' '}
              {t(typed === '' ? 'wifi-access:now.none' : 'wifi-access:now.noMatch')}
            </p>
          ) : (
            <ul className={classes.now}>
              {drawn.map((row) => (
                <li key={row.id}>
                  <span className={classes.nowText}>
                    <strong>{nameOf(row)}</strong>
                    <span className={classes.quiet}>
                      {[row.mac, row.name === null ? undefined : vendorText(row.vendor, t), row.ssid]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span className={classes.nowSide}>
                    <SignalMark grade={row.grade} />
                    {row.access_control_id !== null ? (
                      <TextLink to={accessPaths.update(site.id, row.access_control_id)} inherit>
                        {row.access ? <ActionBadge of={{ action: row.access }} /> : t('wifi-access:edit')}
                      </TextLink>
                    ) : can(accessControl.store) ? (
                      <Button
                        variant="default"
                        size="md"
                        className={classes.blockButton ?? ''}
                        leftSection={<IconBan size={18} aria-hidden="true" />}
                        aria-label={t('wifi-access:now.blockOne', { name: nameOf(row) })}
                        onClick={() => block(row)}
                      >
                        {t('wifi-access:now.blockNow')}
                      </Button>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {drawn.length < total ? (
            rows.length > drawn.length ? (
              <Button variant="subtle" onClick={() => setAll(true)}>
                {t('wifi-access:now.more', { count: rows.length - drawn.length })}
              </Button>
            ) : (
              <p className={classes.quiet}>{t('wifi-access:now.beyond', { count: total - drawn.length })}</p>
            )
          ) : null}
        </div>
      )}
      {question.dialog}
    </Card>
  )
}
