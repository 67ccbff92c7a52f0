import { Button, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { auth } from '@trunkline/contract/resources/auth'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { openPaths } from '../../open-paths.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { emailError, errorTexts } from './validation.ts'
import { FailureNote } from './failure-note.tsx'
import { kindOf } from './login-kind.ts'
import { StatusMessage } from './status-message.tsx'
import { useFocusOnError, useSubmit } from './use-submit.ts'

/** Requests a link to set a new password. The reply does not reveal whether the address is known. */
export default function ForgotPassword() {
  const { t } = useTranslation('access')
  const { variant } = useSearch({ strict: false }) as { variant?: string }
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit({
    check: () => errorTexts({ email: emailError(email) }, t),
    run: async () => {
      await call(auth.forgotPassword, { body: { email } })
      setSent(true)
    },
  })
  useFocusOnError(submit.attempt, form)
  const login = { to: openPaths.login, search: { variant: kindOf(variant) } }

  return (
    <AccessLayout>
      {sent ? (
        <StatusMessage kind="email" title={t('forgot.sentTitle')} text={t('forgot.sent', { email: email.trim() })}>
          <LinkButton {...login}>{t('toLogin')}</LinkButton>
          <Button variant="default" onClick={() => setSent(false)}>
            {t('forgot.resend')}
          </Button>
        </StatusMessage>
      ) : (
        <>
          <PageIntro title={t('title.forgotPassword')}>{t('forgot.text')}</PageIntro>
          <form ref={form} className={classes.form} noValidate onSubmit={submit.onSubmit}>
            <FailureNote failure={submit.failure} />
            <TextInput
              label={t('field.email')}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              size="md"
              value={email}
              error={submit.fields.email}
              onChange={(event) => {
                setEmail(event.currentTarget.value)
                submit.forget('email')
              }}
            />
            <Button type="submit" size="md" fullWidth loading={submit.pending}>
              {t('forgot.submit')}
            </Button>
            <div className={classes.aside}>
              <TextLink {...login} size="sm">
                {t('toLogin')}
              </TextLink>
            </div>
          </form>
        </>
      )}
      {sent ? <p className={classes.note}>{t('forgot.again')}</p> : null}
    </AccessLayout>
  )
}
