import { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useId, type HTMLInputTypeAttribute, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useField } from './form-context.ts'
import type { Format } from './formats.ts'
import classes from './form.module.css'

export interface FieldProps {
  /** Path of the value in the form: `name`, `company.name`. */
  name: string
  label: string
  help?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Spans the whole row of a group. */
  whole?: boolean
}

/** A titled group of fields, in as many columns as fit. */
export function FieldGroup({ title, text, children }: { title?: string; text?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <div className={classes.group} role="group" aria-labelledby={title ? headingId : undefined}>
      {title ? (
        <h2 id={headingId} className={classes.legend}>
          {title}
        </h2>
      ) : null}
      {text ? <p className={classes.groupText}>{text}</p> : null}
      <div className={classes.fields}>{children}</div>
    </div>
  )
}

/** The common properties of inputs: id, label, error and so on. */
export function inputProps(
  { label, help, required, disabled, whole }: FieldProps,
  field: { id: string; error: ReactNode },
) {
  return {
    id: field.id,
    label,
    description: help,
    required: required ?? false,
    disabled: disabled ?? false,
    error: field.error,
    ...(whole ? { className: classes.whole } : {}),
  }
}

/** The common properties of a group of checkboxes or radio buttons. */
export const groupProps = ({ label, help, required }: FieldProps, { id, error }: { id: string; error: ReactNode }) => ({
  id,
  label,
  description: help,
  error,
  required: required ?? false,
  className: classes.whole ?? '',
})

/** Binds a field to its form: `input` has the properties of its input, without value and `onChange`. */
function useInput<T, P extends FieldProps & { format?: Format }>(props: P) {
  const field = useField<T>(props.name, props.label, props.format)
  const { name: _name, help: _help, whole: _whole, format: _format, ...own } = props
  return { field, input: { ...own, ...inputProps(props, field) } }
}

/** A text input; `type` for e-mail addresses, URLs and one-time codes. */
export function TextField({
  autoFocus,
  ...props
}: FieldProps & {
  type?: HTMLInputTypeAttribute
  /** A token of the HTML standard for autofill. */
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'tel'
  maxLength?: number
  placeholder?: string
  autoFocus?: boolean
  /** Checked when the field is left; a format that the form's schema knows needs none. */
  format?: Format
}) {
  const { field, input } = useInput<string | null, typeof props>(props)
  return (
    <TextInput
      type="text"
      {...input}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** A multi-line text input. */
export function TextArea(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { field, input } = useInput<string | null, typeof props>(props)
  return (
    <Textarea
      rows={4}
      {...input}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** An integer or decimal number; empty is null. */
export function NumberField({
  suffix,
  ...props
}: FieldProps & { min?: number; max?: number; step?: number; suffix?: ReactNode }) {
  const { field, input } = useInput<number | null, typeof props>(props)
  return (
    <TextInput
      {...input}
      type="number"
      inputMode="decimal"
      rightSection={suffix}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      onBlur={field.leave}
    />
  )
}

export function SwitchField(props: FieldProps) {
  const { field, input } = useInput<boolean | null, FieldProps>(props)
  return (
    <Switch
      {...input}
      required={false}
      checked={field.value ?? false}
      onChange={(event) => field.change(event.currentTarget.checked)}
    />
  )
}

/** A checkbox, for a consent or an option. */
export function CheckboxField(props: FieldProps) {
  const { field, input } = useInput<boolean | null, FieldProps>(props)
  return (
    <Checkbox
      {...input}
      checked={field.value ?? false}
      onChange={(event) => field.change(event.currentTarget.checked)}
    />
  )
}

/**
 * A calendar day, `YYYY-MM-DD`, with the browser's date picker, which follows the user's settings and works by keyboard
 * and touch.
 */
export function DateField(props: FieldProps & { min?: string; max?: string }) {
  const { field, input } = useInput<string | null, typeof props>(props)
  return (
    <TextInput
      {...input}
      type="date"
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value || null)}
      onBlur={field.leave}
    />
  )
}

export interface Choice {
  id: string | number
  name: string
}

/** Selects with more choices have a search box. */
const searchableFrom = 8

/** One of the given choices. The value has the type of the choice's id. */
export function SelectField({
  options,
  clearable = false,
  ...props
}: FieldProps & { options: readonly Choice[]; clearable?: boolean }) {
  const { t } = useTranslation()
  const field = useField<string | number | null>(props.name, props.label)
  return (
    <Select
      {...inputProps(props, field)}
      data={options.map((option) => ({ value: String(option.id), label: option.name }))}
      placeholder={t('form:select')}
      searchable={options.length > searchableFrom}
      limit={200}
      clearable={clearable}
      allowDeselect={clearable}
      nothingFoundMessage={t('form:remote.none')}
      clearButtonProps={{ 'aria-label': t('form:remote.clear', { label: props.label }) }}
      value={field.value === null || field.value === undefined || field.value === '' ? null : String(field.value)}
      onChange={(value) => field.change(options.find((option) => String(option.id) === value)?.id ?? null)}
      onBlur={field.leave}
    />
  )
}
