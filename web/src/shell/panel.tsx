import { Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { startLive, stopLive } from '../api/live.ts'
import { whenIdle } from '../api/idle.ts'
import { useCompanyContext } from '../access/company-context.ts'
import { goTo, here, loginPath } from '../access/navigate.ts'
import { useSession, type SignedIn } from '../access/session.ts'
import { LoginAsBar } from './login-as-bar.tsx'
import { Footer } from './footer.tsx'
import { HeaderBar } from './header-bar.tsx'
import { Later } from './later.tsx'
import { MainMenu } from './main-menu.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { SessionDialog } from './session-dialog-gate.tsx'
import { useMenuCollapsed } from './menu-collapsed.ts'
import { usePanelKeys } from './panel-keys.ts'
import styles from './panel.module.css'

/** The frame of every page behind the sign-in: menu, header bar, bars over the page, dialogs. */
export default function Panel() {
  const session = useSession()
  useEffect(() => {
    // Signed out in another tab. A sign-out of this page leads away by itself, to the same address.
    if (session === null) goTo(loginPath(here()), { replace: true })
  }, [session])
  if (session === null) return null
  // Nothing of one person's page lives on when somebody else is shown.
  return <PanelOf key={`${session.user.id}/${session.user.impersonator?.id ?? ''}`} session={session} />
}

function PanelOf({ session }: { session: SignedIn }) {
  const { t } = useTranslation('shell')
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [drawer, { open, close }] = useDisclosure(false)
  const [collapsed, setCollapsed] = useMenuCollapsed()
  const context = useCompanyContext()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const keys = usePanelKeys(session)

  useEffect(() => {
    const callOff = whenIdle(startLive)
    return () => {
      callOff()
      stopLive()
    }
  }, [])
  useEffect(close, [path, close])

  return (
    <div className={styles.shell} data-collapsed={!narrow && collapsed} data-context={context.id !== undefined} data-acting={Boolean(session.user.impersonator)}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <LoginAsBar />
      <OfflineBar />
      <div className={styles.frame}>
        {narrow ? (
          <Drawer opened={drawer} onClose={close} size={280} padding={0} withCloseButton={false} title={t('menu.label')} classNames={{ header: styles.drawerHeader ?? '' }}>
            <MainMenu session={session} onClose={close} />
          </Drawer>
        ) : (
          <aside className={styles.side}>
            <MainMenu session={session} collapsed={collapsed} onCollapse={setCollapsed} />
          </aside>
        )}
        <div className={styles.column}>
          <HeaderBar session={session} context={context} onMenu={narrow ? open : undefined} onPalette={keys.openPalette} onSheet={keys.openSheet} />
          <main id="main" className={styles.main} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      <SessionDialog />
      <Later session={session} context={context} keys={keys} />
      <Notifications position="bottom-right" limit={3} autoClose={3000} withAutoCloseProgress={false} layout="stacked" zIndex={500} />
    </div>
  )
}
