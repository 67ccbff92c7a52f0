import { Button } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type * as z from 'zod/mini'
import { lazy, Suspense, useCallback, useId, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { useUnsavedInput } from '../access/unsaved.ts'
import { ApiError } from '../api/call.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { formatErrors, mapErrors, schemaErrors, type FieldErrors } from './field-errors.ts'
import classes from './form.module.css'
import { FormContext, type AnyValues, type FormScope } from './form-context.ts'
import type { Format } from './formats.ts'
import { sameValues } from './normalise.ts'
import { useMessages } from '../i18n/messages.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

const StaleDialog = lazy(() => loadChunk(() => import('./stale-dialog.tsx')))

export interface FormProps<V extends AnyValues> {
  /** The initial values. New ones (after a refetch) are applied only while the form is unchanged. */
  initial: V
  /** Errors by field path; together with, or instead of, `schema`. */
  validate?: (values: V) => FieldErrors
  /** A body schema of the contract. */
  schema?: z.ZodMiniType
  /** Sends the values; errors it throws are shown at the fields. It may navigate: the guard is off while it runs. */
  onSubmit: (values: V) => Promise<unknown>
  /** Reads the saved values, including `version`, after a 409 `stale_version`. */
  reload?: () => Promise<V>
  submitLabel?: string
  /** There is nothing to submit: the form says why, or nothing differs from what is there. */
  submitDisabled?: boolean | ((values: V) => boolean)
  /** A button beside the submit button. */
  secondary?: ReactNode
  /** Default true; short forms such as sign-in have none. */
  guard?: boolean
  wideSubmit?: boolean
  /** The submit deletes something. */
  danger?: boolean
  children: ReactNode | ((form: UseFormReturnType<V>) => ReactNode)
}

type Labels = RefObject<Map<string, string>>

/** The labels and formats of the fields of a form, by path. */
function useFieldRegistry() {
  const labels = useRef(new Map<string, string>())
  const formats = useRef(new Map<string, Format>())
  const register = useCallback((name: string, label: string, format?: Format) => {
    labels.current.set(name, label)
    if (format) formats.current.set(name, format)
    return () => {
      labels.current.delete(name)
      formats.current.delete(name)
    }
  }, [])
  return { labels, formats, register }
}

/** Sends a form once at a time, and shows the errors of the server: at fields, as a notice, or in a dialog. */
function useSubmission<V extends AnyValues>({
  form,
  labels,
  onSubmit,
  reload,
  onSaved,
}: Pick<FormProps<V>, 'onSubmit' | 'reload'> & {
  form: UseFormReturnType<AnyValues>
  labels: Labels
  onSaved: (values: V) => void
}) {
  const [failure, setFailure] = useState<unknown>(null)
  const [loose, setLoose] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const [theirs, setTheirs] = useState<V | null>(null)

  const reject = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'stale_version' && reload) return setTheirs(await reload())
    if (error instanceof ApiError && error.fields && Object.keys(error.fields).length > 0) {
      const split = mapErrors(error.fields, [...labels.current.keys()])
      form.setErrors(split.mapped)
      setLoose(split.loose)
    } else setFailure(error)
    setAttempt((before) => before + 1)
  }

  const send = async (values: V) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    setLoose({})
    form.clearErrors()
    try {
      await onSubmit(values)
      onSaved(values)
    } catch (error) {
      await reject(error).catch(setFailure)
    } finally {
      running.current = false
      setPending(false)
    }
  }

  /** @returns whether there are errors */
  const showErrors = (errors: FieldErrors): boolean => {
    const split = mapErrors(errors, [...labels.current.keys()])
    form.setErrors(split.mapped)
    setLoose(split.loose)
    setFailure(null)
    const isWrong = Object.keys(split.mapped).length + Object.keys(split.loose).length > 0
    if (isWrong) setAttempt((before) => before + 1)
    return isWrong
  }

  return {
    failure,
    loose,
    attempt,
    pending,
    running,
    theirs,
    setTheirs,
    send,
    showErrors,
  }
}

/** Compares the input with what another user has saved meanwhile. */
function SubmitDialogs<V extends AnyValues>({
  form,
  sending,
  labels,
  onReloaded,
}: {
  form: UseFormReturnType<AnyValues>
  sending: ReturnType<typeof useSubmission<V>>
  labels: Labels
  onReloaded: (values: V) => void
}) {
  const { theirs } = sending
  return (
    <Suspense fallback={null}>
      {theirs ? (
        <StaleDialog
          mine={form.getValues()}
          theirs={theirs}
          labels={labels.current}
          onCancel={() => sending.setTheirs(null)}
          onApply={(merged) => {
            onReloaded(theirs)
            sending.setTheirs(null)
            form.setValues(merged)
            void sending.send(merged as V)
          }}
        />
      ) : null}
    </Suspense>
  )
}

/**
 * A form with error summary, server errors, double-submit lock, unsaved-changes guard and version comparison. Fields
 * bind by path: `<TextField name="company.name" label=… />`.
 */
export function Form<V extends AnyValues>({
  initial,
  validate,
  schema,
  onSubmit,
  reload,
  submitLabel,
  submitDisabled = false,
  secondary,
  guard = true,
  wideSubmit = false,
  danger = false,
  children,
}: FormProps<V>) {
  const { t } = useTranslation()
  const id = useId()
  const { labels, formats, register } = useFieldRegistry()
  const [base, setBase] = useState(initial)

  const check = (values: V): FieldErrors => ({
    ...formatErrors(formats.current, values),
    ...(schema ? schemaErrors(schema, values) : {}),
    ...validate?.(values),
  })
  const form = useForm<AnyValues>({
    initialValues: initial,
    validate: (values) => mapErrors(check(values as V), [...labels.current.keys()]).mapped,
    validateInputOnBlur: false,
  })
  const changed = !sameValues(form.values, base)
  const [seen, setSeen] = useState(initial)
  if (initial !== seen) {
    setSeen(initial)
    if (!changed && !sameValues(initial, base)) {
      setBase(initial)
      form.setValues(initial)
    }
  }
  useUnsavedInput(guard && changed)
  useMessages()

  const sending = useSubmission({ form, labels, onSubmit, reload, onSaved: setBase })
  const { pending } = sending
  const scope: FormScope = useMemo(() => ({ form, id, pending, register }), [form, id, pending, register])

  const submit = () => {
    const values = form.getValues() as V
    if (!sending.showErrors(check(values))) void sending.send(values)
  }

  return (
    <FormContext.Provider value={scope}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form in a dialog that is a React child of this one must not submit this one too.
          event.stopPropagation()
          submit()
        }}
      >
        <ErrorSummary
          errors={form.errors}
          loose={sending.loose}
          labels={labels.current}
          formId={id}
          attempt={sending.attempt}
        />
        {sending.failure ? <ErrorNotice error={sending.failure} inline title={t('form:failed')} /> : null}
        {typeof children === 'function' ? children(form as unknown as UseFormReturnType<V>) : children}
        <div className={classes.buttons}>
          {secondary}
          <Button
            type="submit"
            loading={pending}
            disabled={typeof submitDisabled === 'function' ? submitDisabled(form.values as V) : submitDisabled}
            fullWidth={wideSubmit}
            {...(danger ? { color: 'red.9' } : {})}
          >
            {submitLabel ?? t('form:save')}
          </Button>
        </div>
      </form>
      {guard ? (
        <UnsavedGuard when={() => !sending.running.current && !sameValues(form.getValues(), base)} changed={changed} />
      ) : null}
      <SubmitDialogs form={form} sending={sending} labels={labels} onReloaded={setBase} />
    </FormContext.Provider>
  )
}
