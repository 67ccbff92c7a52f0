import { Drawer } from '@mantine/core'
import type { ClosedSession, LiveSession } from '@trunkline/contract/resources/radius-session'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { Bytes, Code, CompanyName, Duration, NasName } from './cells.tsx'
import { only, useDiallerPath } from './dialler.ts'
import { causeText } from './session-columns.tsx'
import classes from './sessions.module.css'

/** All that accounting has told of one session. */
export default function SessionDrawer({
  session,
  onClose,
}: {
  session: LiveSession | ClosedSession
  onClose: () => void
}) {
  const { t } = useTranslation()
  const to = useDiallerPath()(session)
  const code = (value: string | null) => (value ? <Code value={value} /> : null)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={session.username}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        {'closed_by' in session ? (
          <section>
            <h3 className={classes.heading}>{causeText(session.cause, t)}</h3>
            <p className={classes.text}>{t(`sessions:closedByText.${session.closed_by}`)}</p>
          </section>
        ) : null}
        <FactList
          facts={[
            { label: t('sessions:field.company_name'), value: <CompanyName row={session} /> },
            { label: t('sessions:field.nas_name'), value: <NasName row={session} /> },
            { label: t('sessions:field.framed_ip'), value: code(session.framed_ip) },
            { label: t('sessions:field.framed_ipv6_address'), value: code(session.framed_ipv6_address) },
            { label: t('sessions:field.framed_ipv6'), value: code(session.framed_ipv6) },
            { label: t('sessions:field.delegated_ipv6'), value: code(session.delegated_ipv6) },
            { label: t('sessions:field.calling'), value: code(session.calling) },
            { label: t('sessions:field.called'), value: code(session.called) },
            { label: t('sessions:field.nas_port'), value: code(session.nas_port) },
            { label: t('sessions:field.started_at'), value: <Time value={session.started_at} /> },
            ...('stopped_at' in session
              ? [{ label: t('sessions:field.stopped_at'), value: <Time value={session.stopped_at} /> }]
              : []),
            { label: t('sessions:field.updated_at'), value: <Time value={session.updated_at} /> },
            { label: t('sessions:field.seconds'), value: <Duration seconds={session.seconds} /> },
            { label: t('sessions:field.download_bytes'), value: <Bytes value={session.download_bytes} /> },
            { label: t('sessions:field.upload_bytes'), value: <Bytes value={session.upload_bytes} /> },
            ...('closed_by' in session
              ? [{ label: t('sessions:field.closed_by'), value: t(`sessions:closedBy.${session.closed_by}`) }]
              : []),
            {
              label: t('sessions:field.session_id'),
              wide: true,
              value: (
                <>
                  <Code value={session.id} /> <CopyButton value={session.id} what={t('sessions:field.session_id')} />
                </>
              ),
            },
          ]}
        />
        <div className={classes.links}>
          {to ? (
            <TextLink to={to}>
              {t(session.service_kind === 'vpn-dialup' ? 'sessions:links.dialup' : 'sessions:links.service')}
            </TextLink>
          ) : null}
          <TextLink to={paths.sessions.logins} search={only('username', session.username)}>
            {t('sessions:links.logins')}
          </TextLink>
          <TextLink to={paths.sessions.requests} search={only('session_id', session.id)}>
            {t('sessions:links.requests')}
          </TextLink>
        </div>
      </div>
    </Drawer>
  )
}
