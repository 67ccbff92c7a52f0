import { Button, Group, Loader, Stack } from '@mantine/core'
import type { Plan } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList, NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './forms.module.css'
import { addressesText } from './utilisation-format.ts'

/** The changes and conflicts of a plan, and the progress of its job. */
export function PlanView({
  plan,
  version,
  pending,
  error,
  lost,
  onApply,
  onBack,
  onClose,
}: {
  plan: Plan
  version: IpVersion
  pending: boolean
  error: unknown
  /** The error of the last request for the state of the job. */
  lost: unknown
  onApply: () => void
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  useMessages()
  const planned = plan.state === 'planned'
  const blocked = plan.conflicts.length > 0
  // The tree has changed: only a new plan can be applied.
  const stale = error instanceof ApiError && error.status === 409
  return (
    <Stack>
      <PlanState plan={plan} lost={lost} />
      {blocked && planned ? <Conflicts plan={plan} version={version} /> : null}
      <Changes plan={plan} />
      <FreeSpace plan={plan} />
      {plan.as_job && planned && !blocked ? <p className={layout.smallNote}>{t('ipam:plan.asJob')}</p> : null}
      {error ? <ErrorNotice error={error} inline title={t('ipam:plan.notApplied')} /> : null}
      <Group justify="flex-end" gap="xs">
        {planned ? (
          <>
            <Button variant="default" onClick={onBack} disabled={pending}>
              {t(stale || plan.operation === 'lift' ? 'ipam:plan.again' : 'ipam:plan.back')}
            </Button>
            {blocked || stale ? null : (
              <Button onClick={onApply} loading={pending} data-autofocus>
                {t('ipam:plan.apply')}
              </Button>
            )}
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('ui:close')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function PlanState({ plan, lost }: { plan: Plan; lost: unknown }) {
  const { t } = useTranslation()
  if (plan.state === 'planned') return null
  if (plan.state === 'failed')
    return (
      <div className={classes.alert} role="alert">
        <strong>{t('ipam:plan.failed')}</strong>
        <p>{plan.failure ? textOf(plan.failure) : t('ipam:plan.failedUnknown')}</p>
      </div>
    )
  if (plan.state === 'done')
    return (
      <p className={classes.info} role="status">
        {t('ipam:plan.done')}
      </p>
    )
  return (
    <div className={classes.info}>
      <Loader size="sm" aria-hidden="true" />
      <p role="status">
        {t(lost ? 'ipam:plan.lost' : `ipam:plan.${plan.state}`)} {t('ipam:plan.continues')}
      </p>
    </div>
  )
}

function Conflicts({ plan, version }: { plan: Plan; version: IpVersion }) {
  const { t } = useTranslation()
  return (
    <section className={classes.alert} role="alert">
      <h3 className={classes.heading}>{t('ipam:plan.conflicts', { count: plan.conflicts.length })}</h3>
      <ul>
        {plan.conflicts.map((conflict, index) => (
          <li key={index}>
            {textOf(conflict)}{' '}
            {conflict.id !== null && conflict.net !== null ? (
              <TextLink to={paths.ipam.detail(version, conflict.id)} inherit underline="always">
                {t('ipam:openNet', { net: conflict.net })}
              </TextLink>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Changes({ plan }: { plan: Plan }) {
  const { t, i18n } = useTranslation()
  if (plan.changes.length === 0) return plan.conflicts.length > 0 ? null : <p>{t('ipam:plan.nothing')}</p>
  const counted = (count: number) => ({ count, replace: { count: count.toLocaleString(regional(i18n.language)) } })
  const more = plan.changes_total - plan.changes.length
  const created = t('ipam:plan.created')
  const deleted = t('ipam:plan.deleted')
  return (
    <section>
      <h3 className={classes.heading}>{t('ipam:plan.changes', counted(plan.changes_total))}</h3>
      <SimpleTable
        label={t('ipam:plan.changesLabel')}
        className={classes.changes}
        rows={plan.changes}
        rowKey={(_change, index) => index}
        columns={[
          {
            key: 'before',
            header: t('ipam:plan.before'),
            cell: ({ before }) => before ?? <NotSet label={created} />,
            className: layout.nowrap,
          },
          {
            key: 'after',
            header: t('ipam:plan.after'),
            cell: ({ after }) => after ?? <NotSet label={deleted} />,
            className: layout.nowrap,
          },
          {
            key: 'note',
            header: t('ipam:plan.change'),
            cell: ({ before, after, note }) =>
              note ? textOf(note) : before === null ? created : after === null ? deleted : '',
          },
        ]}
      />
      {more > 0 ? <p className={layout.smallNote}>{t('ipam:more', counted(more))}</p> : null}
    </section>
  )
}

function FreeSpace({ plan }: { plan: Plan }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { free_before, free_after } = plan.figures
  if (plan.changes.length === 0) return null
  return (
    <FactList
      facts={[
        { label: t('ipam:plan.freeBefore'), value: addressesText(free_before, t, language) },
        { label: t('ipam:plan.freeAfter'), value: addressesText(free_after, t, language) },
      ]}
    />
  )
}
