import { Drawer } from '@mantine/core'
import type { CoaRow } from '@trunkline/contract/resources/radius-session'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMessages } from '../../i18n/messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { Code, CompanyName, NasName } from './cells.tsx'
import { answerText, askerText, hasEnded, outcomeText, toneOfState } from './coa-words.ts'
import { useDiallerPath } from './dialler.ts'
import classes from './sessions.module.css'

const adviceOf: Partial<Record<CoaRow['state'], string>> = {
  nak: 'sessions:coa.adviceNak',
  unexpected: 'sessions:coa.adviceUnexpected',
  timeout: 'sessions:coa.adviceTimeout',
  failed: 'sessions:coa.adviceFailed',
}

/** One request to a NAS from the asking to the answer, and what helps where it was no yes. */
export default function RequestDrawer({ request, onClose }: { request: CoaRow; onClose: () => void }) {
  const { t } = useTranslation()
  useMessages()
  const to = useDiallerPath()(request)
  const advice = hasEnded(request) ? undefined : adviceOf[request.state]
  const answer = answerText(request)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`${t(`sessions:coa.kind.${request.kind}`)}: ${request.username}`}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <div className={classes.stack}>
        <div>
          <StatusBadge tone={toneOfState(request.state)}>{t(`sessions:coa.state.${request.state}`)}</StatusBadge>
        </div>
        <div>
          {answer ? <p className={classes.text}>{answer}</p> : null}
          <p className={classes.text}>{outcomeText(request, t)}</p>
        </div>
        {advice ? (
          <section className={classes.advice}>
            <h3 className={classes.heading}>{t('sessions:adviceTitle')}</h3>
            <p className={classes.text}>{t(advice)}</p>
          </section>
        ) : null}
        <FactList
          facts={[
            { label: t('sessions:field.reason'), value: t(`sessions:coa.whyText.${request.reason}`), wide: true },
            ...(request.attempt > 1 ? [{ label: t('sessions:field.attempt'), value: String(request.attempt) }] : []),
            { label: t('sessions:field.requested_by'), value: askerText(request.requested_by, t) },
            { label: t('sessions:field.nas_name'), value: <NasName row={request} /> },
            { label: t('sessions:field.company_name'), value: <CompanyName row={request} /> },
            { label: t('sessions:field.created_at'), value: <Time value={request.created_at} /> },
            { label: t('sessions:field.sent_at'), value: <Time value={request.sent_at} /> },
            { label: t('sessions:field.finished_at'), value: <Time value={request.finished_at} /> },
            {
              label: t('sessions:field.session_id'),
              wide: true,
              value: (
                <>
                  <Code value={request.session_id} />{' '}
                  <CopyButton value={request.session_id} what={t('sessions:field.session_id')} />
                </>
              ),
            },
          ]}
        />
        {to ? (
          <div className={classes.links}>
            <TextLink to={to}>
              {t(request.service_kind === 'vpn-dialup' ? 'sessions:links.dialup' : 'sessions:links.service')}
            </TextLink>
          </div>
        ) : null}
      </div>
    </Drawer>
  )
}
