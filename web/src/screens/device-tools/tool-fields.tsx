import { NumberInput, Select, TextInput } from '@mantine/core'
import {
  maxLogMinutes,
  maxPackets,
  maxSeconds,
  type Tool,
  type ToolOptions,
} from '@trunkline/contract/resources/device-tool'
import { useTranslation } from '../../i18n/use-translation.ts'

export type FieldName = 'address' | 'name' | 'server' | 'interface' | 'mac' | 'topic' | 'count' | 'seconds' | 'minutes'
export type ToolValues = Partial<Record<FieldName, string | number>>

/** The fields of each tool, in their order. */
export const fieldsOf: Readonly<Record<Tool, readonly FieldName[]>> = {
  ping: ['address', 'count'],
  traceroute: ['address'],
  dns: ['name', 'server'],
  torch: ['interface', 'seconds'],
  traffic: ['interface', 'seconds'],
  log: ['topic', 'minutes'],
  'wifi-scan': ['interface', 'seconds'],
  'cable-test': ['interface'],
  'wake-on-lan': ['interface', 'mac'],
}

const numbers = {
  count: { max: maxPackets, initial: 4 },
  seconds: { max: maxSeconds, initial: 15 },
  minutes: { max: maxLogMinutes, initial: 2 },
} as const

/** The interfaces that a tool can use; undefined while they are not known. */
export function choicesOf(tool: Tool, options: ToolOptions | undefined): string[] | undefined {
  if (tool === 'cable-test') return options?.ports
  if (tool === 'wifi-scan') return options?.radios
  return options?.interfaces.map(({ name }) => name)
}

/** The values of a tool before the user has entered any. */
export function initialValues(tool: Tool, options: ToolOptions | undefined): ToolValues {
  const running = options?.interfaces.find((one) => one.running)?.name
  const first = tool === 'cable-test' || tool === 'wifi-scan' ? choicesOf(tool, options)?.[0] : running
  const initial: Record<FieldName, string | number> = {
    address: options?.gateway ?? '',
    name: '',
    server: '',
    interface: first ?? '',
    mac: '',
    topic: '',
    count: numbers.count.initial,
    seconds: numbers.seconds.initial,
    minutes: numbers.minutes.initial,
  }
  return Object.fromEntries(fieldsOf[tool].map((field) => [field, initial[field]]))
}

/** The fields of one tool. */
export function ToolFields({
  tool,
  options,
  values,
  errors,
  onChange,
}: {
  tool: Tool
  options: ToolOptions | undefined
  values: ToolValues
  errors: Readonly<Record<string, string>>
  onChange: (field: FieldName, value: string | number) => void
}) {
  const { t } = useTranslation()
  const choices = choicesOf(tool, options)
  const labelOf = (field: FieldName) =>
    field !== 'interface'
      ? t(`device-tools:field.${field}`)
      : t(`device-tools:field.${tool === 'cable-test' ? 'port' : tool === 'wifi-scan' ? 'radio' : 'interface'}`)
  return fieldsOf[tool].map((field) => {
    const shared = { label: labelOf(field), error: errors[field], maw: 320 }
    const value = values[field] ?? ''
    if (field === 'count' || field === 'seconds' || field === 'minutes')
      return (
        <NumberInput
          key={field}
          {...shared}
          min={1}
          max={numbers[field].max}
          allowDecimal={false}
          value={value}
          onChange={(next) => onChange(field, next)}
        />
      )
    if (field === 'interface' && choices !== undefined && choices.length > 0)
      return (
        <Select
          key={field}
          {...shared}
          searchable
          allowDeselect={false}
          data={choices}
          value={String(value)}
          onChange={(next) => onChange(field, next ?? '')}
        />
      )
    const hint = field === 'server' || field === 'topic' ? t(`device-tools:field.${field}Hint`) : undefined
    return (
      <TextInput
        key={field}
        {...shared}
        description={hint}
        value={String(value)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(field, event.currentTarget.value)}
      />
    )
  })
}
