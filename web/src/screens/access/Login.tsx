import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { signIn } from '../../access/session.ts'
import { ApiError, call } from '../../api/call.ts'
import { AccessLayout } from './access-layout.tsx'
import { emailError, requiredError, errorTexts } from './validation.ts'
import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { endpointOf, kindOf, rememberKind, type LoginKind, type Credentials } from './login-kind.ts'
import { useFocusOnError, useSubmit } from './use-submit.ts'

/** Errors of the first step; in the second one, they lead back to it. */
const firstStepCodes = ['wrong_credentials', 'validation_failed']

/** Sign-in with both forms, and the second factor as a second step that keeps the input. */
export default function Login() {
  const { t } = useTranslation('access')
  const { variant } = useSearch({ strict: false }) as { variant?: string }
  const navigate = useNavigate()
  const kind = kindOf(variant)
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '', code: '' })
  const [step, setStep] = useState<'credentials' | 'code'>('credentials')
  const form = useRef<HTMLFormElement>(null)

  const submit = useSubmit({
    check: () =>
      errorTexts(
        step === 'code'
          ? { code: requiredError(credentials.code.trim()) }
          : { email: emailError(credentials.email), password: requiredError(credentials.password) },
        t,
      ),
    run: async () => {
      const { email, password, code } = credentials
      try {
        const reply = await call(endpointOf(kind), {
          body: { email, password, ...(step === 'code' && { code: code.trim() }) },
        })
        rememberKind(kind)
        signIn(reply.data)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'two_factor_required') return setStep('code')
        if (error.code === 'two_factor_invalid')
          throw new ApiError({
            status: error.status,
            code: error.code,
            message: error.message,
            fields: { code: t('errors:two_factor_invalid') },
          })
        if (firstStepCodes.includes(error.code)) setStep('credentials')
        throw error
      }
    },
  })
  useFocusOnError(submit.attempt, form)

  const type = (field: keyof Credentials) => (value: string) => {
    setCredentials((before) => ({ ...before, [field]: value }))
    submit.forget(field)
  }
  const choose = (next: LoginKind) => {
    submit.reset()
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, variant: next })) as never,
      replace: true,
    })
  }
  const back = () => {
    submit.reset()
    setCredentials((before) => ({ ...before, code: '' }))
    setStep('credentials')
  }

  return (
    <AccessLayout>
      {step === 'code' ? (
        <CodeStep form={form} credentials={credentials} type={type} submit={submit} onBack={back} />
      ) : (
        <CredentialsStep
          form={form}
          kind={kind}
          onKind={choose}
          credentials={credentials}
          type={type}
          submit={submit}
        />
      )}
    </AccessLayout>
  )
}
