import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { account, type openSession } from '@trunkline/contract/resources/account'
import { useTranslation } from '../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { useCall, useCommand } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { readUserAgent } from '../../ui/user-agent.ts'
import { useImpersonator } from './own-profile.tsx'
import { SettingRow } from './setting-row.tsx'

type OpenSession = z.infer<typeof openSession>

const phones = ['iOS', 'Android']

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { browser, system } = readUserAgent(session.user_agent)
  const agent =
    browser && system
      ? t('profile:sessions.on', { browser, system })
      : (browser ?? system ?? t('profile:sessions.unknown'))
  const Sign = system && phones.includes(system) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <SettingRow
      icon={<Sign size={20} stroke={1.5} aria-hidden="true" />}
      title={agent}
      text={
        <>
          {session.impersonator ? <>{t('profile:sessions.as', { name: session.impersonator })} · </> : null}
          {session.ip ? <>{t('profile:sessions.from', { ip: session.ip })} · </> : null}
          {t('profile:sessions.lastUsed')} <RelativeTime value={session.last_used_at} /> · {t('profile:sessions.began')}{' '}
          <Time value={session.created_at} />
        </>
      }
    >
      {session.current ? (
        <StatusBadge tone="good">{t('profile:sessions.current')}</StatusBadge>
      ) : onEnd ? (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('profile:sessions.endOne', { agent })}
          onClick={onEnd}
        >
          {t('profile:sessions.end')}
        </Button>
      ) : null}
    </SettingRow>
  )
}

/** The user's open sessions, which can be ended. */
export function SessionsCard() {
  const { t } = useTranslation()
  const locked = useImpersonator() !== null
  const { data, error, refetch } = useCall(account.sessions)
  const end = useCommand(account.endSession)
  const endOthers = useCommand(account.endOthers)
  const { confirm, act, dialog } = useQuestion()
  const sessions = data?.data ?? []
  const others = sessions.some((session) => !session.current)

  const endOne = (id: number) =>
    act(() => end.run({ params: { id } }).finally(() => void refetch()), t('profile:sessions.ended'))
  const queryAll = () =>
    confirm({
      title: t('profile:sessions.endOthersTitle'),
      text: t('profile:sessions.endOthersText'),
      confirmLabel: t('profile:sessions.endOthers'),
      done: t('profile:sessions.endedOthers'),
      run: () => endOthers.run().then(() => refetch()),
    })
  return (
    <Card
      title={t('profile:sessions.title')}
      actions={
        others && !locked ? (
          <Button variant="default" size="sm" onClick={queryAll}>
            {t('profile:sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} inline />
      ) : data ? (
        <ul className={layout.rows}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={locked ? undefined : () => endOne(session.id)} />
          ))}
        </ul>
      ) : (
        <DetailSkeleton facts={3} />
      )}
      {dialog}
    </Card>
  )
}
