import { onSessionChange, storedSession, isHeld } from '../access/session.ts'
import { queryClient } from '../api/query-client.ts'
import { changeLanguage } from '../i18n/language.ts'
import { setZone } from '../ui/zone.ts'

/** Who is looking: another person, or the same one acting as another, must never see what was fetched before. */
const identity = () => {
  const user = storedSession()?.user
  return user ? `${user.id}/${user.impersonator?.id ?? ''}` : null
}

/** Keeps cache, language and time zone in step with the session, also when another tab changes it. */
export function followSession(): void {
  let before = identity()
  setZone(storedSession()?.user.time_zone)
  onSessionChange(() => {
    const session = storedSession()
    const now = identity()
    if (now !== before && !isHeld()) {
      before = now
      queryClient.clear()
      if (session) void changeLanguage(session.user.locale).catch(() => undefined)
    }
    if (session) setZone(session.user.time_zone)
  })
}
