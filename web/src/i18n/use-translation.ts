import { useSyncExternalStore } from 'react'
import { i18n, type TFunction, type Translations } from './translations.ts'

interface Bound {
  t: TFunction
  i18n: Translations
}

const bound = new Map<string | undefined, Bound>()
i18n.subscribe(() => bound.clear())

/**
 * `t` in the page's language with a default namespace, and the texts themselves. The component rerenders when the
 * language changes or texts are added; `t` changes only then.
 */
export function useTranslation(namespace?: string): Bound {
  useSyncExternalStore(i18n.subscribe, i18n.revision)
  let found = bound.get(namespace)
  if (!found) bound.set(namespace, (found = { t: i18n.getFixedT(i18n.language, namespace), i18n }))
  return found
}
