import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type * as z from 'zod/mini'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { sameValues } from '../../form/normalise.ts'
import { changesOf, settleDraft, type Fields } from './draft.ts'
import classes from './lan.module.css'
import { addBody, setBody, type RowShape } from './row-shape.ts'
import { Value } from './value.tsx'

export interface RowFormProps<V extends Fields> {
  shape: RowShape<V>
  /** What the device has now; undefined for a new row. It may move on while the form is open. */
  device: V | undefined
  /** A new row starts from these. */
  start?: V
  /** Of the row that is changed; undefined for settings that are no row. */
  id?: string
  /** Body schema of the call that is made. */
  schema: z.ZodMiniType
  /** Asks the device. What it throws is laid on the fields. */
  onSend: (body: Fields, draft: V) => Promise<unknown>
  /** It is sent also where nothing was changed: sending it does something by itself. */
  always?: boolean
  /** Told instead where nothing was changed. */
  onNothing?: () => void
  submitLabel?: string
  /** Absent: there is nothing to go back to. */
  cancel?: ReactNode
  /** Stands above the buttons: what happens when it is sent. */
  warning?: ((draft: V) => ReactNode) | undefined
  /** The words of a value that needs some. Default: as it is. */
  words?: ((field: keyof V & string, value: unknown) => ReactNode) | undefined
  /** What a field is called; as the texts of the LAN say where it is left out. */
  labelOf?: ((field: keyof V & string) => string) | undefined
  /** The fields. `beside` says what the device has where the draft differs, to stand below the input. */
  children: (beside: (field: keyof V & string, help?: ReactNode) => ReactNode, draft: V) => ReactNode
}

/**
 * A form for a row of a router, or for settings of one. What the device has stands beside what is being changed; where
 * both have changed the same field, the person settles it before anything is sent.
 */
export function RowForm<V extends Fields>({
  shape,
  device,
  start,
  id,
  schema,
  onSend,
  always = false,
  onNothing,
  submitLabel,
  cancel,
  warning,
  words,
  labelOf,
  children,
}: RowFormProps<V>) {
  const { t } = useTranslation()
  const [base, setBase] = useState<V>(device ?? start ?? shape.empty)
  const known = device !== undefined
  const bodyOf = (draft: V) => (known ? setBody(shape, id, base, draft) : addBody(shape, draft))
  const conflictsOf = (draft: V) => (device ? settleDraft(base, draft, device).conflicts : [])
  const describe = (field: keyof V & string, value: unknown) => words?.(field, value) ?? <Value of={value} />

  return (
    <Form<V>
      initial={base}
      submitLabel={submitLabel ?? t(known ? 'lan:write' : 'lan:add')}
      secondary={cancel}
      validate={(draft) => ({
        ...schemaErrors(schema, bodyOf(draft)),
        ...Object.fromEntries(conflictsOf(draft).map(({ field }) => [field, t('lan:conflict.settle')])),
      })}
      onSubmit={async (draft) => {
        if (known && !always && Object.keys(changesOf(base, draft)).length === 0) return onNothing?.()
        await onSend(bodyOf(draft), draft)
      }}
    >
      {(form) => (
        <>
          <Follow form={form} base={base} device={device} onBase={setBase} />
          <Conflicts
            of={conflictsOf(form.getValues())}
            describe={describe}
            labelOf={labelOf ?? ((field) => t(`lan:field.${field}`))}
            onTake={(field, value) => {
              form.setFieldValue(field, value as never)
              form.clearFieldError(field)
              setBase({ ...base, [field]: value })
            }}
            onKeep={(field, value) => {
              form.clearFieldError(field)
              setBase({ ...base, [field]: value })
            }}
          />
          {children((field, help) => {
            const differs = device !== undefined && !sameValues(device[field], form.getValues()[field])
            if (!differs) return help
            return (
              <span className={classes.beside}>
                {t('lan:onDevice')} <strong>{describe(field, device[field])}</strong>
              </span>
            )
          }, form.getValues())}
          {warning?.(form.getValues())}
        </>
      )}
    </Form>
  )
}

/** Fields that nobody touched follow the device. */
function Follow<V extends Fields>({
  form,
  base,
  device,
  onBase,
}: {
  form: UseFormReturnType<V>
  base: V
  device: V | undefined
  onBase: (base: V) => void
}) {
  useEffect(() => {
    if (!device) return
    const settled = settleDraft(base, form.getValues(), device)
    if (sameValues(settled.base, base)) return
    form.setValues(settled.draft)
    onBase(settled.base)
    // What the device says is what this follows; the form is the same object in spirit on every drawing.
  }, [device]) // oxlint-disable-line react-hooks/exhaustive-deps
  return null
}

/** Fields that the device has changed since the editing began, with both values and a choice for each. */
function Conflicts<V extends Fields>({
  of,
  describe,
  labelOf,
  onTake,
  onKeep,
}: {
  of: readonly { field: string; before: unknown; device: unknown; mine: unknown }[]
  describe: (field: keyof V & string, value: unknown) => ReactNode
  labelOf: (field: keyof V & string) => string
  onTake: (field: string, value: unknown) => void
  onKeep: (field: string, value: unknown) => void
}) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <section className={classes.conflicts} role="alert" aria-label={t('lan:conflict.title')}>
      <h3>{t('lan:conflict.title')}</h3>
      <p>{t('lan:conflict.text')}</p>
      <ul>
        {of.map(({ field, device, mine }) => {
          const label = labelOf(field)
          return (
            <li key={field}>
              <dl>
                <div>
                  <dt>{t('lan:conflict.device', { field: label })}</dt>
                  <dd>{describe(field, device)}</dd>
                </div>
                <div>
                  <dt>{t('lan:conflict.mine', { field: label })}</dt>
                  <dd>{describe(field, mine)}</dd>
                </div>
              </dl>
              <span className={classes.choices}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('lan:conflict.take')}: ${label}`}
                  onClick={() => onTake(field, device)}
                >
                  {t('lan:conflict.take')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('lan:conflict.keep')}: ${label}`}
                  onClick={() => onKeep(field, device)}
                >
                  {t('lan:conflict.keep')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
