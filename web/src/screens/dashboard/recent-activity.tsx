import { audits } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/link.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { objectPath, personOf } from '../audit/audit-objects.ts'
import { subjectLabel } from '../audit/subject-label.ts'

/** Without successful sign-ins and exports, which would fill the card. */
const shownActions = [
  'create',
  'update',
  'destroy',
  'recover',
  'move',
  'accept',
  'send',
  'login-as',
  'sign-in-failed',
  'refresh-reuse',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
] as const

/** The latest changes in the audit log; nothing for users who may not read it. */
export function RecentActivity({ count = 7 }: { count?: number }) {
  const { t } = useTranslation()
  const can = useCan()
  const context = useCompanyContext()
  const may = can(audits.index)
  const latest = useCall(
    audits.index,
    {
      query: {
        search: `action:${shownActions.join(',')}`,
        searchFields: 'action:in',
        ...(context.id ? { company: context.id } : {}),
      },
    },
    { enabled: may, subjects: ['companies', 'users', 'user-invites'] },
  )
  if (!may) return null
  const entries = latest.data?.data.slice(0, count)
  return (
    <Card
      title={t('dashboard:activity.title')}
      actions={<TextLink to={paths.audit.list}>{t('dashboard:activity.all')}</TextLink>}
    >
      {latest.error ? (
        <ErrorNotice error={latest.error} title={t('dashboard:activity.failed')} retry={() => void latest.refetch()} />
      ) : !entries ? (
        <TableSkeleton rows={5} columns={1} rowHeight={48} />
      ) : entries.length === 0 ? (
        <p className={layout.note}>{t('dashboard:activity.none')}</p>
      ) : (
        <ol className={layout.rows}>
          {entries.map((entry) => {
            const to = objectPath(entry)
            const object = entry.subject === 'account' ? null : entry.object_label && personOf(entry.object_label).name
            return (
              <li key={entry.id}>
                <span className={layout.stacked}>
                  <span>
                    <strong>
                      {entry.actor_name === 'system' ? t('audit:system') : personOf(entry.actor_name).name}
                    </strong>
                    {entry.impersonator_name
                      ? ` (${t('audit:as', { name: personOf(entry.impersonator_name).name })})`
                      : ''}
                    {' · '}
                    {t(`audit:value.action.${entry.action}`)}
                    {object ? (
                      <>
                        : {subjectLabel(t, entry.subject)}{' '}
                        {to ? (
                          <TextLink to={to} inherit underline="always">
                            {object}
                          </TextLink>
                        ) : (
                          object
                        )}
                      </>
                    ) : null}
                  </span>
                  <span className={layout.hint}>
                    <RelativeTime value={entry.at} />
                    {entry.company_name ? ` · ${entry.company_name}` : ''}
                  </span>
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}
