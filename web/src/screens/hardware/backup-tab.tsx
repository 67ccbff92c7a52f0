import { Button, Group, Menu, Radio } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconFileText,
  IconKey,
  IconRestore,
} from '@tabler/icons-react'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { ListFooter } from '../../list/list-footer.tsx'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useRowCan } from '../../access/can.ts'
import { ActionItems, type MenuAction } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { CommandEnd } from '../devices/command-end.tsx'
import { PersonName } from '../devices/names.tsx'
import { useDeviceCommand } from '../devices/use-device-command.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { BackupDiff, DeviceDiff } from './backup-diff.tsx'

const TextDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./backup-text.tsx'))).BackupText,
}))

const OutsideDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./outside-dialog.tsx'))).OutsideDialog,
}))
const OtherDeviceDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./other-device-dialog.tsx'))).OtherDeviceDialog,
}))
const RestoreDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./restore-dialog.tsx'))).RestoreDialog,
}))
const LoadDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./load-backup-dialog.tsx'))).LoadBackupDialog,
}))
const PasswordDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./backup-password.tsx'))).BackupPassword,
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

interface BackupTableProps {
  rows: readonly BackupRow[]
  pair: BackupPair | undefined
  onChoose: (which: keyof BackupPair, id: number) => void
  onText: (row: BackupRow) => void
  /** Opens who changed the configuration outside the panel. */
  onOutside: (row: BackupRow) => void
  /** What the user may do with a backup beyond viewing it. */
  actionsOf: (row: BackupRow) => readonly MenuAction[]
}

/** The parts of a row, which a table and a list on a phone have in common. */
function useBackupCells({ pair, onChoose, onText, onOutside, actionsOf }: Omit<BackupTableProps, 'rows'>) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const when = (row: BackupRow) => new Date(row.read_at).toLocaleString(language)
  return {
    choice: (row: BackupRow, which: keyof BackupPair, label?: string) => (
      <Radio
        name={`backup-${which}`}
        aria-label={t(`hardware:backup.as.${which}`, { time: when(row) })}
        label={label}
        checked={pair?.[which] === row.id}
        onChange={() => onChoose(which, row.id)}
      />
    ),
    reason: (row: BackupRow) => (
      <>
        {t(`hardware:backup.reasons.${row.reason}`)}
        {row.requested_by === null ? null : (
          <div className={layout.quiet}>
            <PersonName of={row.requested_by} />
          </div>
        )}
        {row.outside === null ? null : (
          <div>
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconAlertTriangle size={14} aria-hidden="true" />}
              aria-haspopup="dialog"
              aria-label={t('hardware:backup.outside.of', { time: when(row) })}
              onClick={() => onOutside(row)}
            >
              {t('hardware:backup.outside.title')}
            </Button>
          </div>
        )}
      </>
    ),
    counts: (row: BackupRow) =>
      t('hardware:backup.counts', {
        added: row.lines_added.toLocaleString(language),
        removed: row.lines_removed.toLocaleString(language),
        lines: row.lines.toLocaleString(language),
      }),
    actions: (row: BackupRow) => (
      <>
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          aria-label={t('hardware:backup.textOf', { time: when(row) })}
          onClick={() => onText(row)}
        >
          {t('hardware:backup.text')}
        </Button>
        <RowMenu actions={actionsOf(row)} label={t('hardware:backup.actionsOf', { time: when(row) })} />
      </>
    ),
  }
}

