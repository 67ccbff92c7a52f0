import { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import layout from '../../ui/layout.module.css'
import { SiteBadge } from './site-status.tsx'

const maxRows = 8
/** Device readings are not announced on the live channel. Milliseconds. */
const interval = 60_000

const order = { offline: 0, partial: 1, unknown: 2, online: 3 }

/** The sites of the user's company, offline ones first. */
export function OwnSites() {
  const { t } = useTranslation()
  const can = useCan()
  const may = can(sites.index)
  const query = useCall(
    sites.index,
    { query: { orderBy: 'status;name', sortedBy: 'asc;asc' } },
    { enabled: may, subjects: ['hardware'], every: interval },
  )
  if (!may) return null
  return (
    <Card title={t('sites:own.title')} actions={<TextLink to={paths.sites.list}>{t('sites:own.all')}</TextLink>}>
      <Loaded
        of={{ ...query, data: query.data?.data }}
        skeleton={<TableSkeleton rows={3} columns={1} rowHeight={48} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className={layout.note}>{t('sites:empty.textOwn')}</p>
          ) : (
            <ul className={layout.rows}>
              {rows
                .toSorted((one, other) => order[one.status] - order[other.status])
                .slice(0, maxRows)
                .map((row) => (
                  <li key={row.id}>
                    <span className={layout.stacked}>
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
          )
        }
      </Loaded>
    </Card>
  )
}
