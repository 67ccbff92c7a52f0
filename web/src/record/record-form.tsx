import type { UseFormReturnType } from '@mantine/form'
import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { loadTexts } from '../i18n/language.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import type { AnyValues } from '../form/form-context.ts'
import { FormScreen, type FormScreenProps } from '../form/form-screen.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import type { RecordForm as Of } from './use-record-form.ts'
import { recordText } from './words.ts'

/** Tags and custom fields, for forms of their own. */
export const LabelFields = lazy(async () => {
  const [chunk] = await Promise.all([loadChunk(() => import('./label-fields.tsx')), loadTexts(['tags'])])
  return chunk
})

export interface RecordFields<R, V extends AnyValues, O> {
  form: UseFormReturnType<V>
  values: V
  record: R | undefined
  choices: O
  isNew: boolean
}

/** The page of `useRecordForm`; its fields are rendered when their data is loaded. */
export function RecordForm<R, V extends AnyValues, O>({
  of,
  children,
  ...rest
}: { of: Of<R, V, O>; children: (fields: RecordFields<R, V, O>) => ReactNode } & Omit<
  Partial<FormScreenProps<V>>,
  'children'
>) {
  const { record, isNew } = of
  return (
    <FormScreen<V> {...of.props} {...rest}>
      {(form) => (
        <>
          {children({ form, values: form.values, record, choices: of.choices as O, isNew })}
          {of.labels === undefined ? null : (
            <Suspense fallback={null}>
              <LabelFields kind={of.labels} record={record} values={form.values} />
            </Suspense>
          )}
        </>
      )}
    </FormScreen>
  )
}

/** Replaces the form of a record that the user can't change now, with the reason. */
export function ClosedRecord<R, V extends AnyValues, O>({
  of,
  title,
  text,
}: {
  of: Of<R, V, O>
  title: string
  text: string
}) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={of.name} crumbs={of.props.crumbs} />
      <EmptyState title={title} text={text}>
        <LinkButton variant="default" to={of.home}>
          {recordText(t, of.texts)('action.open')}
        </LinkButton>
      </EmptyState>
    </>
  )
}
