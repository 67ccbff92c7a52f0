import { useTranslation } from '../i18n/use-translation.ts'
import { regional } from './zone.ts'

/** Formats numbers with the separators of the user's region: `12,345`. */
export function useNumber(): (value: number) => string {
  const { i18n } = useTranslation()
  return (value) => value.toLocaleString(regional(i18n.language))
}
