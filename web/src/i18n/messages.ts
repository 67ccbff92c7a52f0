import type { AnyMessage, ReplyMessage } from '@trunkline/contract/errors'
import { messageText, type Catalogue } from '@trunkline/contract/messages/texts'
import { i18n } from './translations.ts'
import { useSyncExternalStore } from 'react'
import { loadChunk } from '../api/chunk.ts'
import type { Language } from './language.ts'

const sources: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('@trunkline/contract/messages/en'),
  de: () => import('@trunkline/contract/messages/de'),
}

const loaded = new Map<Language, Catalogue>()
const listeners = new Set<() => void>()

/**
 * Loads the message catalogue of the current language before the first message is shown. Without it (no network),
 * messages of replies are shown as the server wrote them, which is in the same language.
 */
export async function loadMessages(): Promise<void> {
  const language = i18n.language as Language
  if (loaded.has(language) || sources[language] === undefined) return
  const catalogue = await loadChunk(sources[language]).catch(() => undefined)
  if (catalogue === undefined) return
  loaded.set(language, catalogue.default)
  for (const listener of listeners) listener()
}

/** Rerenders a component when messages have been loaded or the language has changed. */
export function useMessages(): void {
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      void loadMessages()
      return () => listeners.delete(listener)
    },
    () => loaded.get(i18n.language as Language),
  )
}

/** A message in the user's language. */
export function textOf(of: AnyMessage & Partial<ReplyMessage>): string {
  const catalogue = loaded.get(i18n.language as Language)
  if (catalogue !== undefined && of.reason in catalogue.texts) return messageText(catalogue, of)
  return of.message ?? of.reason
}
