import type { CoaRow } from '@trunkline/contract/resources/radius-session'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMessages } from '../../i18n/messages.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { factsOf } from './cells.tsx'
import { answerText, hasEnded, outcomeText, requesterText, toneOfState } from './coa-status.ts'
import { DetailsDrawer, DetailsLinks, DetailsSection, sessionIdFact } from './details-drawer.tsx'
import classes from './sessions.module.css'

/** One CoA or Disconnect request with the answer of the NAS, and advice where it failed. */
export default function RequestDrawer({ row, onClose }: { row: CoaRow; onClose: () => void }) {
  const { t } = useTranslation()
  useMessages()
  const advice = hasEnded(row) ? '' : t(`sessions:coa.advice.${row.state}`, { defaultValue: '' })
  const answer = answerText(row)
  return (
    <DetailsDrawer title={`${t(`sessions:value.kind.${row.kind}`)}: ${row.username}`} onClose={onClose}>
      <div>
        <StatusBadge tone={toneOfState(row.state)}>{t(`sessions:value.state.${row.state}`)}</StatusBadge>
      </div>
      <div>
        {answer ? <p className={classes.text}>{answer}</p> : null}
        <p className={classes.text}>{outcomeText(row, t)}</p>
      </div>
      {advice ? (
        <DetailsSection title={t('sessions:adviceTitle')} highlighted>
          {advice}
        </DetailsSection>
      ) : null}
      <FactList
        facts={[
          { label: t('sessions:field.reason'), value: t(`sessions:coa.reasonText.${row.reason}`), wide: true },
          ...(row.attempt > 1 ? [{ label: t('sessions:field.attempt'), value: String(row.attempt) }] : []),
          { label: t('sessions:field.requested_by'), value: requesterText(row.requested_by, t) },
          ...factsOf(t, row, ['nas_name', 'company_name', 'created_at', 'sent_at', 'finished_at']),
          sessionIdFact(t, row.session_id),
        ]}
      />
      <DetailsLinks of={row} />
    </DetailsDrawer>
  )
}
