import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { safeReturn } from '../access/navigate.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import type { Crumb } from '../ui/breadcrumbs.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { LinkButton } from '../ui/link.tsx'
import { useGo } from '../ui/navigation.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { placeOf } from '../ui/return-place.ts'
import { FormSkeleton } from '../ui/skeletons.tsx'
import type { AnyValues } from './form-context.ts'
import { Form, type FormProps } from './form.tsx'
import classes from './form.module.css'

export interface FormScreenProps<V extends AnyValues> extends Omit<
  FormProps<V>,
  'initial' | 'secondary' | 'guard' | 'wideSubmit'
> {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  crumbs?: readonly Crumb[]
  /** The values are being loaded. Required, so that no form starts empty by mistake. */
  loading: boolean
  /** Why the values could not be loaded. */
  error: unknown
  retry?: (() => void) | undefined
  /** Undefined while loading. */
  initial: V | undefined
  /** A path of `paths.ts`; a list is restored as it was left. */
  cancelTo: string
  /** Further buttons, beside "Cancel". */
  buttons?: ReactNode
}

/** A page with one form. */
export function FormScreen<V extends AnyValues>({
  title,
  subtitle,
  status,
  crumbs,
  loading,
  error,
  retry,
  initial,
  cancelTo,
  buttons,
  children,
  ...form
}: FormScreenProps<V>) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={title} subtitle={subtitle} status={status} crumbs={crumbs} />
      {error ? (
        <ErrorNotice error={error} retry={retry} />
      ) : loading || !initial ? (
        <FormSkeleton />
      ) : (
        <Form
          {...form}
          initial={initial}
          secondary={
            <>
              <LinkButton variant="default" {...placeOf(cancelTo)}>
                {t('ui:cancel')}
              </LinkButton>
              {buttons}
            </>
          }
        >
          {children}
        </Form>
      )}
    </div>
  )
}

/** The page that opened the form of a new record and continues after it: `back` in the URL. */
export const useOpener = (): string | undefined => safeReturn((useSearch({ strict: false }) as { back?: unknown }).back)

/** Returns to a list as it was left (page, filter, order), for the end of `onSubmit`. */
export function useReturn(): (path: string) => Promise<void> {
  const go = useGo()
  return (path) => {
    const { to, search } = placeOf(path)
    return go(to, search && { search })
  }
}
