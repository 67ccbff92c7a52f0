import { IconLock } from '@tabler/icons-react'
import { auth } from '@trunkline/contract/resources/auth'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import classes from './profile.module.css'

/** The signed-in user's own record with the choices of its form. */
export const useOwnProfile = () => useCall(auth.show, {}, { subjects: ['users', 'companies'] })

/** The user who is logged in as this one, or null. Credentials are not changed in such a session. */
export const useImpersonator = () => useSession()?.user.impersonator ?? null

/** Explains which parts are missing in a session of another user. */
export function LockedNote({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.locked}>
      <IconLock size={18} stroke={1.75} aria-hidden="true" />
      <span>{t('profile:locked', { name })}</span>
    </p>
  )
}
