import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/call.ts'

export type Fields = Record<string, string>

export interface Submit {
  pending: boolean
  /** The error of the last submit, unless it concerns fields only. */
  failure: ApiError | null
  /** Messages by field, from `check` or from the server. */
  fields: Fields
  /** Number of failed submits, so that each one moves the focus. */
  attempt: number
  onSubmit: (event: FormEvent) => void
  /** Removes the message of a field that has changed. */
  forget: (field: string) => void
  reset: () => void
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError({
        status: 0,
        code: 'internal',
        message: error instanceof Error ? error.message : String(error),
        cause: error,
      })

/**
 * The submit of a short form without the form components of the panel, which would double the size of the sign-in page.
 * `check` returns messages by field. What `run` throws is shown, at its fields if it names any. A submit while another
 * one is running does nothing.
 */
export function useSubmit({ check, run }: { check: () => Fields; run: () => Promise<void> }): Submit {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [fields, setFields] = useState<Fields>({})
  const [attempt, setAttempt] = useState(0)
  const running = useRef(false)

  const fail = (error: ApiError | null, errors: Fields) => {
    setFailure(error)
    setFields(errors)
    setAttempt((before) => before + 1)
  }
  const send = async () => {
    const errors = check()
    if (Object.keys(errors).length > 0) return fail(null, errors)
    running.current = true
    setPending(true)
    setFailure(null)
    setFields({})
    try {
      await run()
    } catch (cause) {
      const error = asApiError(cause)
      const atFields = error.fields ?? {}
      fail(Object.keys(atFields).length > 0 ? null : error, atFields)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return {
    pending,
    failure,
    fields,
    attempt,
    onSubmit: (event) => {
      event.preventDefault()
      if (!running.current) void send()
    },
    forget: (field) => setFields(({ [field]: _gone, ...rest }) => rest),
    reset: () => {
      setFailure(null)
      setFields({})
    },
  }
}

/** Moves the focus to the first field with a message after each failed submit. */
export function useFocusOnError(attempt: number, form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, form])
}

/** Seconds left of the `Retry-After` of a 429. */
export function useSecondsLeft(failure: ApiError | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const until = Date.now() + (failure?.retryAfter ?? 0) * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (!failure?.retryAfter) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [failure])
  return left
}
