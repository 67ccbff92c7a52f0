import type { locales } from '@trunkline/contract/fields'
import { loadChunk } from '../api/chunk.ts'
import { i18n } from './translations.ts'

export type Language = (typeof locales)[number]

type Namespaces = Record<string, object>

/** A part of the texts of a language: what every page needs, what the panel's frame needs, or one room below `screens/`. */
const sources: Record<
  Language,
  {
    core: () => Promise<{ default: Record<string, object> }>
    /** `rooms` loads the texts of each room by the path of its file. */
    panel: () => Promise<{ default: Namespaces; featureTexts: Record<string, () => Promise<object>> }>
  }
> = {
  en: { core: () => import('./en.ts'), panel: () => import('./en-panel.ts') },
  de: { core: () => import('./de.ts'), panel: () => import('./de-panel.ts') },
}

/** The languages that are complete, as the contract lists them. */
export const languages = Object.keys(sources) as Language[]

export const isLanguage = (value: unknown): value is Language => (languages as unknown[]).includes(value)

/** Kept for the tab, and asked before anybody is signed in; afterwards the user's own setting counts. */
const sessionKey = 'trunkline.language'

function remembered(): string | null {
  try {
    return sessionStorage.getItem(sessionKey)
  } catch {
    return null
  }
}

/** The language to begin with: of the signed-in user, else what this tab chose, else the browser's first that we have. */
export function firstLanguage(user: string | undefined): Language {
  const desiredList = [user, remembered(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return desiredList.find(isLanguage) ?? 'en'
}

const wanted = new Set<string>(['core'])
const loaded = new Set<string>()

/** The texts found by a glob, by namespace: the name of the folder that the file lies in. */
const byNamespace = (files: Record<string, object>): Namespaces =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) as string, texts]))

async function namespacesOf(language: Language, part: string): Promise<Namespaces> {
  if (part === 'core') return byNamespace((await loadChunk(sources[language].core)).default)
  const panel = await loadChunk(sources[language].panel)
  if (part === 'panel') return panel.default
  const feature = panel.featureTexts[`../screens/${part}/texts.${language}.ts`]
  // A room may have nothing to say that its neighbours do not say already.
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

/** Starts the translations with one language; the page is drawn after it. */
export async function startLanguage(language: Language): Promise<void> {
  i18n.setLanguage(language)
  await load(language)
  apply(language)
}

/** Loads further parts of the texts, in the present language and in every one changed to later. */
export async function loadTexts(parts: readonly string[]): Promise<void> {
  for (const part of parts) wanted.add(part)
  // The language may change while they are on their way, as it does for somebody who logs in as another user.
  for (let of: string | undefined; of !== i18n.language;) {
    of = i18n.language
    await load(of as Language)
  }
}

/** Changes the language of the page without loading it anew. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === i18n.language) return
  // A room that is opened meanwhile asks for its texts in the language before.
  do await load(language)
  while ([...wanted].some((part) => !loaded.has(`${language}/${part}`)))
  try {
    sessionStorage.setItem(sessionKey, language)
  } catch {
    // Then the choice lasts as long as the page.
  }
  i18n.setLanguage(language)
  apply(language)
}
