import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/call.ts'

export type Fields = Record<string, string>

export interface Submit {
  pending: boolean
  /** What the last try met, unless it lies at fields alone. */
  failure: ApiError | null
  /** Messages by field: of our own check, or of the server. */
  fields: Fields
  /** Counts refused tries, so that the focus can follow each. */
  attempt: number
  onSubmit: (event: FormEvent) => void
  /** The field has changed, so its message has had its time. */
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
 * The submit of a short form without the panel's form parts, which would make the sign-in page twice as heavy.
 * `check` answers messages by field; what `run` throws is shown, at its fields where it names some. A second submit while one is on its way does nothing.
 */
export function useSubmit({ check, run }: { check: () => Fields; run: () => Promise<void> }): Submit {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [fields, setFields] = useState<Fields>({})
  const [attempt, setAttempt] = useState(0)
  const running = useRef(false)

  const reject = (error: ApiError | null, found: Fields) => {
    setFailure(error)
    setFields(found)
    setAttempt((before) => before + 1)
  }
  const send = async () => {
    const found = check()
    if (Object.keys(found).length > 0) return reject(null, found)
    running.current = true
    setPending(true)
    setFailure(null)
    setFields({})
    try {
      await run()
    } catch (cause) {
      const error = asApiError(cause)
      const atFields = error.fields ?? {}
      reject(Object.keys(atFields).length > 0 ? null : error, atFields)
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

/** Moves the focus to the first field with a message, after each refused try. */
export function useFocusOnError(attempt: number, form: { current: HTMLFormElement | null }): void {
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, form])
}

/** Counts the seconds down that a 429 asks to wait. */
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
