import { UnstyledButton } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NoticeList } from './notice-list.tsx'
import styles from './bottom-bar.module.css'

/** On a phone, what is used most is where the thumb is: menu, search and notifications. */
export default function BottomBar({ onMenu, onPalette }: { onMenu: () => void; onPalette: () => void }) {
  const { t } = useTranslation('panel')
  return (
    <nav className={styles.bar} id="bottom-bar" aria-label={t('menu.bar')}>
      <UnstyledButton
        className={styles.button ?? ''}
        onClick={onMenu}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
      >
        <IconMenu2 size={20} aria-hidden="true" />
        <span>{t('menu.short')}</span>
      </UnstyledButton>
      <UnstyledButton
        className={styles.button ?? ''}
        onClick={onPalette}
        aria-label={t('header.searchHint')}
        aria-haspopup="dialog"
      >
        <IconSearch size={20} aria-hidden="true" />
        <span>{t('menu.search')}</span>
      </UnstyledButton>
      <NoticeList button={{ className: styles.button ?? '', children: <span>{t('notices.title')}</span> }} />
    </nav>
  )
}
