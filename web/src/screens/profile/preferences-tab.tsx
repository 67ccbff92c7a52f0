import { Switch, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { auth } from '@trunkline/contract/resources/auth'
import { locales } from '@trunkline/contract/fields'
import { useTranslation } from '../../i18n/use-translation.ts'
import { amendUser } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { changeLanguage, type Language } from '../../i18n/language.ts'
import { densities, type Density } from '../../list/density.ts'
import { usePreferences } from '../../list/use-preference.ts'
import { useShortcutPreference } from '../../api/preference.ts'
import { skins, toScheme, toSkin } from '../../theme/skin.ts'
import { Card } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.ts'
import { ChoiceRow } from './choice-row.tsx'
import { useImpersonator } from './own-profile.ts'
import classes from './profile.module.css'

const densityNames = Object.keys(densities) as Density[]

/** How the panel speaks and looks. Every choice takes effect at once. */
export function PreferencesTab({ onChange }: { onChange: () => void }) {
  const { t, i18n } = useTranslation()
  const acting = useImpersonator() !== null
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const preferences = usePreferences()
  const [shortcuts, setShortcuts] = useShortcutPreference()
  const touch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const density = preferences.get('lists')?.density
  const failed = () => notify.info(t('profile:preferences.failed'))

  const speak = async (language: Language) => {
    await changeLanguage(language)
    // While acting as somebody, the language is the looker's business, not that user's.
    if (acting) return
    await call(auth.update, { body: { locale: language } }).then(() => {
      amendUser({ locale: language })
      onChange()
    }, failed)
  }
  return (
    <Card title={t('profile:preferences.title')}>
      <ChoiceRow
        title={t('profile:preferences.language')}
        name="language"
        choices={locales.map((value) => ({ value, label: t(`shell:language.${value}`), lang: value }))}
        value={i18n.language as Language}
        onChange={(value) => void speak(value)}
      />
      <ChoiceRow
        title={t('profile:preferences.skin')}
        text={t('profile:preferences.skinText')}
        name="skin"
        choices={skins.map((value) => ({ value, label: t(`panel:account.skins.${value}`) }))}
        value={toSkin(colorScheme)}
        onChange={(value) => setColorScheme(toScheme(value))}
      />
      <ChoiceRow
        title={t('profile:preferences.density')}
        text={touch ? t('profile:preferences.densityTouch') : undefined}
        name="density"
        choices={densityNames.map((value) => ({ value, label: t(`profile:preferences.densities.${value}`) }))}
        value={densityNames.find((one) => one === density) ?? 'comfortable'}
        onChange={(value) => preferences.set('lists', { ...preferences.get('lists'), density: value })}
        disabled={touch || !preferences.ready}
      />
      <div className={classes.setting}>
        <div>
          <h3 id="shortcuts-title">{t('profile:preferences.shortcuts')}</h3>
          <p id="shortcuts-text" className={classes.small}>
            {t('profile:preferences.shortcutsText')}
          </p>
        </div>
        <Switch
          aria-labelledby="shortcuts-title"
          aria-describedby="shortcuts-text"
          checked={shortcuts?.off !== true}
          onChange={(event) => void setShortcuts({ off: !event.currentTarget.checked }).catch(failed)}
        />
      </div>
    </Card>
  )
}
