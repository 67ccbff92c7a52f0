import { imports } from '@trunkline/contract/resources/import'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './imports.module.css'
import { stateTone } from './state-tone.ts'

/** The caller's own imports, latest first: to go on with one, or to see what became of it. */
export function EarlierImports({ kind, onOpen }: { kind: ImportKind; onOpen: (id: number) => void }) {
  const { t, i18n } = useTranslation()
  const earlier = useCall(imports.index, { query: { kind } }, { staleTime: 0 })
  const rows = earlier.data?.data ?? []
  if (rows.length === 0) return null
  const number = (value: number) => value.toLocaleString(regional(i18n.language))
  return (
    <Card title={t('imports:earlier.title')}>
      <div className={classes.scroll} role="region" aria-label={t('imports:earlier.title')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('imports:earlier.file')}</th>
              <th scope="col">{t('imports:earlier.state')}</th>
              <th scope="col">{t('imports:earlier.rows')}</th>
              <th scope="col">{t('imports:earlier.when')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className={classes.wide}>
                  <Button
                    variant="transparent"
                    size="compact-sm"
                    className={classes.open ?? ''}
                    onClick={() => onOpen(row.id)}
                  >
                    {row.file_name}
                  </Button>
                </th>
                <td>
                  <StatusBadge tone={stateTone(row)}>{t(`imports:state.${row.state}`)}</StatusBadge>
                </td>
                <td className={classes.values}>
                  {row.state === 'done'
                    ? t('imports:earlier.counts', {
                        created: number(row.created),
                        updated: number(row.updated),
                        bad: number(row.bad),
                      })
                    : row.rows_total === null
                      ? null
                      : number(row.rows_total)}
                </td>
                <td>
                  <RelativeTime value={row.created_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
