import { ActionIcon, Button, Popover, UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { loadTexts } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import { clearNotices, useNotices } from '../../ui/notify.ts'
import { Contained } from './contained.tsx'
import styles from './notice-list.module.css'

// Read seldom, and each notice was seen once already.
const NoticeLines = lazy(() => loadChunk(() => import('./notice-lines.tsx')))
const RecentActions = lazy(
  async () =>
    (
      await Promise.all([
        loadChunk(() => import('../../screens/recent-actions/recent-actions.tsx')),
        loadTexts(['recent-actions', 'bulk-jobs', 'devices']),
      ])
    )[0],
)

/**
 * Notifications that were shown for a moment, to read again, and what the user has changed lately, to undo it.
 * @param button the button in another shape, with a text below its icon
 */
export function NoticeList({ button }: { button?: { className: string; children: ReactNode } }) {
  const { t } = useTranslation('panel')
  const notices = useNotices()
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(0)
  const fresh = notices.filter(({ id }) => id > seen).length
  const change = (open: boolean) => {
    setOpened(open)
    setSeen(notices[0]?.id ?? seen)
  }
  const target = {
    onClick: () => change(!opened),
    'aria-expanded': opened,
    'aria-label': fresh > 0 ? t('notices.open', { count: fresh }) : t('notices.openNone'),
  }
  const icon = (
    <span className={styles.icon}>
      <IconBell size={button ? 20 : 19} stroke={1.75} aria-hidden="true" />
      {fresh > 0 && !opened && <span className={styles.fresh} />}
    </span>
  )
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
        {button ? (
          <UnstyledButton className={button.className} {...target}>
            {icon}
            {button.children}
          </UnstyledButton>
        ) : (
          <ActionIcon variant="subtle" color="gray" size="lg" {...target}>
            {icon}
          </ActionIcon>
        )}
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
        <Contained>
          <Suspense fallback={null}>
            <RecentActions onGo={() => change(false)} />
          </Suspense>
        </Contained>
        <TextLink to={paths.bulkJobs.list} display="inline-block" py={6} onClick={() => change(false)}>
          {t('title.bulkJobs')}
        </TextLink>
      </Popover.Dropdown>
    </Popover>
  )
}
