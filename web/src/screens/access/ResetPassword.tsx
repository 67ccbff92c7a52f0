import { auth } from '@trunkline/contract/resources/auth'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError, call } from '../../api/call.ts'
import { CheckboxField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { openPaths } from '../../open-paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { AccessLayout, PageIntro } from './access-layout.tsx'
import { newPasswordError, requiredError, errorTexts } from './validation.ts'
import { isInvalidLink, useLinkToken, type LinkToken } from './link-token.ts'
import { StatusMessage } from './status-message.tsx'

interface Values {
  password: string
  repeat: string
  revoke_tokens: boolean
  [key: string]: unknown
}

const initial: Values = { password: '', repeat: '', revoke_tokens: true }

/** Sets a new password with the token of an e-mailed link. */
export default function ResetPassword() {
  const { t } = useTranslation('access')
  // A reload without the token's history entry leads to the request for a new link.
  const link = useLinkToken(openPaths.forgotPassword)
  const [state, setState] = useState<'open' | 'done' | 'invalid'>(link ? 'open' : 'invalid')

  const send = async ({ token, id }: LinkToken, { password, revoke_tokens }: Values) => {
    try {
      await call(auth.resetPassword, { body: { token, id, password, revoke_tokens } })
      setState('done')
    } catch (error) {
      const aboutPassword = error instanceof ApiError && error.fields?.password !== undefined
      if (error instanceof ApiError && isInvalidLink(error.code) && !aboutPassword) return setState('invalid')
      throw error
    }
  }
  const check = ({ password, repeat }: Values) => ({
    ...errorTexts({ password: newPasswordError(password), repeat: requiredError(repeat) }, t),
    ...(repeat !== '' && repeat !== password && { repeat: t('reset.different') }),
  })

  return (
    <AccessLayout>
      {state === 'done' ? (
        <StatusMessage kind="good" title={t('reset.doneTitle')} text={t('reset.done')}>
          <LinkButton to={openPaths.login}>{t('login.submit')}</LinkButton>
        </StatusMessage>
      ) : state === 'invalid' || !link ? (
        <StatusMessage kind="bad" title={t('reset.badTitle')} text={t('reset.bad')}>
          <LinkButton to={openPaths.forgotPassword}>{t('reset.again')}</LinkButton>
        </StatusMessage>
      ) : (
        <>
          <PageIntro title={t('reset.title')}>{t('reset.text')}</PageIntro>
          <Form<Values>
            initial={initial}
            guard={false}
            wideSubmit
            validate={check}
            submitLabel={t('reset.submit')}
            onSubmit={(values) => send(link, values)}
          >
            <PasswordField
              name="password"
              label={t('field.new_password')}
              autoComplete="new-password"
              hints
              autoFocus
              required
              whole
            />
            <PasswordField name="repeat" label={t('field.repeat')} autoComplete="new-password" required whole />
            <CheckboxField
              name="revoke_tokens"
              label={t('reset.revokeTokens')}
              help={t('reset.revokeTokensHelp')}
              whole
            />
          </Form>
        </>
      )}
    </AccessLayout>
  )
}
