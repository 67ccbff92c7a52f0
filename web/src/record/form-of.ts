import type { ObjectSchema } from '@trunkline/contract/endpoint'
import type * as z from 'zod/mini'
import { changesBy } from './changes.ts'
import '../schema/zod.ts'

/** The form value of a field: text and lists are never missing, an empty choice or number is null. */
type FormValue<I> =
  NonNullable<I> extends boolean
    ? boolean
    : NonNullable<I> extends readonly (infer Item)[]
      ? Item[]
      : string extends NonNullable<I>
        ? string
        : NonNullable<I> | null

/** The version is added below; `useRecordForm` adds tags and custom fields to the forms of records that have them. */
type NoField = 'version' | 'tags' | 'add_tags' | 'remove_tags' | 'custom_fields'
const noFields: readonly string[] = ['version', 'tags', 'add_tags', 'remove_tags', 'custom_fields'] satisfies NoField[]

export type FormValues<S extends ObjectSchema> = {
  -readonly [K in Exclude<keyof z.input<S>, NoField>]-?: FormValue<z.input<S>[K]>
} & { version: number }

/** The limits of an input. */
export interface Limits {
  maxLength?: number
  min?: number
  max?: number
}

interface Field extends Limits {
  kind: 'text' | 'boolean' | 'list' | 'other'
  nullable: boolean
}

interface Definition {
  type: string
  innerType?: Schema
  in?: Schema
  options?: readonly Schema[]
  checks?: readonly Check[]
}
interface Check {
  _zod: { def: { check: string; maximum?: number; value?: unknown } }
}
interface Schema {
  _zod: { def: Definition }
}

/** The checks of zod that limit an input. */
const limitOf: Record<string, keyof Limits> = { max_length: 'maxLength', greater_than: 'min', less_than: 'max' }

const limitsOf = (checks: readonly Check[] = []): Limits =>
  Object.fromEntries(
    checks.flatMap(({ _zod: { def } }) => {
      const name = limitOf[def.check]
      const value = def.maximum ?? def.value
      return name !== undefined && typeof value === 'number' ? [[name, value]] : []
    }),
  )

/** The schema of a field, as far as a form needs it. */
function fieldOf({ _zod: { def } }: Schema): Field {
  if (def.innerType) {
    const inner = fieldOf(def.innerType)
    return def.type === 'nullable' ? { ...inner, nullable: true } : inner
  }
  if (def.in) return fieldOf(def.in)
  if (def.options) {
    const parts = def.options.map(fieldOf)
    return parts.find(({ kind }) => kind === 'text') ?? (parts[0] as Field)
  }
  const limits = limitsOf(def.checks)
  if (def.type === 'string') return { kind: 'text', nullable: false, ...limits }
  if (def.type === 'boolean') return { kind: 'boolean', nullable: false }
  if (def.type === 'array') return { kind: 'list', nullable: false }
  return { kind: 'other', nullable: false, ...limits }
}

const empty = { text: '', boolean: false, list: [], other: null }

/**
 * The form of a contract body, field by field: its initial values, the body of its values, and the limits of its
 * inputs. Where a form shows a field in another form (rates in Mbit/s, a typed position), the caller overrides it after
 * the spread of `values` and of `body`.
 */
export function formOf<S extends ObjectSchema>(schema: S) {
  type V = FormValues<S>
  const shape = (schema as unknown as { _zod: { def: { shape: Record<string, Schema> } } })._zod.def.shape
  const fields = Object.entries(shape)
    .filter(([name]) => !noFields.includes(name))
    .map(([name, of]) => [name, fieldOf(of)] as const)

  /** The values of an existing record, or of a new one with the given ones; missing fields are empty. */
  const values = (of: Record<string, unknown> = {}): V =>
    Object.fromEntries([
      ...fields.map(([name, { kind }]) => {
        const value = of[name] ?? empty[kind]
        return [name, Array.isArray(value) ? [...(value as unknown[])] : value]
      }),
      ['version', of['version'] ?? 0],
    ]) as V

  /**
   * Text is trimmed. An empty field is null where the contract allows it, otherwise omitted, except for required text.
   */
  const body = (of: V): z.input<S> =>
    Object.fromEntries(
      fields.flatMap(([name, { kind, nullable }]): [string, unknown][] => {
        const given = (of as Record<string, unknown>)[name]
        const value = typeof given === 'string' ? given.trim() : given
        if (value !== null && value !== undefined && value !== '') return [[name, value]]
        if (nullable) return [[name, null]]
        return kind === 'text' && required(shape[name] as Schema) ? [[name, '']] : []
      }),
    ) as z.input<S>

  return {
    values,
    body,
    changes: changesBy<V, z.input<S> & object>(body),
    limits: Object.fromEntries(
      fields.map(([name, { kind: _kind, nullable: _nullable, ...limits }]) => [name, limits]),
    ) as Record<Exclude<keyof z.input<S>, NoField>, Limits>,
  }
}

const required = ({ _zod: { def } }: Schema): boolean => def.type !== 'optional'
