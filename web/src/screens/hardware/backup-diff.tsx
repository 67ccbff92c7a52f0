import { Button, VisuallyHidden } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import type { BackupRow } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './hardware.module.css'

type Hunk = Reply<typeof hardwareLive.compareBackups>['data']['places'][number]

export interface NumberedLine {
  kind: Hunk['lines'][number]['kind']
  text: string
  /** Line numbers in the older and the newer text; null: the line is not in it. */
  before: number | null
  after: number | null
}

/** The lines of a hunk with their numbers in both texts. */
export function numberedLines({ before, after, lines }: Hunk): NumberedLine[] {
  let old = before
  let current = after
  return lines.map(({ kind, text }) => ({
    kind,
    text,
    before: kind === 'added' ? null : old++,
    after: kind === 'removed' ? null : current++,
  }))
}

const signs = { same: ' ', added: '+', removed: '−' } as const

/** The changes between two stored configurations. */
export function BackupDiff({ device, older, newer }: { device: number; older: number; newer: number }) {
  const { t } = useTranslation()
  const shown = useCall(
    hardwareLive.compareBackups,
    { params: { id: device, backupId: older, otherId: newer } },
    // Stored configurations never change.
    { staleTime: Number.POSITIVE_INFINITY, row: device },
  )
  return (
    <Card title={t('hardware:backup.diff')}>
      <Loaded of={{ ...shown, data: shown.data?.data }} skeleton={<TableSkeleton rows={6} columns={1} />}>
        {(differences) => <Differences {...differences} same={t('hardware:backup.same')} />}
      </Loaded>
    </Card>
  )
}

/** The changes from a stored configuration to the present one of the device, which is read when this is shown. */
export function DeviceDiff({ device, backup }: { device: number; backup: Pick<BackupRow, 'id' | 'read_at'> }) {
  const { t, i18n } = useTranslation()
  const time = (at: string) => new Date(at).toLocaleString(regional(i18n.language))
  const shown = useCall(
    hardwareLive.compareWithDevice,
    { params: { id: device, backupId: backup.id } },
    // Each reading is an export on the device: not repeated when the window gets the focus.
    { staleTime: Number.POSITIVE_INFINITY, row: device },
  )
  const read = shown.data?.data
  return (
    <Card
      title={t('hardware:backup.deviceDiff', { time: time(backup.read_at) })}
      actions={
        <Button variant="default" loading={shown.isFetching} onClick={() => void shown.refetch()}>
          {t('hardware:backup.readAgain')}
        </Button>
      }
    >
      <Loaded of={{ ...shown, data: read }} skeleton={<TableSkeleton rows={6} columns={1} />}>
        {({ read_at, ...differences }) => (
          <>
            <p className={layout.note}>{t('hardware:backup.readAt', { time: time(read_at) })}</p>
            <Differences {...differences} same={t('hardware:backup.deviceSame')} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Changed places of two texts. Colour, sign and a hidden word mark added and removed lines. */
export function Differences({
  places,
  added,
  removed,
  same,
}: Reply<typeof hardwareLive.compareBackups>['data'] & {
  /** Text for equal ones. */
  same: string
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  if (places.length === 0) return <p className={layout.note}>{same}</p>
  return (
    <>
      <p className={layout.note} role="status">
        {t('hardware:backup.diffCounts', {
          added: added.toLocaleString(language),
          removed: removed.toLocaleString(language),
        })}
      </p>
      {places.map((change) => (
        <div
          key={`${change.before} ${change.after}`}
          className={classes.diff}
          role="group"
          aria-label={t('hardware:backup.place', { line: change.before })}
          tabIndex={0}
        >
          <table>
            <tbody>
              {numberedLines(change).map((line, index) => (
                <tr key={index} data-kind={line.kind}>
                  <td className={classes.number}>{line.before}</td>
                  <td className={classes.number}>{line.after}</td>
                  <td className={classes.sign}>
                    <span aria-hidden="true">{signs[line.kind]}</span>
                    {line.kind === 'same' ? null : (
                      <VisuallyHidden>{t(`hardware:backup.line.${line.kind}`)}</VisuallyHidden>
                    )}
                  </td>
                  <td className={classes.lineText}>{line.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </>
  )
}
