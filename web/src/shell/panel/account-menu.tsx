import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconBuilding, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { amendUser, signOut, type SignedIn } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { changeLanguage, languages, type Language } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { skins, toScheme, toSkin } from '../../theme/skin.ts'
import { useGo } from '../../ui/navigation.ts'
import { notify } from '../../ui/notify.ts'
import styles from './account-menu.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The user menu: profile, language, theme, shortcuts, sign-out. */
export function AccountMenu({ session, onSheet }: { session: SignedIn; onSheet: () => void }) {
  const { t, i18n } = useTranslation('panel')
  const { user } = session
  const can = useCan()
  const go = useGo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  const speak = async (language: Language) => {
    await changeLanguage(language)
    // While signed in as another user, the language is not saved for that user.
    if (user.impersonator) return
    await call(sessionCalls.update, { body: { locale: language } }).then(
      () => amendUser({ locale: language }),
      () => notify.info(t('account.languageFailed')),
    )
  }

  return (
    <Menu position="bottom-end" width={250} shadow="lg" returnFocus withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={styles.target ?? ''} aria-label={t('account.open', { name: user.name })}>
          {/* Drawn by the style sheet: initials are a picture of the name, which the button is called by. */}
          <span className={styles.initials} data-initials={initials(user.name)} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <div className={styles.name}>{user.name}</div>
          <div className={styles.detail}>{user.email}</div>
          <div className={styles.detail}>
            {user.company.name} · {t(`shell:userRole.${user.user_role}`)}
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void go(paths.profile.show)}>
          {t('panel:title.profile')}
        </Menu.Item>
        {can({ action: 'view', subject: 'companies' }) && (
          <Menu.Item leftSection={<IconBuilding size={16} />} onClick={() => void go(paths.companyProfile.show)}>
            {t('panel:title.companyProfile')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onSheet}>
          {t('account.shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        <Menu.RadioGroup value={i18n.language} onChange={(language) => void speak(language as Language)}>
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick={false}>
              {t(`shell:language.${language}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('account.skin')}</Menu.Label>
        <Menu.RadioGroup value={toSkin(colorScheme)} onChange={(skin) => setColorScheme(toScheme(skin))}>
          {skins.map((skin) => (
            <Menu.RadioItem key={skin} value={skin} closeMenuOnClick={false}>
              {t(`account.skins.${skin}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {/* A session as another user ends with Stop in its bar, which restores the own session. */}
        {!user.impersonator && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
              {t('account.signOut')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
