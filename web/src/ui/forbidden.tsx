import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** A part of a page that the reader may not see. Whole routes go to the 404 page instead. */
export function Forbidden({ text }: { text?: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={<IconLock size={20} />} title={t('ui:forbidden.title')} text={text ?? t('ui:forbidden.text')} />
  )
}
