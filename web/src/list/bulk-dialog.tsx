import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { saveCsv } from '../ui/save-csv.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { reportText } from '../api/only-row.ts'
import { BulkFacts } from './bulk-facts.tsx'
import type { BulkReportRow, BulkSelection, ReportedAction, RowId } from './list-types.ts'
import classes from './list.module.css'
import { movedTotal } from './moved-total.ts'
import { reportLines } from './report-lines.ts'

/** The report shows at most this many rows; the file has all of them. */
const drawn = 200

/** The result of each row, rejected ones first. */
function ReportRows<Id extends RowId>({
  report,
  nameOf,
}: {
  report: readonly BulkReportRow<Id>[]
  nameOf: (id: Id) => string | undefined
}) {
  const { t } = useTranslation()
  const sorted = [...report.filter((row) => !row.ok), ...report.filter((row) => row.ok)]
  return (
    <div className={classes.reportRows} role="group" aria-label={t('list:report.rows')} tabIndex={0}>
      <ul>
        {sorted.slice(0, drawn).map((row) => (
          <li key={row.id}>
            {row.ok ? (
              <IconCircleCheck size={16} className={classes.done} aria-hidden="true" />
            ) : (
              <IconCircleX size={16} className={classes.refused} aria-hidden="true" />
            )}
            <span>{nameOf(row.id) ?? t('list:report.row', { id: row.id })}</span>
            <span className={classes.hint}>{row.ok ? t('list:report.done') : (reportText(row) ?? row.code)}</span>
          </li>
        ))}
      </ul>
      {report.length > drawn ? (
        <p className={classes.hint}>{t('list:report.more', { count: report.length - drawn })}</p>
      ) : null}
    </div>
  )
}

/**
 * A bulk action from confirmation to report: confirms with verb, count and company path, again when the count has
 * changed; then shows the result of each row, retries failed ones, and offers the report as a file.
 */
export default function BulkDialog<Id extends RowId>({
  action,
  selection: first,
  count: firstCount,
  path,
  nameOf,
  onClose,
  onDone,
}: {
  action: ReportedAction<Id>
  selection: BulkSelection<Id>
  count: number
  /** The selected company context, from the own company down. */
  path: string
  nameOf: (id: Id) => string | undefined
  onClose: () => void
  /** Called when rows may have changed. */
  onDone: () => void
}) {
  const { t } = useTranslation()
  const [selection, setSelection] = useState(first)
  const [count, setCount] = useState(firstCount)
  const [moved, setMoved] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [report, setReport] = useState<readonly BulkReportRow<Id>[] | null>(null)

  const run = async (what: BulkSelection<Id>) => {
    setPending(true)
    setError(null)
    setMoved(false)
    try {
      const rows = await action.run(what)
      onDone()
      // After a retry, rows that succeeded before stay in the report.
      setReport((before) => (before ? [...before.filter((row) => row.ok), ...rows] : rows))
    } catch (cause) {
      const total = movedTotal(cause)
      if (total !== undefined && 'matching' in what) {
        setSelection({ matching: { ...what.matching, total } })
        setCount(total)
        setMoved(true)
      } else setError(cause)
    } finally {
      setPending(false)
    }
  }

  const rejected = report?.filter((row) => !row.ok) ?? []
  const done = (report?.length ?? 0) - rejected.length
  return (
    <Modal
      opened
      onClose={pending ? () => undefined : onClose}
      title={report ? t('list:report.title', { action: action.label }) : action.confirm.title}
      centered
      size={report ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': t('ui:close'), disabled: pending }}
    >
      {report ? (
        <Stack gap="sm">
          <p className={classes.reportSum} role="status">
            {t('list:report.sum', { done, failed: rejected.length })}
          </p>
          <ReportRows report={report} nameOf={nameOf} />
          {error ? <ErrorNotice error={error} inline /> : null}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={() =>
                saveCsv(
                  reportLines(report, nameOf, [
                    t('list:report.id'),
                    t('list:report.name'),
                    t('list:report.outcome'),
                    t('list:report.code'),
                    t('list:report.reason'),
                  ]),
                  `${action.key}-report.csv`,
                )
              }
            >
              {t('list:report.download')}
            </Button>
            {rejected.length > 0 ? (
              <Button
                variant="default"
                loading={pending}
                onClick={() => void run({ ids: rejected.map((row) => row.id) })}
              >
                {t('list:report.retry', { count: rejected.length })}
              </Button>
            ) : null}
            <Button onClick={onClose} data-autofocus>
              {t('ui:close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="sm">
          <BulkFacts action={action} count={count} path={path} moved={moved} />
          {error ? <ErrorNotice error={error} inline /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
              {t('ui:cancel')}
            </Button>
            <Button
              {...(action.tone === 'danger' ? { color: 'red.9' } : {})}
              loading={pending}
              onClick={() => void run(selection)}
            >
              {t('list:bulk.confirm', { action: action.label, count })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
