import { Button } from '@mantine/core'
import { recentActions, type RecentAction } from '@trunkline/contract/resources/recent-action'
import { useCall } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths, recordPath } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { jobName } from '../bulk-jobs/job-words.ts'
import { commandTitle } from '../devices/command-words.ts'
import { ChangedFields } from './changed-fields.tsx'
import classes from './recent-actions.module.css'
import { useUndo } from './use-undo.ts'

/** What the user has changed in the last 24 hours, each with a button to undo it or the reason why there is none. */
export default function RecentActions({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const result = useCall(recentActions.index, {}, { staleTime: 0, subjects: ['bulk-jobs'] })
  useMessages()
  return (
    <section aria-labelledby="recent-actions">
      <div className={classes.head}>
        <h2 className={classes.title} id="recent-actions">
          {t('recent-actions:title')}
        </h2>
        <p className={classes.more}>{t('recent-actions:hint')}</p>
      </div>
      <Loaded
        of={{ data: result.data?.data, error: result.error, refetch: result.refetch }}
        skeleton={<FormSkeleton fields={2} />}
        inline
      >
        {(actions) =>
          actions.length === 0 ? (
            <p className={classes.none}>{t('recent-actions:none')}</p>
          ) : (
            <ul className={classes.lines}>
              {actions.map((action) => (
                <Line key={`${action.bulk_job_id}/${action.id}`} action={action} onGo={onGo} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

/** "Moved to trash: Harbour router and 2 more", or the title of a command */
function textOfAction(t: TFunction, { verb, label, count, job, command }: RecentAction): string {
  if (job !== null) return jobName(t, { ...job, total: count })
  if (command !== null) {
    const title = commandTitle({ ...command, label: label ?? '', others: 0, notes: [] }, t)
    // The titles of the others contain their label: of these it is the name of the device.
    return label === null || ['wifi', 'change'].includes(command.kind) ? title : `${title}: ${label}`
  }
  const one = label ?? ''
  return t(`recent-actions:did.${verb}`, {
    name: count > 1 ? t('recent-actions:name', { name: one, count: count - 1 }) : one,
  })
}

/** Trashed records have a page too, with the button that restores them. */
function pathOf({ bulk_job_id: job, object_id: id, subject, count }: RecentAction): string | undefined {
  if (job !== null) return paths.bulkJobs.detail(job)
  return id === null || count > 1 ? undefined : recordPath(subject, id)
}

function Line({ action, onGo }: { action: RecentAction; onGo: () => void }) {
  const { t } = useTranslation()
  const { undo, pending } = useUndo()
  const text = textOfAction(t, action)
  const path = pathOf(action)
  const facts = [t(`panel:kind.${action.subject}`), ...(action.undoes ? [t('recent-actions:isUndo')] : [])]
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <div>
          {path === undefined ? (
            text
          ) : (
            <TextLink to={path} onClick={onGo}>
              {text}
            </TextLink>
          )}
        </div>
        <div className={classes.more}>
          {facts.join(' · ')} · <RelativeTime value={action.at} />
        </div>
        {action.fields.length > 0 && (
          <div className={classes.more}>
            <ChangedFields subject={action.subject} fields={action.fields} />
          </div>
        )}
        {action.note === null ? null : <div className={classes.more}>{textOf(action.note)}</div>}
      </div>
      {action.undo === 'possible' ? (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.button ?? ''}
          loading={pending}
          aria-label={t('recent-actions:undoOne', { what: text })}
          onClick={() => void undo([action])}
        >
          {t('recent-actions:undo')}
        </Button>
      ) : action.undo === 'undone' ? (
        <span className={classes.more}>{t('recent-actions:undone')}</span>
      ) : null}
    </li>
  )
}
