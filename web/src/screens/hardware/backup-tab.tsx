import { Button, Group, Radio } from '@mantine/core'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareLive, type BackupRow } from '@trunkline/contract/resources/hardware-live'
import { IconArrowsDiff, IconFileText } from '@tabler/icons-react'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { ListFooter } from '../../list/list-footer.tsx'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { BackupDiff } from './backup-diff.tsx'

const TextDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./backup-text.tsx'))).BackupText,
}))

interface BackupPair {
  older: number
  newer: number
}

/** The two configurations to compare: the selected ones, by default the latest and the one before it. */
export function pairOf(rows: readonly Pick<BackupRow, 'id'>[], chosen: Partial<BackupPair>): BackupPair | undefined {
  const newer = chosen.newer ?? rows[0]?.id
  const older = chosen.older ?? rows.find(({ id }) => newer !== undefined && id < newer)?.id
  if (newer === undefined || older === undefined || older === newer) return undefined
  return { older: Math.min(older, newer), newer: Math.max(older, newer) }
}

function BackupTable({
  rows,
  pair,
  onChoose,
  onText,
}: {
  rows: readonly BackupRow[]
  pair: BackupPair | undefined
  onChoose: (which: keyof BackupPair, id: number) => void
  onText: (row: BackupRow) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const when = (row: BackupRow) => new Date(row.read_at).toLocaleString(language)
  return (
    <div className={layout.scroll} role="group" aria-label={t('hardware:backup.title')} tabIndex={0}>
      <table className={clsx(layout.table, layout.nowrap)}>
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

/** The stored configurations of a device: each as text, and any two compared. */
export function BackupTab({
  device,
  onTake,
  taking,
}: {
  device: HardwareDevice
  /** Undefined without the permission. */
  onTake: (() => void) | undefined
  taking: boolean
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<25 | 50 | 100 | 200>(25)
  const [chosen, setChosen] = useState<Partial<BackupPair>>({})
  const [compared, setCompared] = useState<BackupPair | undefined>()
  const [opened, setOpened] = useState<BackupRow | undefined>()
  const shown = useCall(
    hardwareLive.backups,
    { params: { id: device.id }, query: { page, perPage } },
    { row: device.id, subjects: ['hardware'] },
  )
  const rows = shown.data?.data
  const pair = rows && pairOf(rows, chosen)
  const backUpButton = onTake ? (
    <Button variant="default" leftSection={actionIcon(IconFileText)} loading={taking} onClick={onTake}>
      {t('hardware:backup.start')}
    </Button>
  ) : null
  return (
    <div className={layout.stack}>
      <Card title={t('hardware:backup.title')} actions={rows?.length ? backUpButton : null}>
        <Loaded of={shown} skeleton={<TableSkeleton rows={4} columns={5} />}>
          {({ data, meta: { pagination } }) =>
            data.length === 0 ? (
              <EmptyState
                icon={<IconFileText size={20} />}
                title={t('hardware:backup.empty.title')}
                text={t('hardware:backup.empty.text')}
              >
                {backUpButton}
              </EmptyState>
            ) : (
              <>
                <p className={layout.note}>{t('hardware:backup.lead')}</p>
                <BackupTable
                  rows={data}
                  pair={pair}
                  onChoose={(which, id) => setChosen((before) => ({ ...before, ...pair, [which]: id }))}
                  onText={setOpened}
                />
                <Group justify="space-between" gap="xs" pt="sm">
                  <Button leftSection={actionIcon(IconArrowsDiff)} disabled={!pair} onClick={() => setCompared(pair)}>
                    {t('hardware:backup.compare')}
                  </Button>
                  {pagination.total > 25 ? (
                    <ListFooter
                      facts={pagination}
                      perPage={perPage}
                      narrow
                      onPage={setPage}
                      onPerPage={(next) => {
                        setPage(1)
                        setPerPage(next as typeof perPage)
                      }}
                    />
                  ) : null}
                </Group>
              </>
            )
          }
        </Loaded>
      </Card>
      {compared ? <BackupDiff device={device.id} {...compared} /> : null}
      <Suspense fallback={null}>
        {opened ? <TextDialog device={device} row={opened} onClose={() => setOpened(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
