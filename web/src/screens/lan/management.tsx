import { IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './lan.module.css'

/** Marks the address, port or network that the panel connects through. */
export function ManagementBadge() {
  const { t } = useTranslation()
  return <StatusBadge tone="info">{t('lan:guard.badge')}</StatusBadge>
}

/** Above the buttons of a form: the device rolls the change back if the panel can't reach it afterwards. */
export function RollbackNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p className={classes.guard}>
      <IconShieldCheck size={20} aria-hidden="true" />
      <span>
        {children} {t('lan:guard.rollback')}
      </span>
    </p>
  )
}
