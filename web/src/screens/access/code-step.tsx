import { Button, TextInput } from '@mantine/core'
import { useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { FailureNote } from './failure-note.tsx'
import type { Credentials } from './login-kind.ts'
import type { Submit } from './use-submit.ts'

/** The second factor: a code of the authenticator app, or a recovery code. */
export function CodeStep({
  form,
  credentials,
  type,
  submit,
  onBack,
}: {
  form: RefObject<HTMLFormElement | null>
  credentials: Credentials
  type: (field: keyof Credentials) => (value: string) => void
  submit: Submit
  onBack: () => void
}) {
  const { t } = useTranslation('access')
  const [recovery, setRecovery] = useState(false)
  const toggle = () => {
    type('code')('')
    setRecovery(!recovery)
  }
  return (
    <>
      <PageIntro title={t('login.codeTitle')}>
        {t(recovery ? 'login.recoveryText' : 'login.codeText', { email: credentials.email })}
      </PageIntro>
      <form ref={form} className={classes.form} noValidate onSubmit={submit.onSubmit}>
        <FailureNote failure={submit.failure} />
        <TextInput
          // A new field, not a new label, so that phones switch their keyboard.
          key={String(recovery)}
          label={t(recovery ? 'field.recoveryCode' : 'field.code')}
          name="code"
          className={recovery ? classes.recovery : classes.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={recovery ? 'text' : 'numeric'}
          maxLength={32}
          autoFocus
          size="md"
          value={credentials.code}
          error={submit.fields.code}
          onChange={(event) => type('code')(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={submit.pending}>
          {t('login.verify')}
        </Button>
        <div className={classes.aside}>
          <Button variant="subtle" size="compact-sm" onClick={toggle}>
            {t(recovery ? 'login.useApp' : 'login.useRecovery')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onBack}>
            {t('login.back')}
          </Button>
        </div>
      </form>
    </>
  )
}
