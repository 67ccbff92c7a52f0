import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import classes from './fact-list.module.css'

export interface Fact {
  label: ReactNode
  /** An empty value shows as a dash, read out as "not set". */
  value: ReactNode
  /** Spans the whole row, for notes and other long text. */
  wide?: boolean
}

/** Labels and values of a record, as a description list. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.list}>
      {facts.map((fact, index) => (
        <div key={index} className={fact.wide ? classes.wide : undefined}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.value === null || fact.value === undefined || fact.value === '' ? (
              <NotSet label={t('ui:notSet')} />
            ) : (
              fact.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A dash with a text for screen readers. */
export function NotSet({ label }: { label: string }) {
  return (
    <span data-not-set="">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
