import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconAlertCircle, IconBell, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearNotices, useNotices, type Notice } from '../../ui/notify.ts'
import { RelativeTime } from '../../ui/time.tsx'
import styles from './notice-list.module.css'

const icons = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertCircle } as const

function Line({ notice }: { notice: Notice }) {
  const { t } = useTranslation('panel')
  const Icon = icons[notice.kind]
  return (
    <li className={styles.line} data-kind={notice.kind}>
      <Icon size={18} stroke={1.75} role="img" aria-label={t(`notices.kind.${notice.kind}`)} />
      <div>
        <div>{notice.text}</div>
        <div className={styles.when}>
          <RelativeTime value={new Date(notice.at).toISOString()} />
        </div>
      </div>
    </li>
  )
}

/** Everything that was notified for three seconds, to read again. */
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
          <ul className={styles.lines}>
            {notices.map((notice) => (
              <Line key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
