import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { auth } from '@trunkline/contract/resources/auth'
import { locales } from '@trunkline/contract/fields'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { changeLanguage, type Language } from '../../i18n/language.ts'
import { densities, type Density } from '../../list/density.ts'
import { usePreferences } from '../../list/use-preference.ts'
import { useShortcutPreference } from '../../api/preference.ts'
import { skins, toScheme, toSkin } from '../../theme/skin.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { useImpersonator } from './own-profile.tsx'
import { SettingRow } from './setting-row.tsx'

const densityNames = Object.keys(densities) as Density[]

/** Language and appearance. Every choice takes effect immediately. */
export function PreferencesTab({ onChange }: { onChange: () => void }) {
  const { t, i18n } = useTranslation()
  const acting = useImpersonator() !== null
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const preferences = usePreferences()
  const [shortcuts, setShortcuts] = useShortcutPreference()
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const density = preferences.get('lists')?.density
  const failed = () => notify.info(t('profile:preferences.failed'))

  const changeOwnLanguage = async (language: Language) => {
    await changeLanguage(language)
    // In a session of another user, only the language of the page changes, not that of the user.
    if (acting) return
    await call(auth.update, { body: { locale: language } }).then(() => {
      amendUser({ locale: language })
      onChange()
    }, failed)
  }
  const choice = <T extends string>(
    key: 'language' | 'skin' | 'density',
    of: readonly { value: T; label: ReactNode }[],
    value: T,
    onChange: (value: T) => void,
    { text, disabled = false }: { text?: string | undefined; disabled?: boolean } = {},
  ) => (
    <SettingRow id={`setting-${key}`} title={t(`profile:preferences.${key}`)} text={text}>
      <SegmentedControl
        aria-labelledby={`setting-${key}`}
        data={[...of]}
        value={value}
        onChange={(next) => onChange(next as T)}
        disabled={disabled}
      />
    </SettingRow>
  )
  return (
    <Card title={t('profile:preferences.title')}>
      <ul className={layout.rows}>
        {choice(
          'language',
          locales.map((value) => ({ value, label: <span lang={value}>{t(`shell:language.${value}`)}</span> })),
          i18n.language as Language,
          (value) => void changeOwnLanguage(value),
        )}
        {choice(
          'skin',
          skins.map((value) => ({ value, label: t(`panel:account.skins.${value}`) })),
          toSkin(colorScheme),
          (value) => setColorScheme(toScheme(value)),
          { text: t('profile:preferences.skinText') },
        )}
        {choice(
          'density',
          densityNames.map((value) => ({ value, label: t(`list:density.${value}`) })),
          densityNames.find((one) => one === density) ?? 'comfortable',
          (value) => preferences.set('lists', { ...preferences.get('lists'), density: value }),
          {
            text: touch ? t('profile:preferences.densityTouch') : undefined,
            disabled: touch || !preferences.ready,
          },
        )}
        <SettingRow
          id="setting-shortcuts"
          title={t('profile:preferences.shortcuts')}
          text={t('profile:preferences.shortcutsText')}
        >
          <Switch
            aria-labelledby="setting-shortcuts"
            aria-describedby="setting-shortcuts-text"
            checked={shortcuts?.off !== true}
            onChange={(event) => void setShortcuts({ off: !event.currentTarget.checked }).catch(failed)}
          />
        </SettingRow>
      </ul>
    </Card>
  )
}
