import { Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useId, type HTMLInputTypeAttribute, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useField } from './form-context.ts'
import classes from './form.module.css'

export interface FieldProps {
  /** Path of the value in the form: `name`, `company.name`. */
  name: string
  label: string
  help?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Takes the whole row of a group. */
  whole?: boolean
}

/** Fields that belong together, under a heading, in as many columns as fit. */
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

/** What all fields give their input: id, label, error and so on. */
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

/** One line of text; `type` for e-mail, addresses and one-time codes. */
export function TextField({
  type = 'text',
  autoComplete,
  inputMode,
  maxLength,
  placeholder,
  autoFocus,
  ...props
}: FieldProps & {
  type?: HTMLInputTypeAttribute
  /** A token of the HTML standard, so that browsers fill the right thing in. */
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'tel'
  maxLength?: number
  placeholder?: string
  autoFocus?: boolean
}) {
  const field = useField<string | null>(props.name, props.label)
  return (
    <TextInput
      {...inputProps(props, field)}
      type={type}
      autoComplete={autoComplete}
      inputMode={inputMode}
      maxLength={maxLength}
      placeholder={placeholder}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** Several lines of text. */
export function TextArea({ rows = 4, maxLength, ...props }: FieldProps & { rows?: number; maxLength?: number }) {
  const field = useField<string | null>(props.name, props.label)
  return (
    <Textarea
      {...inputProps(props, field)}
      rows={rows}
      maxLength={maxLength}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** A whole or decimal number; empty is null. */
export function NumberField({
  min,
  max,
  step,
  suffix,
  ...props
}: FieldProps & { min?: number; max?: number; step?: number; suffix?: ReactNode }) {
  const field = useField<number | null>(props.name, props.label)
  return (
    <TextInput
      {...inputProps(props, field)}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      rightSection={suffix}
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      onBlur={field.leave}
    />
  )
}

/** On or off, at once understood as a state. */
export function SwitchField(props: FieldProps) {
  const field = useField<boolean | null>(props.name, props.label)
  return (
    <Switch
      {...inputProps(props, field)}
      required={false}
      checked={field.value ?? false}
      onChange={(event) => field.change(event.currentTarget.checked)}
    />
  )
}

/** Something the reader agrees to or adds. */
export function CheckboxField(props: FieldProps) {
  const field = useField<boolean | null>(props.name, props.label)
  return (
    <Checkbox
      {...inputProps(props, field)}
      checked={field.value ?? false}
      onChange={(event) => field.change(event.currentTarget.checked)}
    />
  )
}

/** A calendar day, `YYYY-MM-DD`, by the browser's own picker: it follows the reader's settings and works by keyboard and touch. */
export function DateField({ min, max, ...props }: FieldProps & { min?: string; max?: string }) {
  const field = useField<string | null>(props.name, props.label)
  return (
    <TextInput
      {...inputProps(props, field)}
      type="date"
      min={min}
      max={max}
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

/** Choices beyond this many get a search box in the select. */
const searchableFrom = 8

/** One of some choices that are all here. The value keeps the type of the choice's id. */
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
