import type { locales } from '@trunkline/contract/fields'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { loadChunk } from '../api/chunk.ts'

export type Language = (typeof locales)[number]

type Texts = { default: Record<string, object> }

const sources: Record<Language, { core: () => Promise<Texts>; rooms: () => Promise<Texts> }> = {
  en: { core: () => import('./en.ts'), rooms: () => import('./en-rooms.ts') },
  de: { core: () => import('./de.ts'), rooms: () => import('./de-rooms.ts') },
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
  const wishes = [user, remembered(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  return wishes.find(isLanguage) ?? 'en'
}

let roomsWanted = false

async function load(language: Language): Promise<void> {
  const parts = [sources[language].core, ...(roomsWanted ? [sources[language].rooms] : [])]
  const loaded = await Promise.all(parts.map((part) => loadChunk(part)))
  for (const { default: namespaces } of loaded)
    for (const [namespace, texts] of Object.entries(namespaces)) i18next.addResourceBundle(language, namespace, texts, true, true)
}

const apply = (language: Language) => {
  document.documentElement.lang = language
}

/** Starts the translations with one language; the page is drawn after it. */
export async function startLanguage(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: languages,
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await load(language)
  apply(language)
}

/** Loads what the panel behind the sign-in says, once; a no-op afterwards. */
export async function loadRooms(): Promise<void> {
  if (roomsWanted) return
  roomsWanted = true
  try {
    await load(i18next.language as Language)
  } catch (error) {
    roomsWanted = false
    throw error
  }
}

/** Changes the language of the page without loading it anew. */
export async function changeLanguage(language: Language): Promise<void> {
  if (language === i18next.language) return
  await load(language)
  try {
    sessionStorage.setItem(sessionKey, language)
  } catch {
    // Then the choice lasts as long as the page.
  }
  await i18next.changeLanguage(language)
  apply(language)
}
