import { useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { changeLanguage, languages } from '../../i18n/language.ts'
import { skins, toScheme, toSkin } from '../../theme/skin.ts'
import classes from './access.module.css'

const signs = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop }

/** Language and theme of pages without an account menu. */
export function PageSwitches() {
  const { t, i18n } = useTranslation('access')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const skin = toSkin(colorScheme)
  const Sign = signs[skin]
  const next = skins[(skins.indexOf(skin) + 1) % skins.length] ?? 'light'
  const hint = t('display.skin', { skin: t(`display.skins.${skin}`) })
  return (
    <section className={classes.switches} aria-label={t('display.label')}>
      <div className={classes.languages} role="group" aria-label={t('display.language')}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={i18n.language === language}
            onClick={() => void changeLanguage(language)}
          >
            <span className={classes.long}>{t(`shell:language.${language}`)}</span>
            <span className={classes.short}>
              {language.toUpperCase()}
              <VisuallyHidden> {t(`shell:language.${language}`)}</VisuallyHidden>
            </span>
          </button>
        ))}
      </div>
      <button
        type="button"
        className={classes.skin}
        aria-label={hint}
        title={hint}
        onClick={() => setColorScheme(toScheme(next))}
      >
        <Sign size={18} stroke={1.75} aria-hidden="true" />
      </button>
    </section>
  )
}
