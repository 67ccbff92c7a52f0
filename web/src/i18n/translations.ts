/** The texts of a namespace: nested objects whose leaves are texts, or lists of texts. */
export type Texts = { readonly [key: string]: unknown }

/** Values of placeholders by name; `count` also selects the plural. */
export interface TranslateOptions {
  readonly [placeholder: string]: unknown
  readonly count?: unknown
  /** The result where no key has a text; without it the result is the last key. */
  readonly defaultValue?: string | undefined
  /** Values of placeholders, where they are shown in another form than counted. */
  readonly replace?: object | string | undefined
}

/**
 * The text of a key, `namespace:path.of.keys`, or of the first of several keys that has one. `{{name}}` is a
 * placeholder. With a numeric `count` the plural is preferred: `key_zero` for 0, then `key_one` or `key_other`.
 */
export type TFunction = (key: string | readonly string[], options?: TranslateOptions) => string

const isTree = (value: unknown): value is Texts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges both; the second wins. */
function merged(one: unknown, other: unknown): unknown {
  if (!isTree(one) || !isTree(other)) return other
  return Object.fromEntries([
    ...Object.entries(one),
    ...Object.entries(other).map(([key, value]) => [key, merged(one[key], value)] as const),
  ])
}

/** The value at a path. Keys may contain dots (`value.band.2.4GHz`): the shortest matching key is used first. */
function find(tree: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return tree
  if (!isTree(tree)) return undefined
  for (let length = 1; length <= path.length; length++) {
    const key = path.slice(0, length).join('.')
    const found = Object.hasOwn(tree, key) ? find(tree[key], path.slice(length)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A placeholder without a value stays visible, so that it is noticed; null and undefined are empty. */
function filled(text: string, options: TranslateOptions): string {
  const values = (typeof options.replace === 'object' ? options.replace : options) as Record<string, unknown>
  return text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (placeholder, name: string) =>
    name in values ? String(values[name] ?? '') : placeholder,
  )
}

/** Plural rules are expensive to create, and few. */
const rules = new Map<string, Intl.PluralRules>()
function pluralOf(language: string, count: number): string {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return rule.select(count)
}

/**
 * The texts of the browser by language and namespace, and the present language.
 *
 * It understands what the panel's texts are written in, a part of i18next's JSON format (version 4): nested keys,
 * placeholders, plurals of cardinal numbers. See docs/decisions/016-bundle.md.
 */
export class Translations {
  #language: string
  #texts: Record<string, Record<string, unknown>>
  #listeners = new Set<() => void>()
  #revision = 0

  /**
   * @param language BCP 47
   * @param texts by language and namespace
   */
  constructor(language: string, texts: Record<string, Record<string, object>> = {}) {
    this.#language = language
    this.#texts = { ...texts }
  }

  get language(): string {
    return this.#language
  }

  /** Changes with the language and with added texts. */
  readonly revision = (): number => this.#revision

  /** Calls the listener after each change; returns a function to unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed() {
    this.#revision++
    for (const listener of this.#listeners) listener()
  }

  setLanguage(language: string): void {
    this.#language = language
    this.#changed()
  }

  /** Adds texts by namespace; they replace existing ones. */
  add(language: string, namespaces: Record<string, object>): void {
    this.#texts[language] = merged(this.#texts[language] ?? {}, namespaces) as Record<string, unknown>
    this.#changed()
  }

  #find(language: string, namespace: string, key: string, options: TranslateOptions): unknown {
    const colon = key.indexOf(':')
    const texts = this.#texts[language]?.[colon < 0 ? namespace : key.slice(0, colon)]
    // A value at the end of a key may contain a colon.
    const path = key.slice(colon + 1).replaceAll(':', '.')
    const { count } = options
    const endings =
      count === undefined || typeof count === 'string'
        ? ['']
        : [...(count === 0 ? ['_zero'] : []), `_${pluralOf(language, Number(count))}`, '']
    for (const ending of endings) {
      const found = find(texts, (path + ending).split('.'))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** `t` for one language; keys without a namespace are looked up in the given one. */
  getFixedT(language: string, namespace = 'shell'): TFunction {
    return (key, options = {}) => {
      const keys = typeof key === 'string' ? [key] : key
      for (const one of keys) {
        const text = this.#find(language, namespace, one, options)
        if (typeof text === 'string') return filled(text, options)
      }
      const last = keys.at(-1) ?? ''
      return options.defaultValue ?? last.slice(last.indexOf(':') + 1)
    }
  }

  /** In the present language. */
  readonly t: TFunction = (key, options) => this.getFixedT(this.#language)(key, options)

  /** The list of texts of a key; empty where it has none. */
  list(key: string, options: TranslateOptions = {}): string[] {
    const found = this.#find(this.#language, 'shell', key, options)
    return Array.isArray(found) ? found.map((text) => filled(String(text), options)) : []
  }

  /** Whether a key has a text, or texts below it. */
  exists(key: string): boolean {
    return this.#find(this.#language, 'shell', key, {}) !== undefined
  }
}

/** The texts of the page. */
export const i18n = new Translations('en')
