import { PasswordInput } from '@mantine/core'
import { useTranslation } from '../i18n/use-translation.ts'
import { inputProps, type FieldProps } from './fields.tsx'
import { useField } from './form-context.ts'
import classes from './form.module.css'
import { passwordStrength, strengths } from './password-strength.ts'

/** A password input. With `hints`, for a new password: its length against the minimum, and its strength. */
export function PasswordField({
  hints = false,
  minimum = 12,
  autoComplete,
  autoFocus,
  ...props
}: FieldProps & {
  hints?: boolean
  minimum?: number
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  const field = useField<string>(props.name, props.label)
  const value = field.value ?? ''
  const strength = passwordStrength(value, minimum)
  const reached = strengths.indexOf(strength)
  const hintId = `${field.id}-hint`
  return (
    <div className={props.whole ? classes.whole : undefined}>
      <PasswordInput
        {...inputProps({ ...props, whole: false }, field)}
        autoComplete={autoComplete}
        {...(autoFocus ? { autoFocus: true } : {})}
        {...(hints
          ? {
              'aria-describedby': [
                hintId,
                field.error ? `${field.id}-error` : '',
                props.help ? `${field.id}-description` : '',
              ]
                .filter(Boolean)
                .join(' '),
            }
          : {})}
        visibilityToggleButtonProps={{ 'aria-label': t('form:password.show'), tabIndex: 0 }}
        value={value}
        onChange={(event) => field.change(event.currentTarget.value)}
        onBlur={field.leave}
      />
      {hints ? (
        <>
          <div className={classes.meter} aria-hidden="true">
            {strengths.map((name, index) => (
              <span key={name} data-on={value && index <= reached ? strength : undefined} />
            ))}
          </div>
          <div id={hintId} className={classes.hint}>
            {value.length < minimum
              ? `${t('form:password.length', { count: minimum })}${value ? ` · ${t('form:password.lengthNow', { count: value.length })}` : ''}`
              : t('form:password.strengthLabel', { strength: t(`form:password.strength.${strength}`) })}
          </div>
        </>
      ) : null}
    </div>
  )
}
