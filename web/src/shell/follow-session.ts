import { identityOf, isInMemory, onSessionChange, storedSession } from '../access/session.ts'
import { changeLanguage } from '../i18n/language.ts'
import { setZone } from '../ui/zone.ts'

/** Applies the language and time zone of the session, also after a change in another tab. */
export function followSession(): void {
  let before = identityOf(storedSession())
  setZone(storedSession()?.user.time_zone)
  onSessionChange(() => {
    const session = storedSession()
    const now = identityOf(session)
    if (session) setZone(session.user.time_zone)
    if (now === before || isInMemory()) return
    before = now
    if (session) void changeLanguage(session.user.locale).catch(() => undefined)
  })
}
