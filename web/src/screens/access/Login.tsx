import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { signIn } from '../../access/session.ts'
import { ApiError, call } from '../../api/call.ts'
import { AccessLayout } from './access-layout.tsx'
import { emailComplaint, requiredComplaint, stated } from './checks.ts'
import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { endpointOf, kindOf, rememberKind, type LoginKind, type Typed } from './login-kind.ts'
import { useFocusOnError, useSubmit } from './use-submit.ts'

/** Errors that are about the first step: from the second one, they lead back to it. */
const firstStepCodes = ['wrong_credentials', 'validation_failed']

/** Sign-in, both forms, and the second factor as a second step of the same page: nothing typed is ever lost. */
export default function Login() {
  const { t } = useTranslation('access')
  const { variant } = useSearch({ strict: false }) as { variant?: string }
  const navigate = useNavigate()
  const kind = kindOf(variant)
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', code: '' })
  const [step, setStep] = useState<'credentials' | 'code'>('credentials')
  const form = useRef<HTMLFormElement>(null)

  const submit = useSubmit({
    check: () =>
      stated(
        step === 'code'
          ? { code: requiredComplaint(typed.code.trim()) }
          : { email: emailComplaint(typed.email), password: requiredComplaint(typed.password) },
        t,
      ),
    run: async () => {
      const { email, password, code } = typed
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

  const type = (field: keyof Typed) => (value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
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
    setTyped((before) => ({ ...before, code: '' }))
    setStep('credentials')
  }

  return (
    <AccessLayout>
      {step === 'code' ? (
        <CodeStep form={form} typed={typed} type={type} submit={submit} onBack={back} />
      ) : (
        <CredentialsStep form={form} kind={kind} onKind={choose} typed={typed} type={type} submit={submit} />
      )}
    </AccessLayout>
  )
}
