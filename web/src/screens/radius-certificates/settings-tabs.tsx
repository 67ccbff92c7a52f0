import { Box } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

/** The pages of the settings. */
export function SettingsTabs() {
  const { t } = useTranslation()
  return (
    <Box mb="lg">
      <LinkTabs
        label={t('radius-certificates:tabs.label')}
        tabs={[
          { to: paths.settings, label: t('radius-certificates:tabs.general') },
          { to: paths.radiusSettings, label: t('radius-certificates:tabs.radius') },
          { to: paths.deviceNetworks, label: t('radius-certificates:tabs.deviceNetworks') },
        ]}
      />
    </Box>
  )
}
