import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { clearNotices, useNotices } from '../../ui/notify.ts'
import { Contained } from './contained.tsx'
import styles from './notice-list.module.css'

// Read seldom, and each notice was seen once already.
const NoticeLines = lazy(() => loadChunk(() => import('./notice-lines.tsx')))

/** Notifications that were shown for three seconds, to read again. */
export function NoticeList() {
  const { t } = useTranslation('panel')
  const notices = useNotices()
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(0)
  const fresh = notices.filter(({ id }) => id > seen).length
  const change = (open: boolean) => {
    setOpened(open)
    setSeen(notices[0]?.id ?? seen)
  }
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width="min(21.25rem, calc(100vw - 1.5rem))"
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={() => change(!opened)}
          aria-expanded={opened}
          aria-label={fresh > 0 ? t('notices.open', { count: fresh }) : t('notices.openNone')}
        >
          <IconBell size={19} stroke={1.75} />
          {fresh > 0 && !opened && <span className={styles.fresh} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.list ?? ''} aria-label={t('notices.title')}>
        <div className={styles.head}>
          <h2 className={styles.title} tabIndex={-1} data-autofocus>
            {t('notices.title')}
          </h2>
          {notices.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={clearNotices}>
              {t('notices.clear')}
            </Button>
          )}
        </div>
        {notices.length === 0 ? (
          <p className={styles.none}>{t('notices.none')}</p>
        ) : (
          <Contained>
            <Suspense fallback={null}>
              <NoticeLines notices={notices} />
            </Suspense>
          </Contained>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
