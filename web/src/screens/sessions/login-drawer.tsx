import { nas } from '@trunkline/contract/resources/nas'
import type { LoginRow } from '@trunkline/contract/resources/radius-session'
import { services } from '@trunkline/contract/resources/service'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useMessages } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Code, factsOf } from './cells.tsx'
import { DetailsDrawer, DetailsLinks, DetailsSection } from './details-drawer.tsx'
import { searchExactly } from './dialler.ts'
import { adviceText, loginText, whyText } from './login-words.ts'
import classes from './sessions.module.css'

/** One login: the reason of a rejection, and advice. */
export default function LoginDrawer({ row, onClose }: { row: LoginRow; onClose: () => void }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const why = whyText(row)
  const advice = adviceText(row.reason, t)
  return (
    <DetailsDrawer title={row.username} onClose={onClose}>
      <div>
        <StatusBadge tone={row.accepted ? 'good' : 'bad'}>{loginText(row, t)}</StatusBadge>
      </div>
      {row.accepted ? <p className={classes.text}>{t('sessions:acceptedText')}</p> : null}
      {why ? <DetailsSection title={t('sessions:whyTitle')}>{why}</DetailsSection> : null}
      {advice ? (
        <DetailsSection title={t('sessions:adviceTitle')} highlighted>
          {advice}
        </DetailsSection>
      ) : null}
      {row.detail ? (
        <DetailsSection title={t('sessions:detailTitle')}>
          <Code value={row.detail} />
        </DetailsSection>
      ) : null}
      <FactList
        facts={[
          ...factsOf(t, row, ['at', 'nas_name', 'calling', 'company_name']),
          {
            label: t('sessions:field.service_kind'),
            value: t(row.service_kind ? `sessions:value.service_kind.${row.service_kind}` : 'sessions:unknownUser'),
          },
        ]}
      />
      <DetailsLinks of={row}>
        {row.service_id === null && can(services.store) ? (
          <TextLink to={paths.services.create}>{t('sessions:links.createService')}</TextLink>
        ) : null}
        {row.nas_id !== null && row.nas_name !== null && can(nas.show) ? (
          <TextLink to={paths.nas.details(row.nas_id)}>{t('sessions:links.nas')}</TextLink>
        ) : null}
        {row.service_id !== null ? (
          <TextLink to={paths.sessions.list} search={searchExactly('username', row.username)}>
            {t('sessions:links.sessions')}
          </TextLink>
        ) : null}
        <TextLink to={paths.sessions.logins} search={searchExactly('username', row.username)} onClick={onClose}>
          {t('sessions:links.logins')}
        </TextLink>
      </DetailsLinks>
    </DetailsDrawer>
  )
}
