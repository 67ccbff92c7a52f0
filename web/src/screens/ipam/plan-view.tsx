import { Button, Group, Loader } from '@mantine/core'
import type { Plan } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './change.module.css'
import { addressesText } from './utilisation.ts'

/** What a plan would change, what stands in its way, and once it is under way how it goes. */
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
  /** Why it can't be told how far a job is. */
  lost: unknown
  onApply: () => void
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  useMessages()
  const planned = plan.state === 'planned'
  const blocked = plan.conflicts.length > 0
  // The tree has moved since: only a new plan can be applied.
  const moved = error instanceof ApiError && error.status === 409
  return (
    <div className={classes.stack}>
      <PlanState plan={plan} lost={lost} />
      {blocked && planned ? <Conflicts plan={plan} version={version} /> : null}
      <Changes plan={plan} />
      <PlanFigures plan={plan} />
      {plan.as_job && planned && !blocked ? <p className={classes.note}>{t('ipam:plan.asJob')}</p> : null}
      {error ? <ErrorNotice error={error} inline title={t('ipam:plan.notApplied')} /> : null}
      <Group justify="flex-end" gap="xs">
        {planned ? (
          <>
            <Button variant="default" onClick={onBack} disabled={pending}>
              {t(
                moved || plan.operation === 'lift' || plan.operation === 'destroy'
                  ? 'ipam:plan.again'
                  : 'ipam:plan.back',
              )}
            </Button>
            {blocked || moved ? null : (
              <Button
                onClick={onApply}
                loading={pending}
                data-autofocus
                {...(plan.operation === 'destroy' ? { color: 'red.9' } : {})}
              >
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
    </div>
  )
}

function PlanState({ plan, lost }: { plan: Plan; lost: unknown }) {
  const { t } = useTranslation()
  if (plan.state === 'planned') return null
  if (plan.state === 'failed')
    return (
      <div className={classes.alarm} role="alert">
        <strong>{t('ipam:plan.failed')}</strong>
        <p className={classes.lead}>{plan.failure ? textOf(plan.failure) : t('ipam:plan.failedUnknown')}</p>
      </div>
    )
  if (plan.state === 'done')
    return (
      <p className={classes.good} role="status">
        {t('ipam:plan.done')}
      </p>
    )
  return (
    <div className={classes.running}>
      <Loader size="sm" aria-hidden="true" />
      <p className={classes.lead} role="status">
        {t(lost ? 'ipam:plan.lost' : `ipam:plan.${plan.state}`)} {t('ipam:plan.hasMore')}
      </p>
    </div>
  )
}

function Conflicts({ plan, version }: { plan: Plan; version: IpVersion }) {
  const { t } = useTranslation()
  return (
    <section className={classes.alarm} role="alert">
      <h3 className={classes.heading}>{t('ipam:plan.conflicts', { count: plan.conflicts.length })}</h3>
      <ul className={classes.plainList}>
        {plan.conflicts.map((conflict, at) => (
          <li key={at}>
            {textOf(conflict)}
            {conflict.id !== null && conflict.net !== null ? (
              <>
                {' '}
                <TextLink to={paths.ipam.detail(version, conflict.id)} inherit underline="always">
                  {t('ipam:action.open')} {conflict.net}
                </TextLink>
              </>
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
  const rest = plan.changes_total - plan.changes.length
  return (
    <section>
      <h3 className={classes.heading}>
        {t('ipam:plan.changes', {
          count: plan.changes_total,
          replace: { count: plan.changes_total.toLocaleString(regional(i18n.language)) },
        })}
      </h3>
      <div className={classes.scroll} role="region" aria-label={t('ipam:plan.changesLabel')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('ipam:plan.before')}</th>
              <th scope="col">{t('ipam:plan.after')}</th>
              <th scope="col">{t('ipam:plan.note')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.changes.map((change, at) => (
              <tr key={at}>
                <td className={classes.net}>{change.before ?? <NotSet label={t('ipam:plan.new')} />}</td>
                <td className={classes.net}>{change.after ?? <NotSet label={t('ipam:plan.goes')} />}</td>
                <td className={classes.wide}>
                  {change.note
                    ? textOf(change.note)
                    : change.before === null
                      ? t('ipam:plan.new')
                      : change.after === null
                        ? t('ipam:plan.goes')
                        : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 ? (
        <p className={classes.note}>
          {t('ipam:plan.rest', { count: rest, replace: { count: rest.toLocaleString(regional(i18n.language)) } })}
        </p>
      ) : null}
    </section>
  )
}

function PlanFigures({ plan }: { plan: Plan }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const { free_before, free_after } = plan.figures
  if (plan.changes.length === 0) return null
  return (
    <dl className={classes.pair}>
      <div>
        <dt>{t('ipam:plan.freeBefore')}</dt>
        <dd>{addressesText(free_before, t, language)}</dd>
      </div>
      <div>
        <dt>{t('ipam:plan.freeAfter')}</dt>
        <dd>{addressesText(free_after, t, language)}</dd>
      </div>
    </dl>
  )
}
