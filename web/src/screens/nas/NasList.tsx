import type { Endpoint } from '@trunkline/contract/endpoint'
import { deadLetters } from '@trunkline/contract/resources/dead-letter'
import { nas, type NasRow } from '@trunkline/contract/resources/nas'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { IconEdit, IconServer } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RadiusNotice } from '../dashboard/radius-notice.tsx'
import { AuthenticatorBadge, HealthBadge } from './badges.tsx'
import { sessionsOf } from './links.ts'
import { lastHeard } from './nas-health.ts'
import { NasTabs } from './nas-tabs.tsx'
import classes from './nas.module.css'
import './refusals.ts'

/** NAS devices that the caller's customers log in at: own ones, those of companies below, and those above. */
export default function NasList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const mayOn = (endpoint: Endpoint, row: NasRow) => !row.from_above && canOn(endpoint, row)
  const quiet = (text: string) => <span className={classes.quiet}>{text}</span>
  const when = (at: string | null) => (at === null ? quiet(t('nas:never')) : <RelativeTime value={at} />)
  const columns: ListColumn<NasRow>[] = [
    { field: 'name', header: t('nas:field.name'), width: 165, card: 'title' },
    {
      field: 'is_active',
      header: t('nas:state.title'),
      width: 148,
      sort: false,
      card: 'status',
      render: (row) => <HealthBadge of={row} />,
    },
    { field: 'address', header: t('nas:field.address'), width: 130, card: 'fact' },
    {
      field: 'vendor',
      header: t('nas:field.vendor'),
      width: 105,
      card: 'fact',
      render: (row) => t(`nas:value.vendor.${row.vendor}`),
    },
    {
      field: 'purposes',
      header: t('nas:field.purposes'),
      width: 170,
      card: 'fact',
      render: (row) =>
        row.purposes.length === 0
          ? quiet(t('nas:noPurpose'))
          : row.purposes.map((purpose) => t(`nas:value.purposes.${purpose}`)).join(', '),
    },
    {
      field: 'live_sessions',
      header: t('nas:field.live_sessions'),
      width: 100,
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
      header: t('nas:field.last_heard'),
      width: 140,
      card: 'fact',
      sort: false,
      render: (row) => when(lastHeard(row)),
    },
    {
      field: 'authenticator',
      header: t('nas:field.authenticator'),
      width: 170,
      sort: false,
      render: (row) => <AuthenticatorBadge of={row} />,
    },
    { field: 'region', header: t('nas:field.region'), width: 130 },
    {
      field: 'company_name',
      header: t('nas:field.company_name'),
      width: 180,
      card: 'fact',
      render: (row) => row.company_name ?? quiet(t('nas:fromAbove')),
    },
    {
      field: 'last_acct_at',
      header: t('nas:field.last_acct_at'),
      width: 160,
      hidden: true,
      render: (row) => when(row.last_acct_at),
    },
    { field: 'created_at', header: t('nas:field.created_at'), width: 190, hidden: true },
    { field: 'updated_at', header: t('nas:field.updated_at'), width: 190, hidden: true },
  ]
  return (
    <>
      <RadiusNotice />
      <ListScreen<NasRow>
        endpoint={nas.index}
        name="nas"
        title={t('nas:title')}
        subtitle={t('nas:subtitle')}
        nav={<NasTabs />}
        columns={columns}
        rowLink={(row) => paths.nas.details(row.id)}
        rowName={(row) => row.name}
        actions={
          can(deadLetters.index) ? (
            <LinkButton variant="default" to={paths.sessions.deadLetters}>
              {t('nas:deadLetters')}
            </LinkButton>
          ) : null
        }
        create={{ to: paths.nas.create, can: can(nas.store), label: t('nas:create') }}
        rowActions={(row) =>
          mayOn(nas.update, row)
            ? [
                {
                  key: 'edit',
                  label: t('nas:action.edit'),
                  icon: <IconEdit size={16} aria-hidden="true" />,
                  to: paths.nas.update(row.id),
                },
              ]
            : []
        }
        trash={{
          destroy: nas.destroy,
          recover: nas.recover,
          may: (row) => mayOn(nas.destroy, row),
          warning: () => t('nas:destroyText'),
          bulk: t('nas:destroyMany'),
        }}
        withoutFilter={['id', 'company_id', 'hardware_id']}
        empty={{ title: t('nas:empty.title'), text: t('nas:empty.text'), icon: <IconServer size={20} /> }}
      />
    </>
  )
}
