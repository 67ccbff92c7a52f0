import { deadLetters } from '@trunkline/contract/resources/dead-letter'
import { nas, type NasRow } from '@trunkline/contract/resources/nas'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { IconServer } from '@tabler/icons-react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import layout from '../../ui/layout.module.css'
import { RadiusNotice } from '../dashboard/radius-notice.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { AuthenticatorBadge, HealthBadge } from './badges.tsx'
import { sessionsOf } from './links.ts'
import { lastPacketAt } from './nas-health.ts'

/** NAS devices of the user's company, of companies below, and shared ones of companies above. */
export default function NasList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  const can = useCan()
  const quiet = (text: string) => <span className={layout.quiet}>{text}</span>
  const when = (at: string | null) => (at === null ? quiet(t('nas:never')) : <RelativeTime value={at} />)
  const list = useRecordList<NasRow>({
    calls: nas,
    store: nas.store,
    paths: paths.nas,
    page: paths.nas.details,
    texts: 'nas',
    icon: IconServer,
    inline: {
      name: {},
      is_active: {
        choices: (['true', 'false'] as const).map((value) => ({
          value,
          label: t(`nas:state.${value === 'true' ? 'active' : 'inactive'}`),
        })),
        valueOf: (choice) => choice === 'true',
      },
    },
    // Shared ones of companies above can't be changed.
    mayChange: (row) => !row.inherited,
  })
  return (
    <>
      <RadiusNotice />
      <ListScreen<NasRow>
        {...list}
        columns={recordColumns<NasRow>(t, 'nas', [
          {
            field: 'name',
            width: 200,
            card: 'title',
            below: (row) => (row.company_name === null ? [t('nas:companyAbove')] : placeOf(row)),
          },
          {
            field: 'is_active',
            header: t('nas:state.title'),
            width: 175,
            card: 'status',
            render: (row) => <HealthBadge of={row} />,
          },
          { field: 'address', width: 120, card: 'fact' },
          { field: 'vendor', width: 100, card: 'fact', render: (row) => t(`nas:value.vendor.${row.vendor}`) },
          {
            field: 'purposes',
            width: 170,
            hidden: true,
            render: (row) =>
              row.purposes.length === 0
                ? quiet(t('nas:noPurpose'))
                : row.purposes.map((purpose) => t(`nas:value.purposes.${purpose}`)).join(', '),
          },
          {
            field: 'live_sessions',
            width: 85,
            align: 'end',
            card: 'fact',
            render: (row) =>
              row.live_sessions > 0 && can(radiusSessions.index) ? (
                <TextLink
                  {...sessionsOf(row.id)}
                  inherit
                  aria-label={t('nas:sessionsOf', { count: row.live_sessions, name: row.name })}
                >
                  {row.live_sessions}
                </TextLink>
              ) : (
                row.live_sessions
              ),
          },
          {
            field: 'last_auth_at',
            header: t('nas:field.last_packet'),
            width: 125,
            card: 'fact',
            sort: false,
            render: (row) => when(lastPacketAt(row)),
          },
          { field: 'authenticator', width: 190, sort: false, render: (row) => <AuthenticatorBadge of={row} /> },
          { field: 'region', width: 130, hidden: true },
          {
            field: 'company_name',
            width: 180,
            hidden: true,
            render: (row) => row.company_name ?? quiet(t('nas:companyAbove')),
          },
          { field: 'last_acct_at', width: 160, hidden: true, render: (row) => when(row.last_acct_at) },
        ])}
        actions={
          <>
            {can(deadLetters.index) ? (
              <LinkButton variant="default" to={paths.sessions.deadLetters}>
                {t('nas:deadLetters')}
              </LinkButton>
            ) : null}
            <ImportLink kind="nas" title="nasImport" subject="nas" />
          </>
        }
        trash={{
          ...list.trash,
          bulk: { destroy: nas.bulkDestroy, recover: nas.bulkRecover, warning: t('nas:confirm.destroyMany') },
        }}
        withoutFilter={['id', 'company_id', 'hardware_id']}
      />
    </>
  )
}
