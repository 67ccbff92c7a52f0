import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type * as z from 'zod/mini'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { sameValues } from '../../form/normalise.ts'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { changesOf, mergeDraft, type Conflict, type RowValues } from './draft.ts'
import { deviceFieldLabel } from './field-label.ts'
import classes from './lan.module.css'
import { addBody, setBody, type RowShape } from './row-shape.ts'
import { Value } from './value.tsx'

/**
 * Props of the input of a field: its name, label and help. While the draft differs from the device, the help is the
 * value on the device.
 */
export type FieldOf<V> = (
  name: keyof V & string,
  help?: string,
) => {
  name: keyof V & string
  label: string
  help: ReactNode
}

export interface RowFormProps<V extends RowValues> {
  shape: RowShape<V>
  /** Current values on the device, which may change while the form is open; undefined for a new row. */
  device: V | undefined
  /** Initial values of a new row. */
  start?: V | undefined
  /** Undefined for settings that are not a row. */
  id?: string | undefined
  /** Body schema of the call. */
  schema: Endpoint['body']
  /** Calls the device. Errors are shown at their fields. */
  onSend: (body: RowValues, draft: V) => Promise<unknown>
  /** Can be sent even if nothing was changed. */
  always?: boolean | undefined
  submitLabel?: string | undefined
  cancel?: ReactNode
  /** Shown above the buttons. */
  warning?: ((draft: V) => ReactNode) | undefined
  /** Formats a value; undefined: as it is. */
  format?: ((field: keyof V & string, value: unknown) => ReactNode) | undefined
  /** Feature with the labels of the fields. */
  feature?: string
  children: (field: FieldOf<V>, draft: V) => ReactNode
}

/**
 * A form for a row or for settings of a device. Values that differ on the device are shown at their fields; if a field
 * was changed both here and on the device, the user chooses one before anything is sent.
 */
export function RowForm<V extends RowValues>({
  shape,
  device,
  start,
  id,
  schema,
  onSend,
  always = false,
  submitLabel,
  cancel,
  warning,
  format,
  feature = 'lan',
  children,
}: RowFormProps<V>) {
  const { t } = useTranslation()
  const [base, setBase] = useState<V>(device ?? start ?? shape.empty)
  const known = device !== undefined
  const bodyOf = (draft: V) => (known ? setBody(shape, id, base, draft) : addBody(shape, draft))
  const conflictsOf = (draft: V) => (device ? mergeDraft(base, draft, device).conflicts : [])
  const text = (field: keyof V & string, value: unknown) => format?.(field, value) ?? <Value of={value} field={field} />
  const labelOf = (field: string) => deviceFieldLabel(t, feature, field)

  return (
    <Form<V>
      initial={base}
      submitLabel={submitLabel ?? t(known ? 'lan:apply' : 'lan:add')}
      secondary={cancel}
      validate={(draft) => ({
        ...schemaErrors(schema as z.ZodMiniType, bodyOf(draft)),
        ...Object.fromEntries(conflictsOf(draft).map(({ field }) => [field, t('lan:conflict.required')])),
      })}
      submitDisabled={(draft) => known && !always && Object.keys(changesOf(base, draft)).length === 0}
      onSubmit={(draft) => onSend(bodyOf(draft), draft)}
    >
      {(form) => {
        const draft = form.getValues()
        const resolve = (field: string, value: unknown) => {
          form.clearFieldError(field)
          setBase({ ...base, [field]: value })
        }
        const helpOf = (field: keyof V & string, help: string | undefined): ReactNode =>
          device === undefined || sameValues(device[field], draft[field]) ? (
            help
          ) : (
            <span className={classes.onDevice}>
              {t('lan:onDevice')} <strong>{text(field, device[field])}</strong>
            </span>
          )
        return (
          <>
            <FollowDevice form={form} base={base} device={device} onBase={setBase} />
            <Conflicts
              conflicts={conflictsOf(draft)}
              text={text}
              labelOf={labelOf}
              onUseDevice={(field, value) => {
                form.setFieldValue(field, value as never)
                resolve(field, value)
              }}
              onKeep={resolve}
            />
            {children((name, help) => ({ name, label: labelOf(name), help: helpOf(name, help) }), draft)}
            {warning?.(draft)}
          </>
        )
      }}
    </Form>
  )
}

/** Fields that the user has not changed take new values of the device. */
function FollowDevice<V extends RowValues>({
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
  const merge = useEffectEvent((current: V) => {
    const merged = mergeDraft(base, form.getValues(), current)
    if (sameValues(merged.base, base)) return
    form.setValues(merged.draft)
    onBase(merged.base)
  })
  // Runs for new values of the device only; the form object changes with every render.
  useEffect(() => {
    if (device) merge(device)
  }, [device])
  return null
}

/** Fields that were changed both here and on the device, with both values and a choice. */
function Conflicts<V extends RowValues>({
  conflicts,
  text,
  labelOf,
  onUseDevice,
  onKeep,
}: {
  conflicts: readonly Conflict[]
  text: (field: keyof V & string, value: unknown) => ReactNode
  labelOf: (field: string) => string
  onUseDevice: (field: string, value: unknown) => void
  onKeep: (field: string, value: unknown) => void
}) {
  const { t } = useTranslation()
  if (conflicts.length === 0) return null
  return (
    <section className={classes.conflicts} role="alert" aria-label={t('lan:conflict.title')}>
      <h3>{t('lan:conflict.title')}</h3>
      <p>{t('lan:conflict.text')}</p>
      <ul>
        {conflicts.map(({ field, device, mine }) => {
          const label = labelOf(field)
          const choice = (key: 'useDevice' | 'useMine', choose: typeof onKeep) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t(`lan:conflict.${key}`)}: ${label}`}
              onClick={() => choose(field, device)}
            >
              {t(`lan:conflict.${key}`)}
            </Button>
          )
          return (
            <li key={field}>
              <FactList
                facts={[
                  { label: t('lan:conflict.device', { field: label }), value: text(field, device) },
                  { label: t('lan:conflict.mine', { field: label }), value: text(field, mine) },
                ]}
              />
              <span className={layout.buttons}>
                {choice('useDevice', onUseDevice)}
                {choice('useMine', onKeep)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
