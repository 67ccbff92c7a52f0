import { imports } from '@trunkline/contract/resources/import'
import type { ImportKind } from '@trunkline/contract/resources/import-shapes'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useNumber } from '../../ui/use-number.ts'
import classes from './imports.module.css'
import { stateTone } from './job-state.ts'

/** The user's own imports of a kind, latest first. */
export function EarlierImports({ kind, onOpen }: { kind: ImportKind; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const number = useNumber()
  const rows = useCall(imports.index, { query: { kind } }, { staleTime: 0 }).data?.data ?? []
  if (rows.length === 0) return null
  return (
    <Card title={t('imports:earlier.title')}>
      <SimpleTable
        label={t('imports:earlier.title')}
        className={classes.scroll}
        tableClassName={classes.table}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'file',
            header: t('imports:earlier.file'),
            className: classes.wide,
            cell: (row) => (
              <Button
                variant="transparent"
                size="compact-sm"
                className={classes.open ?? ''}
                onClick={() => onOpen(row.id)}
              >
                {row.file_name}
              </Button>
            ),
          },
          {
            key: 'state',
            header: t('imports:earlier.state'),
            cell: (row) => <StatusBadge tone={stateTone(row)}>{t(`imports:state.${row.state}`)}</StatusBadge>,
          },
          {
            key: 'rows',
            header: t('imports:earlier.rows'),
            className: classes.values,
            cell: ({ state, rows_total, created, updated, bad }) =>
              state === 'done'
                ? t('imports:earlier.counts', {
                    created: number(created),
                    updated: number(updated),
                    bad: number(bad),
                  })
                : rows_total === null
                  ? null
                  : number(rows_total),
          },
          {
            key: 'when',
            header: t('imports:earlier.when'),
            cell: (row) => <RelativeTime value={row.created_at} />,
          },
        ]}
      />
    </Card>
  )
}
