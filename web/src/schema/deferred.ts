/**
 * Stands for `zod/mini` in the browser (an alias in `vite.config.ts`): a schema is noted when its module runs, and made by
 * zod when it is first used. Modules of the contract hold their calls beside the schemas of their bodies and replies, and
 * a list needs the calls alone. So zod comes with forms and the live channel, which import `zod.ts`, and no later than them.
 *
 * zod reads nothing of a schema but `_zod`, so deferred schemas may be parts of others.
 */
interface MadeSchema {
  readonly _zod: unknown
  check: (...checks: readonly unknown[]) => MadeSchema
  safeParse: (value: unknown) => unknown
}

/** The functions of zod by name; those of `z.iso` as `iso.date`. */
export type SchemaFunctions = Readonly<Record<string, (...parts: never[]) => unknown>>

let functions: SchemaFunctions | undefined

/** Called by `zod.ts` when it is loaded. */
export function provide(of: SchemaFunctions): void {
  functions = of
}

class Deferred {
  readonly #make: (of: SchemaFunctions) => MadeSchema
  #created: MadeSchema | undefined

  constructor(make: (of: SchemaFunctions) => MadeSchema) {
    this.#make = make
  }

  #schema(): MadeSchema {
    if (functions === undefined) throw new Error('A schema is used before zod is there: import schema/zod.ts.')
    this.#created ??= this.#make(functions)
    return this.#created
  }

  get _zod(): unknown {
    return this.#schema()._zod
  }

  check(...checks: readonly unknown[]): Deferred {
    return new Deferred(() => this.#schema().check(...checks))
  }

  /** The field metadata of the registry is only for the API document and the tests. */
  register(): this {
    return this
  }

  safeParse(value: unknown): unknown {
    return this.#schema().safeParse(value)
  }
}

const deferred =
  (name: string) =>
  (...parts: readonly unknown[]): Deferred =>
    new Deferred((of) => (of[name] as (...all: readonly unknown[]) => MadeSchema)(...parts))

export const globalRegistry = {}

export const _default = deferred('_default')
export const array = deferred('array')
export const boolean = deferred('boolean')
export const catchall = deferred('catchall')
export const discriminatedUnion = deferred('discriminatedUnion')
const enumOf = deferred('enum')
export const extend = deferred('extend')
export const int = deferred('int')
export const literal = deferred('literal')
export const maxLength = deferred('maxLength')
export const maximum = deferred('maximum')
export const minLength = deferred('minLength')
export const minimum = deferred('minimum')
export const never = deferred('never')
export const nonnegative = deferred('nonnegative')
export const nullable = deferred('nullable')
export const nullish = deferred('nullish')
export const number = deferred('number')
export const object = deferred('object')
export const omit = deferred('omit')
export const optional = deferred('optional')
export const partial = deferred('partial')
export const pick = deferred('pick')
export const pipe = deferred('pipe')
export const positive = deferred('positive')
export const record = deferred('record')
export const refine = deferred('refine')
export const regex = deferred('regex')
export const strictObject = deferred('strictObject')
export const string = deferred('string')
export const stringbool = deferred('stringbool')
export const toLowerCase = deferred('toLowerCase')
export const transform = deferred('transform')
export const trim = deferred('trim')
export const union = deferred('union')
export const unknown = deferred('unknown')
export const url = deferred('url')
export { enumOf as enum }
export const iso = { date: deferred('iso.date'), datetime: deferred('iso.datetime') }
