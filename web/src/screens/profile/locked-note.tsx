import { IconLock } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './profile.module.css'

/** Why parts are missing while somebody acts as this user. */
export function LockedNote({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.locked}>
      <IconLock size={18} stroke={1.75} aria-hidden="true" />
      <span>{t('profile:locked', { name })}</span>
    </p>
  )
}
