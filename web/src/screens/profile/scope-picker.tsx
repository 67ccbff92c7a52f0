import { Checkbox, Input, Radio, Stack } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import classes from './profile.module.css'
import type { Grant, TokenAccess } from './scopes.ts'

const accesses: readonly TokenAccess[] = ['read', 'all', 'chosen']

/** How much of the user's own abilities a token gets. */
export function AccessField() {
  const { t } = useTranslation()
  const label = t('profile:tokens.access')
  const field = useField<TokenAccess>('access', label)
  return (
    <Radio.Group
      label={label}
      value={field.value}
      error={field.error}
      onChange={(value) => field.change(value as TokenAccess)}
    >
      <Stack gap="xs" mt={6}>
        {accesses.map((access, index) => (
          <Radio
            key={access}
            value={access}
            {...(index === 0 ? { id: field.id } : {})}
            label={t(`profile:tokens.access${access === 'all' ? 'All' : access === 'read' ? 'Read' : 'Chosen'}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** One box for each ability that the user has itself. */
export function ScopesField({ grants }: { grants: readonly Grant[] }) {
  const { t } = useTranslation()
  const label = t('profile:tokens.accessChosen')
  const field = useField<string[]>('scopes', label)
  const turn = (scope: string, on: boolean) =>
    field.change(on ? [...field.value, scope] : field.value.filter((one) => one !== scope))
  return (
    <Input.Wrapper id={field.id} labelElement="div" error={field.error}>
      <div id={field.id} className={classes.grants} role="group" aria-label={label} tabIndex={-1}>
        {grants.map(({ subject, actions }) => (
          <fieldset key={subject} className={classes.grant} aria-label={t(`profile:subject.${subject}`)}>
            <span className={classes.grantName} aria-hidden="true">
              {t(`profile:subject.${subject}`)}
            </span>
            <div className={classes.grantBoxes}>
              {actions.map((action) => {
                const scope = `${subject}:${action}`
                return (
                  <Checkbox
                    key={action}
                    label={t(`profile:action.${action}`)}
                    checked={field.value.includes(scope)}
                    onChange={(event) => turn(scope, event.currentTarget.checked)}
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </Input.Wrapper>
  )
}
