import type { AlertRuleKey } from '../resources/alert-rules.ts'
import type { CompanyType } from '../abilities.ts'
import type { AnyMessage, Reason } from '../errors.ts'
import type { ObjectKind } from '../object-kind.ts'
import type { AccessRowAction, DnsSetting, Interruption } from '../reasons/device.ts'
import type { ExpectedType } from '../reasons/field.ts'
import type { FileKind } from '../reasons/import.ts'
import type { NetworkLock, PortLock } from '../reasons/lan.ts'
import type { CountedKind } from '../reasons/request.ts'
import type { CommandState } from '../resources/device-enums.ts'
import type { LicencePart } from '../resources/licence-enums.ts'
import type { Encryption, WifiBand } from '../resources/wifi-enums.ts'

/**
 * A text of a catalogue. `{name}` stands for a parameter, `{name:group}` for the label of a parameter's value, as
 * `{type:company_type}`. With a plural, `by` names the parameter that is counted.
 */
export type Text = string | { by: string; one: string; other: string }

export interface Catalogue {
  /** BCP 47 */
  language: string
  texts: Readonly<Record<Reason, Text>>
  labels: Labels
}

/** Labels of values by group; a text uses one as `{type:company_type}`. */
export interface Labels {
  type: Record<ExpectedType, string>
  search_type: Record<'boolean' | 'number' | 'time' | 'day', string>
  alert_rule: Record<AlertRuleKey, string>
  company_type: Record<CompanyType, string>
  object: Record<ObjectKind, string>
  /** Plurals. */
  objects: Record<CountedKind, string>
  licence_part: Record<LicencePart, string>
  file_kind: Record<FileKind, string>
  nas_purpose: Record<'vpn' | 'ipoe', string>
  /** Error-Cause of a CoA or Disconnect (RFC 5176, 3.6). */
  error_cause: Record<number, string>
  command_state: Record<CommandState, string>
  interruption: Record<Interruption, string>
  /** Values of devices: an empty one is named. */
  value: Record<'', string>
  wifi_band: Record<WifiBand, string>
  encryption: Record<Encryption, string>
  wifi_field: Record<string, string>
  wifi_value: Record<Encryption | '' | 'true' | 'false' | 'other', string>
  access_field: Record<string, string>
  switch: Record<'true' | 'false', string>
  dns_setting: Record<DnsSetting, string>
  access_row_action: Record<AccessRowAction, string>
  network_lock: Record<NetworkLock, string>
  port_lock: Record<PortLock, string>
}

/** The parameters that a text names. With a label group that does not exist the whole is taken for a name, and rejected. */
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Param}:${infer Group}` ? (Group extends keyof Labels ? Param : Name) : Name) | Names<Rest>
  : never

/** What a text may name; a text that names more is not assignable. */
type Checked<T, Params> = T extends string
  ? Names<T> extends keyof Params
    ? T
    : `{${Exclude<Names<T>, keyof Params> & string}} is no parameter of this reason`
  : T extends { by: infer By; one: infer One; other: infer Other }
    ? { by: By extends keyof Params ? By : never; one: Checked<One, Params>; other: Checked<Other, Params> }
    : never

/**
 * Texts of a group of reasons: one for each, with no parameter that its reason lacks. Both are checked by the compiler.
 */
export const texts =
  <Group>() =>
  <const T extends { readonly [R in keyof Group]: Text }>(
    all: T & { readonly [R in keyof T]: R extends keyof Group ? Checked<T[R], Group[R]> : never },
  ): { readonly [R in keyof Group]: Text } =>
    all

const isMessage = (value: unknown): value is AnyMessage =>
  typeof value === 'object' && value !== null && typeof (value as Partial<AnyMessage>).reason === 'string'

type LabelGroups = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

function valueText(catalogue: Catalogue, value: unknown, group: string | undefined): string {
  if (Array.isArray(value) && value.every(isMessage)) {
    const parts = value.map((one) => messageText(catalogue, one))
    if (parts.every((part) => part.endsWith('.'))) return parts.join(' ')
    return new Intl.ListFormat(catalogue.language, { type: 'conjunction' }).format(parts)
  }
  if (Array.isArray(value))
    return new Intl.ListFormat(catalogue.language, {
      // Labels are alternatives (`text or a number`), names are all meant.
      type: group === undefined ? 'conjunction' : 'disjunction',
    }).format(value.map((one: unknown) => valueText(catalogue, one, group)))
  if (isMessage(value)) return messageText(catalogue, value)
  const plain = value === null || value === undefined ? '' : String(value as string | number | boolean)
  return (group === undefined ? undefined : (catalogue.labels as unknown as LabelGroups)[group]?.[plain]) ?? plain
}

/**
 * A message in the catalogue's language. A reason that the catalogue does not have (of a newer server) is shown by its
 * name, so that a support person can still look it up.
 */
export function messageText(catalogue: Catalogue, { reason, params }: AnyMessage): string {
  const text = (catalogue.texts as Readonly<Record<string, Text | undefined>>)[reason]
  if (text === undefined) return reason
  const form = typeof text === 'string' ? text : Number(params[text.by]) === 1 ? text.one : text.other
  return (
    form
      .replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, group?: string) =>
        valueText(catalogue, params[name], group),
      )
      // Notes at the end, of which there may be none.
      .trimEnd()
  )
}
