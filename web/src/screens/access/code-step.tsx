import { Button, TextInput } from '@mantine/core'
import { useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PageIntro } from './access-layout.tsx'
import classes from './access.module.css'
import { FailureNote } from './failure-note.tsx'
import type { Typed } from './login-kind.ts'
import type { Submit } from './use-submit.ts'

/** The second factor: a code of the authenticator app, or one of the recovery codes. */
export function CodeStep({
  form,
  typed,
  type,
  submit,
  onBack,
}: {
  form: RefObject<HTMLFormElement | null>
  typed: Typed
  type: (field: keyof Typed) => (value: string) => void
  submit: Submit
  onBack: () => void
}) {
  const { t } = useTranslation('access')
  const [recovery, setRecovery] = useState(false)
  const turn = () => {
    type('code')('')
    setRecovery(!recovery)
  }
  return (
    <>
      <PageIntro title={t('login.codeTitle')}>
        {t(recovery ? 'login.recoveryText' : 'login.codeText', { email: typed.email })}
      </PageIntro>
      <form ref={form} className={classes.form} noValidate onSubmit={submit.onSubmit}>
        <FailureNote failure={submit.failure} />
        <TextInput
          // Another field, not another label: the keyboard of a phone changes with it.
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
          value={typed.code}
          error={submit.fields.code}
          onChange={(event) => type('code')(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={submit.pending}>
          {t('login.verify')}
        </Button>
        <div className={classes.aside}>
          <Button variant="subtle" size="compact-sm" onClick={turn}>
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
