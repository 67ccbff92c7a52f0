import { useTranslation } from '../../i18n/use-translation.ts'
import { NotSet } from '../../ui/fact-list.tsx'

/** A value of a router as text: lists with commas, yes and no, a dash for nothing. */
export function Value({ of }: { of: unknown }) {
  const { t } = useTranslation()
  if (of === null || of === undefined || of === '' || (Array.isArray(of) && of.length === 0))
    return <NotSet label={t('ui:notSet')} />
  if (typeof of === 'boolean') return t(of ? 'ui:yes' : 'ui:no')
  if (Array.isArray(of)) return of.join(', ')
  return String(of)
}
