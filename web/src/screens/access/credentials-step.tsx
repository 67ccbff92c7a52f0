import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { openPaths } from '../../open-paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { FailureNote } from './failure-note.tsx'
import type { LoginKind, Credentials } from './login-kind.ts'
import type { Submit } from './use-submit.ts'

const kinds: readonly LoginKind[] = ['admin', 'user']

/** The choice between the two sign-in forms, e-mail and password. */
export function CredentialsStep({
  form,
  kind,
  onKind,
  credentials,
  type,
  submit,
}: {
  form: RefObject<HTMLFormElement | null>
  kind: LoginKind
  onKind: (kind: LoginKind) => void
  credentials: Credentials
  type: (field: keyof Credentials) => (value: string) => void
  submit: Submit
}) {
  const { t } = useTranslation('access')
  return (
    <>
      <PageIntro title={t('title.login')} />
      <form ref={form} className={classes.form} noValidate onSubmit={submit.onSubmit}>
        <fieldset className={classes.kinds}>
          <legend>{t('login.as')}</legend>
          <div className={classes.kindRow}>
            {kinds.map((one) => (
              <label key={one} className={classes.kind}>
                <input type="radio" name="variant" value={one} checked={kind === one} onChange={() => onKind(one)} />
                <span className={classes.kindName}>{t(`login.${one}`)}</span>
                <span className={classes.kindText}>{t(`login.${one}Text`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <FailureNote
          failure={submit.failure}
          text={submit.failure?.code === 'wrong_credentials' ? t('login.wrong') : undefined}
          action={
            <TextLink to={openPaths.forgotPassword} search={{ variant: kind }} size="sm">
              {t('login.reset')}
            </TextLink>
          }
        />
        <TextInput
          label={t('field.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          size="md"
          value={credentials.email}
          error={submit.fields.email}
          onChange={(event) => type('email')(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          value={credentials.password}
          error={submit.fields.password}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          onChange={(event) => type('password')(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={submit.pending}>
          {t('login.submit')}
        </Button>
        <div className={classes.aside}>
          <TextLink to={openPaths.forgotPassword} search={{ variant: kind }} size="sm">
            {t('login.forgot')}
          </TextLink>
        </div>
        <p className={classes.note}>{t('login.invited')}</p>
      </form>
    </>
  )
}
