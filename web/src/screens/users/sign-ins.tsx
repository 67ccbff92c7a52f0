import type { Reply } from '@trunkline/contract/endpoint'
import type { users } from '@trunkline/contract/resources/user'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import { readUserAgent } from '../../ui/user-agent.ts'

/** The latest sign-ins of a user, including rejected ones. */
export function SignIns({ signIns }: { signIns: Reply<typeof users.summary>['data']['sign_ins'] }) {
  const { t } = useTranslation()
  if (signIns.length === 0) return <p className={layout.note}>{t('users:detail.noSignIns')}</p>
  return (
    <div className={layout.scroll} tabIndex={0} role="group" aria-label={t('users:detail.signInsTable')}>
      <table className={layout.table}>
        <thead>
          <tr>
            <th scope="col">{t('users:detail.when')}</th>
            <th scope="col">{t('users:detail.result')}</th>
            <th scope="col">{t('users:detail.from')}</th>
            <th scope="col">{t('users:detail.device')}</th>
          </tr>
        </thead>
        <tbody>
          {signIns.map((one, index) => {
            const { browser, system } = readUserAgent(one.user_agent)
            return (
              <tr key={index}>
                <td>
                  <Time value={one.at} />
                </td>
                <td>
                  <StatusBadge tone={one.ok ? 'good' : 'bad'}>
                    {t(one.ok ? 'users:detail.ok' : 'users:detail.failed')}
                  </StatusBadge>
                </td>
                <td>{one.ip ?? <NotSet label={t('ui:notSet')} />}</td>
                <td title={one.user_agent ?? undefined}>
                  {browser && system
                    ? t('users:detail.browserOn', { browser, system })
                    : t('users:detail.unknownDevice')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
