import { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'
import { SiteBadge } from './site-status.tsx'
import classes from './sites.module.css'

const shownAtMost = 8
const lookEvery = 60_000

/** The sites of the reader's company with their state, those first where something is the matter. */
export function OwnSites() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(sites.index)
  const requested = useCall(
    sites.index,
    { query: { orderBy: 'status;name', sortedBy: 'asc;asc' } },
    { enabled: may, subjects: ['hardware'], every: lookEvery },
  )
  if (!may) return null
  const rows = requested.data?.data ?? []
  const worst = { offline: 0, partial: 1, unknown: 2, online: 3 }
  const ordered = [...rows].sort((one, other) => worst[one.status] - worst[other.status])
  return (
    <Card title={t('sites:own.title')} actions={<TextLink to={paths.sites.list}>{t('sites:own.all')}</TextLink>}>
      {requested.error ? (
        <ErrorNotice error={requested.error} retry={() => void requested.refetch()} />
      ) : !requested.data ? (
        <TableSkeleton rows={3} columns={1} rowHeight={48} />
      ) : rows.length === 0 ? (
        <p className={layout.note}>{t('sites:empty.textOwn')}</p>
      ) : (
        <ul className={layout.rows}>
          {ordered.slice(0, shownAtMost).map((row) => (
            <li key={row.id}>
              <span className={classes.deviceName}>
                <TextLink to={paths.sites.summary(row.id)} inherit>
                  {row.name}
                </TextLink>
                <span className={layout.hint}>
                  {[
                    row.city,
                    row.hardware_count === 0
                      ? t('sites:noDevices')
                      : t('sites:onlineOf', { online: row.online_count, count: row.hardware_count }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <SiteBadge of={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
