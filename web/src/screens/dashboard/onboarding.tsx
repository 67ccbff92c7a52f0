import { ActionIcon, Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { savedViews } from '@trunkline/contract/resources/saved-view'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { usePreference } from '../../api/preference.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import classes from './dashboard.module.css'
import { onboardingSteps } from './onboarding-steps.ts'

/**
 * The first steps of a company that has nothing to manage yet, until they are done or hidden. Nothing while loading or on
 * an error.
 */
export function Onboarding() {
  const { t } = useTranslation()
  const can = useCan()
  const user = useSession()?.user
  const preferences = useCall(savedViews.preferences, {}, { staleTime: 5 * 60_000 })
  const [hidden, setHidden] = usePreference<{ hidden: boolean }>('onboarding')
  const wanted =
    user !== undefined && preferences.isSuccess && !hidden?.hidden && !user.impersonator && can(companies.summary)
  const summary = useCall(
    companies.summary,
    { params: { id: user?.company.id ?? 0 } },
    { enabled: wanted, subjects: ['users', 'user-invites'] },
  )
  const own = summary.data?.data
  if (!wanted || !own) return null

  const steps = onboardingSteps({
    type: own.company.type,
    company: own.company,
    openInvitations: own.statistics.invitations.pending,
    twoFactor: user.two_factor,
    mayUpdateCompany: can(companies.update),
    mayInvite: can(invites.store),
  })
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const label = (key: string, part: 'title' | 'text') =>
    t(`dashboard:onboarding.step.${key === 'below' ? `below.${own.company.type}` : key}.${part}`)

  return (
    <Card
      title={t('dashboard:onboarding.title')}
      actions={
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('dashboard:onboarding.progress', { done, total: steps.length })}
          </Text>
          <Tooltip label={t('dashboard:onboarding.dismiss')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('dashboard:onboarding.dismiss')}
              onClick={() =>
                void setHidden({ hidden: true }).catch(() => notify.error(t('dashboard:onboarding.failed')))
              }
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} data-done={step.done || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {step.done ? <IconCheck size={14} stroke={3} /> : null}
            </span>
            <Stack gap="xs" align="flex-start">
              <Text component="h3" size="sm" fw={step.done ? 400 : 600} m={0} {...(step.done ? { c: 'dimmed' } : {})}>
                {label(step.key, 'title')}
                {step.done ? <VisuallyHidden> ({t('dashboard:onboarding.done')})</VisuallyHidden> : null}
              </Text>
              {step.done ? null : (
                <>
                  <p className={layout.smallNote}>{label(step.key, 'text')}</p>
                  <LinkButton
                    to={step.to}
                    variant="default"
                    size="compact-sm"
                    {...(step.key === 'colleague' ? { search: { into: String(own.company.id) } } : {})}
                  >
                    {t(`dashboard:onboarding.step.${step.key}.action`)}
                  </LinkButton>
                </>
              )}
            </Stack>
          </li>
        ))}
      </ol>
    </Card>
  )
}
