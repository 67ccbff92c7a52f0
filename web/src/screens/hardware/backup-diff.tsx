import { VisuallyHidden } from '@mantine/core'
import type { Reply } from '@trunkline/contract/endpoint'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './live.module.css'

type Place = Reply<typeof hardwareLive.compareBackups>['data']['places'][number]

export interface NumberedLine {
  kind: Place['lines'][number]['kind']
  text: string
  /** Line number in the older and in the newer text; null where it is not in it. */
  before: number | null
  after: number | null
}

/** The lines of a changed place with their numbers in both texts. */
export function numbered({ before, after, lines }: Place): NumberedLine[] {
  let old = before
  let young = after
  return lines.map(({ kind, text }) => ({
    kind,
    text,
    before: kind === 'added' ? null : old++,
    after: kind === 'removed' ? null : young++,
  }))
}

const signs = { same: ' ', added: '+', removed: '−' } as const

/** What changed from one kept configuration to another: lines by colour, by sign and for the ear by word. */
export function BackupDiff({ device, older, newer }: { device: number; older: number; newer: number }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const shown = useCall(
    hardwareLive.compareBackups,
    { params: { id: device, backupId: older, otherId: newer } },
    // Kept texts do not change.
    { staleTime: Number.POSITIVE_INFINITY, row: device },
  )
  const diff = shown.data?.data
  return (
    <Card title={t('hardware:backup.diff')}>
      {shown.error ? (
        <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
      ) : !diff ? (
        <TableSkeleton rows={6} columns={1} />
      ) : diff.places.length === 0 ? (
        <p className={classes.quiet}>{t('hardware:backup.same')}</p>
      ) : (
        <>
          <p className={classes.quiet} role="status">
            {t('hardware:backup.diffCounts', {
              added: diff.added.toLocaleString(language),
              removed: diff.removed.toLocaleString(language),
            })}
          </p>
          {diff.places.map((place, at) => (
            <div
              key={at}
              className={classes.diff}
              role="region"
              aria-label={t('hardware:backup.place', { line: place.before })}
              tabIndex={0}
            >
              <table>
                <tbody>
                  {numbered(place).map((line, index) => (
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
      )}
    </Card>
  )
}
