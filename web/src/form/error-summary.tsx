import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import type { FieldErrors } from './field-errors.ts'
import { fieldId } from './form-context.ts'
import classes from './form.module.css'

/** The list of errors with a link to each field. Gets the focus after every rejected submit. */
export function ErrorSummary({
  errors,
  loose,
  labels,
  formId,
  attempt,
}: {
  errors: Record<string, ReactNode>
  loose: FieldErrors
  labels: ReadonlyMap<string, string>
  formId: string
  /** The number of rejected submits. */
  attempt: number
}) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  const named = [...labels.keys()].filter((name) => Boolean(errors[name]))
  const count = named.length + Object.keys(loose).length
  // Before the first submit, errors appear at their fields only.
  if (count === 0 || attempt === 0) return null
  return (
    <div
      ref={box}
      className={classes.summary}
      tabIndex={-1}
      role="alert"
      aria-label={t('form:summary.title', { count })}
    >
      <h2>{t('form:summary.title', { count })}</h2>
      <ul>
        {named.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(formId, name)}`}
              onClick={(event) => {
                event.preventDefault()
                const field = document.getElementById(fieldId(formId, name))
                field?.scrollIntoView({ block: 'center' })
                field?.focus()
              }}
            >
              {labels.get(name)}: {errors[name]}
            </a>
          </li>
        ))}
        {Object.entries(loose).map(([path, message]) => (
          <li key={path}>
            {path}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
