import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { Notice } from '../../ui/notify.ts'
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

/** Notifications, latest first. */
export default function NoticeLines({ notices }: { notices: readonly Notice[] }) {
  return (
    <ul className={styles.lines}>
      {notices.map((notice) => (
        <Line key={notice.id} notice={notice} />
      ))}
    </ul>
  )
}
