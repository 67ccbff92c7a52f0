import { Button, Radio } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type BackupRow } from '@trunkline/contract/resources/hardware-live'
import { IconArrowsDiff, IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { ListFooter } from '../../list/list-footer.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { BackupDiff } from './backup-diff.tsx'
import classes from './live.module.css'

const TextDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./backup-text.tsx'))).BackupText,
}))

interface Pair {
  older: number
  newer: number
}

/** Which two are compared: what was chosen, else the latest with the one before it. The older is always the first. */
export function pairOf(rows: readonly Pick<BackupRow, 'id'>[], chosen: Partial<Pair>): Pair | undefined {
  const newer = chosen.newer ?? rows[0]?.id
  const older = chosen.older ?? rows.find(({ id }) => newer !== undefined && id < newer)?.id
  if (newer === undefined || older === undefined || older === newer) return undefined
  return { older: Math.min(older, newer), newer: Math.max(older, newer) }
}

function Rows({
  rows,
  pair,
  onChoose,
  onText,
}: {
  rows: readonly BackupRow[]
  pair: Pair | undefined
  onChoose: (which: keyof Pair, id: number) => void
  onText: (row: BackupRow) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const when = (row: BackupRow) => new Date(row.read_at).toLocaleString(language)
  return (
    <div className={classes.scroll} role="region" aria-label={t('hardware:backup.title')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('hardware:backup.older')}</th>
            <th scope="col">{t('hardware:backup.newer')}</th>
            <th scope="col">{t('hardware:backup.taken')}</th>
            <th scope="col">{t('hardware:backup.seen')}</th>
            <th scope="col">{t('hardware:reading.routeros_version')}</th>
            <th scope="col">{t('hardware:backup.changes')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {(['older', 'newer'] as const).map((which) => (
                <td key={which}>
                  <Radio
                    name={`backup-${which}`}
                    aria-label={t(`hardware:backup.as.${which}`, { time: when(row) })}
                    checked={pair?.[which] === row.id}
                    onChange={() => onChoose(which, row.id)}
                  />
                </td>
              ))}
              <th scope="row">
                <Time value={row.read_at} />
              </th>
              <td>
                <Time value={row.seen_at} />
              </td>
              <td>{row.routeros_version ?? <NotSet label={t('ui:notSet')} />}</td>
              <td>
                {t('hardware:backup.counts', {
                  added: row.lines_added.toLocaleString(language),
                  removed: row.lines_removed.toLocaleString(language),
                  lines: row.lines.toLocaleString(language),
                })}
              </td>
              <td>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-haspopup="dialog"
                  aria-label={t('hardware:backup.textOf', { time: when(row) })}
                  onClick={() => onText(row)}
                >
                  {t('hardware:backup.text')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The kept configurations of a device: each as text, and any two compared. */
export function BackupTab({
  device,
  onTake,
  taking,
}: {
  device: HardwareDevice
  /** Undefined for those who may not. */
  onTake: (() => void) | undefined
  taking: boolean
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const [chosen, setChosen] = useState<Partial<Pair>>({})
  const [compared, setCompared] = useState<Pair | undefined>()
  const [read, setRead] = useState<BackupRow | undefined>()
  const shown = useCall(
    hardwareLive.backups,
    { params: { id: device.id }, query: { page, perPage } },
    { row: device.id, subjects: ['hardware'] },
  )
  const rows = shown.data?.data
  const pair = rows && pairOf(rows, chosen)
  const take = onTake ? (
    <Button
      variant="default"
      leftSection={<IconFileText size={16} aria-hidden="true" />}
      loading={taking}
      onClick={onTake}
    >
      {t('hardware:backup.take')}
    </Button>
  ) : null
  return (
    <div className={classes.stack}>
      <Card title={t('hardware:backup.title')} actions={rows?.length ? take : null}>
        {shown.error ? (
          <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
        ) : !rows ? (
          <TableSkeleton rows={4} columns={5} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<IconFileText size={20} />}
            title={t('hardware:backup.empty.title')}
            text={t('hardware:backup.empty.text')}
          >
            {take}
          </EmptyState>
        ) : (
          <>
            <p className={classes.quiet}>{t('hardware:backup.lead')}</p>
            <Rows
              rows={rows}
              pair={pair}
              onChoose={(which, id) => setChosen((before) => ({ ...before, ...pair, [which]: id }))}
              onText={setRead}
            />
            <div className={classes.foot}>
              <Button
                leftSection={<IconArrowsDiff size={16} aria-hidden="true" />}
                disabled={!pair}
                onClick={() => setCompared(pair)}
              >
                {t('hardware:backup.compare')}
              </Button>
              {shown.data && shown.data.meta.pagination.total > 25 ? (
                <ListFooter
                  facts={shown.data.meta.pagination}
                  perPage={perPage}
                  narrow
                  onPage={setPage}
                  onPerPage={(next) => {
                    setPage(1)
                    setPerPage(next as typeof perPage)
                  }}
                />
              ) : null}
            </div>
          </>
        )}
      </Card>
      {compared ? <BackupDiff device={device.id} {...compared} /> : null}
      <Suspense fallback={null}>
        {read ? <TextDialog device={device} row={read} onClose={() => setRead(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
