import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { CompanyContext } from '../../access/company-context.ts'
import type { SignedIn } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { AccountMenu } from './account-menu.tsx'
import { Contained } from './contained.tsx'
import { isApple } from './keys.ts'
import { LiveIndicator } from './live-indicator.tsx'
import { NoticeList } from './notice-list.tsx'
import { TenantSwitcher } from './tenant-switcher.tsx'
import { useBoot } from './use-boot.ts'
import styles from './header-bar.module.css'

const ChatWidget = lazy(() => loadChunk(() => import('./chat-widget.tsx')))

/** The bar above the page: company path, search, live status, notifications, account. */
export function HeaderBar({
  session,
  context,
  narrow,
  onPalette,
  onSheet,
}: {
  session: SignedIn
  context: CompanyContext
  /** Search and notifications are in the bar at the bottom. */
  narrow: boolean
  onPalette: () => void
  onSheet: () => void
}) {
  const { t } = useTranslation('panel')
  const { chat } = useBoot()
  return (
    <header className={styles.bar} data-context={context.id !== undefined} aria-label={t('header.label')}>
      <TenantSwitcher session={session} context={context} />
      <div className={styles.end}>
        {narrow ? null : (
          <UnstyledButton
            className={styles.search ?? ''}
            onClick={onPalette}
            aria-keyshortcuts="Control+K Meta+K /"
            aria-haspopup="dialog"
          >
            <IconSearch size={16} aria-hidden="true" />
            <span className={styles.searchText}>{t('header.searchHint')}</span>
            <kbd className={styles.key} aria-hidden="true">
              {isApple() ? '⌘ K' : 'Ctrl K'}
            </kbd>
          </UnstyledButton>
        )}
        <LiveIndicator />
        {chat && (
          <Contained>
            <Suspense fallback={null}>
              <ChatWidget />
            </Suspense>
          </Contained>
        )}
        {narrow ? null : <NoticeList />}
        <AccountMenu session={session} onSheet={onSheet} />
      </div>
    </header>
  )
}
