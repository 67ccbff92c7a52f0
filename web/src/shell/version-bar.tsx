import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { reloadIntoNewVersion, useNewerVersion } from '../api/version.ts'
import { Bar, BarButton } from './bar.tsx'

/** Offers to reload into a newer version. It never reloads by itself, because a form may be open. */
export function VersionBar() {
  const { t } = useTranslation('shell')
  const version = useNewerVersion()
  const [later, setLater] = useState<string | null>(null)
  if (version === null || later === version) return null
  return (
    <Bar tone="info" label={t('version.label')}>
      <span>{t('version.text', { version })}</span>
      <BarButton onClick={reloadIntoNewVersion}>{t('version.reload')}</BarButton>
      <BarButton onClick={() => setLater(version)}>{t('version.later')}</BarButton>
    </Bar>
  )
}
