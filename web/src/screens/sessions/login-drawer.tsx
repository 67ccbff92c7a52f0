import { Drawer } from '@mantine/core'
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
import { Time } from '../../ui/time.tsx'
import { Code, CompanyName, NasName } from './cells.tsx'
import { only, useDiallerPath } from './dialler.ts'
import { adviceText, loginText, whyText } from './login-words.ts'
import classes from './sessions.module.css'

/** One login: why it was refused, in a sentence, and what helps. */
export default function LoginDrawer({ login, onClose }: { login: LoginRow; onClose: () => void }) {
  const { t } = useTranslation()
  useMessages()
  const can = useCan()
  const to = useDiallerPath()(login)
  const { accepted } = login
  const why = whyText(login)
  const advice = adviceText(login.reason, t)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={login.username}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        <div>
          <StatusBadge tone={accepted ? 'good' : 'bad'}>{loginText(login, t)}</StatusBadge>
        </div>
        {accepted ? <p className={classes.text}>{t('sessions:acceptedText')}</p> : null}
        {why ? (
          <section>
            <h3 className={classes.heading}>{t('sessions:whyTitle')}</h3>
            <p className={classes.text}>{why}</p>
          </section>
        ) : null}
        {advice ? (
          <section className={classes.advice}>
            <h3 className={classes.heading}>{t('sessions:adviceTitle')}</h3>
            <p className={classes.text}>{advice}</p>
          </section>
        ) : null}
        {login.detail ? (
          <section>
            <h3 className={classes.heading}>{t('sessions:detailTitle')}</h3>
            <Code value={login.detail} />
          </section>
        ) : null}
        <FactList
          facts={[
            { label: t('sessions:field.at'), value: <Time value={login.at} /> },
            { label: t('sessions:field.nas_name'), value: <NasName row={login} /> },
            { label: t('sessions:field.calling'), value: login.calling ? <Code value={login.calling} /> : null },
            { label: t('sessions:field.company_name'), value: <CompanyName row={login} /> },
            {
              label: t('sessions:field.service_kind'),
              value: login.service_kind ? t(`sessions:serviceKind.${login.service_kind}`) : t('sessions:unknownUser'),
            },
          ]}
        />
        <div className={classes.links}>
          {to ? (
            <TextLink to={to}>
              {t(login.service_kind === 'vpn-dialup' ? 'sessions:links.dialup' : 'sessions:links.service')}
            </TextLink>
          ) : null}
          {login.service_id === null && can(services.store) ? (
            <TextLink to={paths.services.create}>{t('sessions:links.createService')}</TextLink>
          ) : null}
          {login.nas_id !== null && login.nas_name !== null && can(nas.show) ? (
            <TextLink to={paths.nas.details(login.nas_id)}>{t('sessions:links.nas')}</TextLink>
          ) : null}
          {login.service_id !== null ? (
            <TextLink to={paths.sessions.list} search={only('username', login.username)}>
              {t('sessions:links.sessions')}
            </TextLink>
          ) : null}
          <TextLink to={paths.sessions.logins} search={only('username', login.username)} onClick={onClose}>
            {t('sessions:links.logins')}
          </TextLink>
        </div>
      </div>
    </Drawer>
  )
}
