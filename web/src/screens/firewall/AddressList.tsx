import { useParams } from '@tanstack/react-router'
import { firewall } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { useChosenDevice } from '../lan/chosen-device.ts'
import { DevicePage } from '../lan/device-page.tsx'
import { RouterPicker } from '../lan/router-picker.tsx'
import { EntriesCard } from './entries-card.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

/** An address list of a router by its name: its entries, and the rules that ask for it. */
export default function AddressList() {
  const { t } = useTranslation()
  const { listId: name = '' } = useParams({ strict: false }) as { listId?: string }
  const { siteId, of, chosen } = useChosenDevice()
  const { hardwareId } = of
  const every = useWatch(of.ready ? hardwareId : undefined)
  const lists = useReading(
    firewall.lists,
    { params: { id: hardwareId } },
    { enabled: of.ready, every: every && lookEvery },
  )
  const title = t('firewall:lists.one', { name })

  if (!chosen)
    return (
      <>
        <PageHeader title={title} crumbs={[{ label: title }]} />
        <RouterPicker siteId={siteId} />
      </>
    )
  const uses = lists.rows?.uses.filter((use) => use.list === name)
  return (
    <DevicePage
      of={of}
      title={title}
      crumbs={[{ label: t('firewall:title.firewall'), to: firewallPaths.router(siteId, hardwareId) }]}
    >
      {() =>
        lists.error ? (
          <ErrorNotice error={lists.error} retry={lists.read} />
        ) : (
          <div className={classes.stack}>
            <Freshness
              readAt={lists.readAt}
              readingError={lists.readingError}
              reading={lists.reading}
              onRead={lists.read}
            />
            {!lists.rows || !uses ? (
              <Card>
                {lists.readingError ? (
                  <EmptyState title={t('lan:neverRead')} />
                ) : (
                  <TableSkeleton rows={3} columns={4} rowHeight={44} />
                )}
              </Card>
            ) : (
              <>
                <EntriesCard
                  hardwareId={hardwareId}
                  list={name}
                  entries={lists.rows.entries.filter((entry) => entry.list === name)}
                  may={of.may}
                />
                <Card title={t('firewall:lists.usedBy')}>
                  {uses.length === 0 ? (
                    <p className={classes.note}>{t('firewall:lists.unusedText')}</p>
                  ) : (
                    <ul className={classes.uses}>
                      {uses.map((use) => (
                        <li key={`${use.menu} ${use.rule_id} ${use.words}`}>
                          <StatusBadge tone={use.disabled ? 'neutral' : 'info'}>
                            {t(`firewall:menu.${use.menu}`)}
                          </StatusBadge>
                          <code className={classes.words}>{use.words}</code>
                          {use.disabled ? <span className={classes.quiet}>{t('lan:state.disabled')}</span> : null}
                        </li>
                      ))}
                    </ul>
                  )}
                </Card>
              </>
            )}
          </div>
        )
      }
    </DevicePage>
  )
}