function BackupTable({ rows, ...of }: BackupTableProps) {
  const { t } = useTranslation()
  const cells = useBackupCells(of)
  return (
    <div className={layout.scroll} role="group" aria-label={t('hardware:backup.title')} tabIndex={0}>
      <table className={clsx(layout.table, layout.nowrap)}>
        <thead>
          <tr>
            <th scope="col">{t('hardware:backup.older')}</th>
            <th scope="col">{t('hardware:backup.newer')}</th>
            <th scope="col">{t('hardware:backup.taken')}</th>
            <th scope="col">{t('hardware:backup.seen')}</th>
            <th scope="col">{t('hardware:backup.reason')}</th>
            <th scope="col">{t('hardware:reading.routeros_version')}</th>
            <th scope="col">{t('hardware:backup.changes')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{cells.choice(row, 'older')}</td>
              <td>{cells.choice(row, 'newer')}</td>
              <th scope="row">
                <Time value={row.read_at} />
              </th>
              <td>
                <Time value={row.seen_at} />
              </td>
              <td>{cells.reason(row)}</td>
              <td>{row.routeros_version ?? <NotSet label={t('ui:notSet')} />}</td>
              <td>{cells.counts(row)}</td>
              <td>{cells.actions(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The same on a phone, where a table would scroll sideways. */
function BackupCards({ rows, ...of }: BackupTableProps) {
  const { t } = useTranslation()
  const cells = useBackupCells(of)
  return (
    <ul className={layout.rows} aria-label={t('hardware:backup.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={layout.stacked}>
            <Time value={row.read_at} />
            <div>{cells.reason(row)}</div>
            <div className={layout.quiet}>
              {row.routeros_version ?? t('ui:notSet')} · {cells.counts(row)}
            </div>
            <div className={layout.quiet}>
              {t('hardware:backup.seen')}: <Time value={row.seen_at} />
            </div>
          </div>
          <Group gap="md">
            {cells.choice(row, 'older', t('hardware:backup.older'))}
            {cells.choice(row, 'newer', t('hardware:backup.newer'))}
          </Group>
          <Group gap="xs">{cells.actions(row)}</Group>
        </li>
      ))}
    </ul>
  )
}

function RowMenu({ actions, label }: { actions: readonly MenuAction[]; label: string }) {
  if (actions.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" aria-label={label}>
          <IconDots size={16} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the user may do with a stored configuration beyond viewing it; `latest` is the one that the device has now. */
function useBackupActions({
  device,
  latest,
  onCompare,
  onRestore,
  onLoad,
  onUnlock,
}: {
  device: HardwareDevice
  latest: number | undefined
  /** Compares with the present configuration of the device. */
  onCompare: (row: BackupRow) => void
  onRestore: (row: BackupRow) => void
  onLoad: (row: BackupRow) => void
  onUnlock: (row: BackupRow) => void
}): (row: BackupRow) => MenuAction[] {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const save = useDownload()
  return (row) => {
    const input = { params: { id: device.id, backupId: row.id } }
    const name = `${device.name}-${row.read_at.slice(0, 10)}`
    const hasBinary = row.binary_state === 'stored'
    const noBinary = hasBinary ? undefined : t(`hardware:backup.binary.${row.binary_state ?? 'unsupported'}`)
    const noSecrets = row.has_secrets ? undefined : t('hardware:backup.noSecrets')
    const entries: (MenuAction | false)[] = [
      canOn(hardwareLive.restoreBackup, device) && {
        key: 'restore',
        label: t('hardware:backup.restore.open'),
        icon: actionIcon(IconRestore),
        disabledReason: noSecrets ?? (row.id === latest ? t('hardware:backup.isCurrent') : undefined),
        onClick: () => onRestore(row),
      },
      canOn(hardwareLive.compareWithDevice, device) && {
        key: 'compare',
        label: t('hardware:backup.compareDevice'),
        icon: actionIcon(IconArrowsDiff),
        onClick: () => onCompare(row),
      },
      canOn(hardwareLive.backupText, device) && {
        key: 'text',
        label: t('hardware:backup.downloadText'),
        icon: actionIcon(IconDownload),
        disabledReason: noSecrets,
        onClick: () => void save(hardwareLive.backupText, input, `${name}.rsc`),
      },
      canOn(hardwareLive.backupBinary, device) && {
        key: 'binary',
        label: t('hardware:backup.downloadBinary'),
        icon: actionIcon(IconDownload),
        disabledReason: noBinary,
        onClick: () => void save(hardwareLive.backupBinary, input, `${name}.backup`),
      },
      canOn(hardwareLive.backupPassword, device) &&
        hasBinary && {
          key: 'password',
          label: t('hardware:backup.showPassword'),
          icon: actionIcon(IconKey),
          onClick: () => onUnlock(row),
        },
      canOn(hardwareLive.loadBackup, device) && {
        key: 'load',
        label: t('hardware:backup.load.open'),
        icon: actionIcon(IconDeviceFloppy),
        tone: 'danger',
        disabledReason: noBinary ?? noSecrets,
        onClick: () => onLoad(row),
      },
    ]
    return entries.filter((entry) => entry !== false)
  }
}

/** Chooses a configuration of another device to restore, for users who may restore one. */
function OtherDevice({ device, onChosen }: { device: HardwareDevice; onChosen: (id: number) => void }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!canOn(hardwareLive.restoreBackup, device)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={actionIcon(IconRestore)}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('hardware:backup.other.open')}
      </Button>
      <Suspense fallback={null}>
        {isOpen ? (
          <OtherDeviceDialog
            device={device}
            onChosen={(id) => {
              setIsOpen(false)
              onChosen(id)
            }}
            onClose={() => setIsOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
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
  const [compared, setCompared] = useState<BackupPair | { backup: BackupRow } | undefined>()
  const [opened, setOpened] = useState<BackupRow | undefined>()
  const [outside, setOutside] = useState<BackupRow | undefined>()
  const [restored, setRestored] = useState<Parameters<typeof RestoreDialog>[0]['row'] | undefined>()
  const [loaded, setLoaded] = useState<BackupRow | undefined>()
  const [unlocked, setUnlocked] = useState<BackupRow | undefined>()
  const restore = useDeviceCommand(hardwareLive.restoreBackup)
  const load = useDeviceCommand(hardwareLive.loadBackup)
  const replacement = useDeviceCommand(hardwareLive.restoreReplacement)
  const shown = useCall(
    hardwareLive.backups,
    { params: { id: device.id }, query: { page, perPage } },
    { row: device.id, subjects: ['hardware'] },
  )
  const rows = shown.data?.data
  const actionsOf = useBackupActions({
    device,
    latest: page === 1 ? rows?.[0]?.id : undefined,
    onCompare: (row) => setCompared({ backup: row }),
    onRestore: setRestored,
    onLoad: setLoaded,
    onUnlock: setUnlocked,
  })
  const pair = rows && pairOf(rows, chosen)
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const Rows = narrow ? BackupCards : BackupTable
  const backUpButton = onTake ? (
    <Button variant="default" leftSection={actionIcon(IconFileText)} loading={taking} onClick={onTake}>
      {t('hardware:backup.start')}
    </Button>
  ) : null
  return (
    <div className={layout.stack}>
      <CommandEnd of={restore.command} onClose={restore.clear} />
      <CommandEnd of={load.command} onClose={load.clear} />
      <CommandEnd of={replacement.command} onClose={replacement.clear} />
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
                <Rows
                  rows={data}
                  pair={pair}
                  onChoose={(which, id) => setChosen((before) => ({ ...before, ...pair, [which]: id }))}
                  onText={setOpened}
                  onOutside={setOutside}
                  actionsOf={actionsOf}
                />
                <Group justify="space-between" gap="xs" pt="sm">
                  <Button leftSection={actionIcon(IconArrowsDiff)} disabled={!pair} onClick={() => setCompared(pair)}>
                    {t('hardware:backup.compare')}
                  </Button>
                  <OtherDevice device={device} onChosen={(id) => setRestored({ id })} />
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
      {compared === undefined ? null : 'backup' in compared ? (
        <DeviceDiff key={compared.backup.id} device={device.id} backup={compared.backup} />
      ) : (
        <BackupDiff device={device.id} {...compared} />
      )}
      <Suspense fallback={null}>
        {restored ? (
          <RestoreDialog
            device={device}
            row={restored}
            enqueue={restore.enqueue}
            replace={replacement.enqueue}
            onClose={() => setRestored(undefined)}
          />
        ) : null}
        {loaded ? (
          <LoadDialog device={device} row={loaded} enqueue={load.enqueue} onClose={() => setLoaded(undefined)} />
        ) : null}
        {unlocked ? <PasswordDialog device={device} row={unlocked} onClose={() => setUnlocked(undefined)} /> : null}
        {outside ? <OutsideDialog row={outside} onClose={() => setOutside(undefined)} /> : null}
        {opened ? <TextDialog device={device} row={opened} onClose={() => setOpened(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
