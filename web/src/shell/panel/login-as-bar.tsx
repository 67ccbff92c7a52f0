import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { endLoginAs, onLoginAsEnd } from '../../access/login-as.ts'
import { useSession } from '../../access/session.ts'
import { announce } from '../../ui/announcer.tsx'
import { notify } from '../../ui/notify.ts'
import { Bar, BarButton } from '../bar.tsx'

/** `27:14` */
const clock = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A bar on every page of a session as another user, with the remaining time and Stop. It can't be dismissed. */
export function LoginAsBar() {
  const { t } = useTranslation('panel')
  const user = useSession()?.user
  const acting = user?.impersonator ?? null
  const [now, setNow] = useState(Date.now)
  const [stopping, setStopping] = useState(false)
  const ends = acting ? Date.parse(acting.expires_at) : Infinity

  useEffect(
    () =>
      onLoginAsEnd((name) => {
        const text = t('loginAs.ended', { name })
        notify.info(text)
        announce(text)
      }),
    [t],
  )
  // Announced once for each person acted as, not on every change of the words.
  const announceStart = useEffectEvent(() => {
    if (user) announce(t('loginAs.started', { name: user.name, company: user.company.name }))
  })
  const actingId = acting?.id
  const userId = user?.id
  useEffect(() => {
    if (actingId === undefined || userId === undefined) return
    announceStart()
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [actingId, userId])
  useEffect(() => {
    if (now >= ends) void endLoginAs()
  }, [now, ends])

  if (!acting || !user) return null
  const stop = () => {
    setStopping(true)
    void endLoginAs().finally(() => setStopping(false))
  }
  return (
    <Bar tone="alarm" label={t('loginAs.label')}>
      <span>{t('loginAs.bar', { name: user.name, company: user.company.name, impersonator: acting.name })}</span>
      <span role="timer" aria-live="off">
        {t('loginAs.left', { time: clock(ends - now) })}
      </span>
      <BarButton onClick={stop} disabled={stopping}>
        {t(stopping ? 'loginAs.stopping' : 'loginAs.stop')}
      </BarButton>
    </Bar>
  )
}
