import { useParams } from '@tanstack/react-router'
import { firewall } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import lan from '../lan/lan.module.css'
import { ReadingPage } from '../lan/reading-page.tsx'
import { useDeviceReading, useReadingInterval } from '../lan/use-device-reading.ts'
import { useDevice } from '../lan/use-device.ts'
import { EntriesCard } from './entries-card.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'

/** One address list of a router: its entries and the rules that use it. */
export default function AddressList() {
  const { t } = useTranslation()
  const { listId: name = '' } = useParams({ strict: false }) as { listId?: string }
  const of = useDevice()
  const lists = useDeviceReading(of, firewall.lists, useReadingInterval(of))
  const title = t('firewall:lists.one', { name })
  const list = firewallPaths.router(of.hardwareId)
  const uses = lists.rows?.uses.filter((use) => use.list === name)
  return (
    <ReadingPage
      of={of}
      title={title}
      tab={list}
      crumbs={[{ label: t('panel:title.deviceFirewall'), to: list }]}
      reading={lists}
    >
      {() =>
        !lists.rows || !uses ? (
          <Card>
            {lists.readingError ? <EmptyState title={t('lan:neverRead')} /> : <TableSkeleton rows={3} columns={4} />}
          </Card>
        ) : (
          <>
            <EntriesCard of={of} list={name} entries={lists.rows.entries.filter((entry) => entry.list === name)} />
            <Card title={t('firewall:lists.usedBy')}>
              {uses.length === 0 ? (
                <p className={lan.note}>{t('firewall:lists.unusedText')}</p>
              ) : (
                <ul className={classes.uses}>
                  {uses.map((use) => (
                    <li key={`${use.menu} ${use.rule_id} ${use.words}`}>
                      <StatusBadge tone={use.disabled ? 'neutral' : 'info'}>
                        {t(`firewall:menu.${use.menu}`)}
                      </StatusBadge>
                      <code className={classes.ruleText}>{use.words}</code>
                      {use.disabled ? <span className={layout.hint}>{t('lan:state.disabled')}</span> : null}
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          </>
        )
      }
    </ReadingPage>
  )
}
