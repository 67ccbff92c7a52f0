import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Radio,
  SegmentedControl,
  Stack,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import type { FieldType, ListDefinition } from '@trunkline/contract/endpoint'
import type { Operator } from '@trunkline/contract/list'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { useZone } from '../ui/zone.ts'
import type { FilterTerm } from './filter-terms.ts'
import { daysOf, dayTerm, editorOf, type DayRange } from './filter-words.ts'
import classes from './list.module.css'

interface EditorProps {
  field: string
  label: string
  type: FieldType
  term: FilterTerm | undefined
  valueLabel: (field: string, value: string) => string
  /** A term without a value removes the filter. */
  onApply: (term: FilterTerm) => void
  onBack: (() => void) | undefined
}

/** The first and the last day of a range. */
function DaysInput({
  days,
  onChange,
  zone,
}: {
  days: DayRange
  onChange: (days: DayRange) => void
  /** The time zone of the days, for a field with a time. */
  zone: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <Stack gap={8}>
      <TextInput
        type="date"
        label={t('list:filter.from')}
        value={days.from}
        max={days.to || undefined}
        onChange={(event) => onChange({ ...days, from: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        type="date"
        label={t('list:filter.to')}
        value={days.to}
        min={days.from || undefined}
        onChange={(event) => onChange({ ...days, to: event.currentTarget.value })}
      />
      {zone ? <span className={classes.hint}>{t('list:filter.zone', { zone })}</span> : null}
    </Stack>
  )
}

/** The inputs of a filter, by the type of its field. */
function Editor({ field, label, type, term, valueLabel, onApply, onBack }: EditorProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const kind = editorOf(type)
  const [chosen, setChosen] = useState<string[]>(() =>
    kind === 'boolean' ? [/^(1|true|yes)$/i.test(term?.values[0] ?? '1') ? '1' : '0'] : (term?.values ?? []),
  )
  const [exact, setExact] = useState(term?.operator === '=')
  const [days, setDays] = useState(() => daysOf(term, type, zone))
  const name = `filter-${field}`

  const built = (): FilterTerm => {
    if (kind === 'days') return dayTerm(field, type, days, zone)
    if (kind === 'choices') return { field, operator: 'in', values: chosen }
    if (kind === 'text') return { field, operator: exact ? '=' : 'like', values: [(chosen[0] ?? '').trim()] }
    return { field, operator: '=' satisfies Operator, values: [chosen[0] ?? ''] }
  }

  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onApply(built())
      }}
    >
      <div className={classes.editorHead}>
        {onBack ? (
          <UnstyledButton type="button" className={classes.back} onClick={onBack} aria-label={t('list:filter.back')}>
            <IconChevronLeft size={16} aria-hidden="true" />
          </UnstyledButton>
        ) : null}
        <strong>{label}</strong>
      </div>
      {kind === 'choices' ? (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={label}>
          <Stack gap={8} className={classes.choices}>
            {(type as readonly string[]).map((value, index) => (
              <Checkbox
                key={value}
                size="sm"
                value={value}
                label={valueLabel(field, value)}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : kind === 'boolean' ? (
        <Radio.Group value={chosen[0] ?? '1'} onChange={(value) => setChosen([value])} name={name} aria-label={label}>
          <Stack gap={8}>
            <Radio value="1" label={t('ui:yes')} data-autofocus />
            <Radio value="0" label={t('ui:no')} />
          </Stack>
        </Radio.Group>
      ) : kind === 'days' ? (
        <DaysInput days={days} onChange={setDays} zone={type === 'time' ? zone : undefined} />
      ) : kind === 'text' ? (
        <Stack gap={8}>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('list:filter.how')}
            value={exact ? '=' : 'like'}
            onChange={(value) => setExact(value === '=')}
            data={[
              { value: 'like', label: t('list:filter.contains') },
              { value: '=', label: t('list:filter.equals') },
            ]}
          />
          <TextInput
            aria-label={label}
            value={chosen[0] ?? ''}
            maxLength={120}
            onChange={(event) => setChosen([event.currentTarget.value])}
            data-autofocus
          />
        </Stack>
      ) : (
        <NumberInput
          aria-label={label}
          value={chosen[0] ?? ''}
          min={type === 'id' ? 1 : undefined}
          allowDecimal={type === 'number'}
          hideControls
          onChange={(value) => setChosen([String(value)])}
          data-autofocus
        />
      )}
      <Group justify="space-between" gap="xs" mt="sm">
        {term ? (
          <Button
            type="button"
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => onApply({ field, operator: '=', values: [''] })}
          >
            {t('list:filter.remove')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" size="compact-sm">
          {t('list:filter.apply')}
        </Button>
      </Group>
    </form>
  )
}

/** Selects a field and edits its filter. `field` opens the editor of a field directly, for a chip. */
export default function FilterPanel({
  definition,
  fields,
  label,
  valueLabel,
  terms,
  field: start,
  onApply,
}: {
  definition: ListDefinition
  fields: readonly string[]
  label: (field: string) => string
  valueLabel: (field: string, value: string) => string
  terms: readonly FilterTerm[]
  field: string | undefined
  onApply: (term: FilterTerm) => void
}) {
  const { t } = useTranslation()
  const [field, setField] = useState(start)
  const type = field ? definition.fields[field] : undefined
  if (field && type)
    return (
      <Editor
        key={field}
        field={field}
        label={label(field)}
        type={type}
        term={terms.find((term) => term.field === field)}
        valueLabel={valueLabel}
        onApply={onApply}
        onBack={start ? undefined : () => setField(undefined)}
      />
    )
  return (
    <ul className={classes.fieldList} aria-label={t('list:filter.by')}>
      {fields.map((name, index) => (
        <li key={name}>
          <UnstyledButton
            type="button"
            className={classes.fieldButton}
            onClick={() => setField(name)}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          >
            <span>{label(name)}</span>
            {terms.some((term) => term.field === name) ? (
              <span className={classes.fieldOn}>{t('list:filter.on')}</span>
            ) : null}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
