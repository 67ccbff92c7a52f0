import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import classes from './profile.module.css'
import type { Grant } from './scopes.ts'

/** A checkbox for each ability of the user, by subject. */
export function ScopesField({ grants }: { grants: readonly Grant[] }) {
  const { t } = useTranslation()
  const label = t('profile:tokens.accessOptions.chosen')
  const field = useField<string[]>('scopes', label)
  return (
    <Checkbox.Group
      tabIndex={-1}
      id={field.id}
      label={label}
      error={field.error}
      value={field.value}
      onChange={field.change}
    >
      <div className={classes.grants}>
        {grants.map(({ subject, actions }) => (
          <fieldset key={subject} className={classes.grant} aria-label={t(`profile:subject.${subject}`)}>
            <strong aria-hidden="true">{t(`profile:subject.${subject}`)}</strong>
            <Group gap="6px 14px">
              {actions.map((action) => (
                <Checkbox key={action} value={`${subject}:${action}`} label={t(`profile:action.${action}`)} />
              ))}
            </Group>
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  )
}
