import type { ClosedSession, LiveSession } from '@trunkline/contract/resources/radius-session'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { causeText, factsOf } from './cells.tsx'
import { DetailsDrawer, DetailsLinks, DetailsSection, sessionIdFact } from './details-drawer.tsx'
import { searchExactly } from './dialler.ts'

/** What accounting has reported of one session. */
export default function SessionDrawer({ row, onClose }: { row: LiveSession | ClosedSession; onClose: () => void }) {
  const { t } = useTranslation()
  const isClosed = 'closed_by' in row
  return (
    <DetailsDrawer title={row.username} onClose={onClose}>
      {isClosed ? (
        <DetailsSection title={causeText(row.cause, t)}>{t(`sessions:closedByText.${row.closed_by}`)}</DetailsSection>
      ) : null}
      <FactList
        facts={[
          ...factsOf(t, row, [
            'company_name',
            'nas_name',
            'framed_ip',
            'framed_ipv6_address',
            'framed_ipv6',
            'delegated_ipv6',
            'calling',
            'called',
            'nas_port',
            'started_at',
            ...(isClosed ? (['stopped_at'] as const) : []),
            'updated_at',
            'seconds',
            'download_bytes',
            'upload_bytes',
            ...(isClosed ? (['closed_by'] as const) : []),
          ]),
          sessionIdFact(t, row.id),
        ]}
      />
      <DetailsLinks of={row}>
        <TextLink to={paths.sessions.logins} search={searchExactly('username', row.username)}>
          {t('sessions:links.logins')}
        </TextLink>
        <TextLink to={paths.sessions.requests} search={searchExactly('session_id', row.id)}>
          {t('sessions:links.requests')}
        </TextLink>
      </DetailsLinks>
    </DetailsDrawer>
  )
}
