import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadTexts } from '../../i18n/language.ts'
import { loadChunk } from '../../api/chunk.ts'
import { startLive, stopLive } from '../../api/live.ts'
import { installOfflineShell } from '../../api/offline-shell.ts'
import { whenIdle } from '../../api/idle.ts'
import { queryClient } from '../../api/query-client.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { goTo, here, loginPath } from '../../access/navigate.ts'
import { identityOf, useSession, type SignedIn } from '../../access/session.ts'
import { Contained } from './contained.tsx'
import { LoginAsBar } from './login-as-bar.tsx'
import { Footer } from './footer.tsx'
import { HeaderBar } from './header-bar.tsx'
import { Later } from './later.tsx'
import { MainMenu } from './main-menu.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PasswordDialog } from './password-dialog-gate.tsx'
import { SessionDialog } from './session-dialog-gate.tsx'
import { useMenuCollapsed } from './menu-collapsed.ts'
import { usePanelKeys } from './panel-keys.ts'
import { SectionTabs } from './section-tabs.tsx'
import styles from './panel.module.css'

// One request brings the frame and the pages inside it.
/** Read from the loaded chunk in router.tsx. @public */
export { panelPages } from '../../routes.ts'

const BottomBar = lazy(() => loadChunk(() => import('./bottom-bar.tsx')))
const LicenceBar = lazy(() => loadChunk(() => import('./licence-bar.tsx')))
const TwoFactorRequired = lazy(async () => {
  const [screen] = await Promise.all([
    loadChunk(() => import('../../screens/profile/two-factor-required.tsx')),
    loadTexts(['profile', 'access']),
  ])
  return screen
})
const MenuDrawer = lazy(() => loadChunk(() => import('./menu-drawer.tsx')))

/** The layout of every page after sign-in: menu, header, bars and dialogs. */
export default function Panel() {
  const session = useSession()
  useEffect(() => {
    // Signed out in another tab. A sign-out on this page navigates itself, to the same path.
    if (session === null) goTo(loginPath(here()), { replace: true })
  }, [session])
  if (session === null) return null
  // Remounts the page for another user, so that no state is carried over.
  return (
    <QueryClientProvider client={queryClient}>
      {session.user.two_factor_missing ? (
        <Suspense fallback={null}>
          <TwoFactorRequired key={identityOf(session)} />
        </Suspense>
      ) : (
        <PanelOf key={identityOf(session)} session={session} />
      )}
    </QueryClientProvider>
  )
}

function PanelOf({ session }: { session: SignedIn }) {
  const { t } = useTranslation('panel')
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [drawer, { open, close }] = useDisclosure(false)
  const [collapsed, setCollapsed] = useMenuCollapsed()
  const context = useCompanyContext()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const keys = usePanelKeys(session)

  useEffect(() => {
    // The client of the live channel is large, so the requested page is loaded first.
    const callOff = whenIdle(
      () => {
        startLive()
        installOfflineShell()
      },
      () => !document.querySelector('main h1') || queryClient.isFetching() > 0,
    )
    return () => {
      callOff()
      stopLive()
    }
  }, [])
  useEffect(close, [path, close])

  return (
    <div
      className={styles.shell}
      data-collapsed={!narrow && collapsed}
      data-context={context.id !== undefined}
      data-acting={Boolean(session.user.impersonator)}
    >
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <LoginAsBar />
      <OfflineBar />
      {/* The provider sells licences and needs none. */}
      {session.user.company.type === 'simrush' ? null : (
        <Contained>
          <Suspense fallback={null}>
            <LicenceBar />
          </Suspense>
        </Contained>
      )}
      <div className={styles.frame}>
        {narrow ? (
          drawer && (
            <Suspense fallback={null}>
              <MenuDrawer session={session} onClose={close} />
            </Suspense>
          )
        ) : (
          <aside className={styles.side}>
            <MainMenu session={session} collapsed={collapsed} onCollapse={setCollapsed} />
          </aside>
        )}
        <div className={styles.column}>
          <HeaderBar
            session={session}
            context={context}
            narrow={narrow}
            onPalette={keys.openPalette}
            onSheet={keys.openSheet}
          />
          <main id="main" className={styles.main} tabIndex={-1}>
            <SectionTabs role={session.role} />
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
      {narrow && (
        <Suspense fallback={null}>
          <BottomBar onMenu={open} onPalette={keys.openPalette} />
        </Suspense>
      )}
      <SessionDialog />
      <PasswordDialog />
      <Later session={session} context={context} keys={keys} />
    </div>
  )
}
