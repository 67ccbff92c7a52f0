import type { locales } from '@trunkline/contract/fields'
import { loadChunk } from '../api/chunk.ts'
import { i18n } from './translations.ts'

export type Language = (typeof locales)[number]

type Namespaces = Record<string, object>

/** A part of the texts of a language: of every page, of the panel, or of a feature below `screens/`. */
const sources: Record<
  Language,
  {
    core: () => Promise<{ default: Record<string, object> }>
    /** `rooms` loads the texts of each feature by the path of its file. */
    panel: () => Promise<{ default: Namespaces; featureTexts: Record<string, () => Promise<object>> }>
  }
> = {
  en: { core: () => import('./en.ts'), panel: () => import('./en-panel.ts') },
  de: { core: () => import('./de.ts'), panel: () => import('./de-panel.ts') },
}

/** The supported languages, as in the contract. */
export const languages = Object.keys(sources) as Language[]

export const isLanguage = (value: unknown): value is Language => (languages as unknown[]).includes(value)

/** Stored for the tab, and used before sign-in; afterwards the user's setting applies. */
const sessionKey = 'trunkline.language'

function remembered(): string | null {
  try {
    return sessionStorage.getItem(sessionKey)
  } catch {
    return null
  }
}

/** The initial language: of the signed-in user, else of the tab, else the browser's first supported one. */
export function firstLanguage(user: string | undefined): Language {
  const desiredList = [user, remembered(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return desiredList.find(isLanguage) ?? 'en'
}

const wanted = new Set<string>(['core'])
const loaded = new Set<string>()

/** The texts of a glob by namespace: the name of the folder of the file. */
const byNamespace = (files: Record<string, object>): Namespaces =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) as string, texts]))

async function namespacesOf(language: Language, part: string): Promise<Namespaces> {
  if (part === 'core') return byNamespace((await loadChunk(sources[language].core)).default)
  const panel = await loadChunk(sources[language].panel)
  if (part === 'panel') return panel.default
  const feature = panel.featureTexts[`../screens/${part}/texts.${language}.ts`]
  // A feature may have no texts of its own.
  return feature ? { [part]: await loadChunk(feature) } : {}
}

async function load(language: Language): Promise<void> {
  await Promise.all(
    [...wanted].map(async (part) => {
      const mark = `${language}/${part}`
      if (loaded.has(mark)) return
      const namespaces = await namespacesOf(language, part)
      i18n.add(language, namespaces)
      loaded.add(mark)
    }),
  )
}

const apply = (language: Language) => {
  document.documentElement.lang = language
}

/** Initializes the translations with one language, before the page is rendered. */
export async function startLanguage(language: Language): Promise<void> {
  i18n.setLanguage(language)
  await load(language)
  apply(language)
}

/** Loads further texts, in the current language and in every later one. */
export async function loadTexts(parts: readonly string[]): Promise<void> {
  for (const part of parts) wanted.add(part)
  // The language may change while they are loaded, as after signing in as another user.
  for (let of: string | undefined; of !== i18n.language;) {
    of = i18n.language
    await load(of as Language)
  }
}

/** Changes the language without reloading the page. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === i18n.language) return
  // A feature that is opened in the meantime loads its texts in the previous language.
  do await load(language)
  while ([...wanted].some((part) => !loaded.has(`${language}/${part}`)))
  try {
    sessionStorage.setItem(sessionKey, language)
  } catch {
    // The choice then lasts as long as the page.
  }
  i18n.setLanguage(language)
  apply(language)
}
