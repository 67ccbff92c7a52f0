import { companies } from '@trunkline/contract/resources/company'
import { invites, type InviteRow } from '@trunkline/contract/resources/invite'
import { IconMailForward } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { RoleBadge } from '../users/badges.tsx'
import classes from './invites.module.css'
import { InviteStatusBadge } from './status-badge.tsx'
import { useInviteActions } from './use-invite-actions.tsx'

/** Invitations into the caller's company and those below, with what became of them. */
export default function InviteList() {
  const { t } = useTranslation()
  const can = useCan()
  const { actionsOf, dialog } = useInviteActions()

  const columns: ListColumn<InviteRow>[] = [
    { field: 'email', header: t('invites:field.email'), width: 260, card: 'title' },
    {
      field: 'status',
      header: t('invites:field.status'),
      width: 130,
      card: 'status',
      render: (row) => <InviteStatusBadge status={row.status} />,
    },
    {
      field: 'company_name',
      header: t('invites:field.company_name'),
      width: 240,
      card: 'fact',
      render: (row) => <Where row={row} linked={can(companies.show)} />,
    },
    {
      field: 'role',
      header: t('invites:field.role'),
      width: 150,
      card: 'fact',
      render: (row) => <RoleBadge role={row.role} />,
    },
    {
      field: 'new_company_type',
      header: t('invites:field.new_company_type'),
      width: 180,
      hidden: true,
      render: (row) =>
        row.new_company_type ? t(`shell:companyType.${row.new_company_type}`) : <NotSet label={t('ui:notSet')} />,
    },
    {
      field: 'billing_term',
      header: t('invites:field.billing_term'),
      width: 140,
      hidden: true,
      render: (row) =>
        row.billing_term ? t(`companies:value.billing_term.${row.billing_term}`) : <NotSet label={t('ui:notSet')} />,
    },
    { field: 'invited_by', header: t('invites:field.invited_by'), width: 170 },
    {
      field: 'sent_at',
      header: t('invites:field.sent_at'),
      width: 150,
      render: (row) => <RelativeTime value={row.sent_at} />,
    },
    {
      field: 'expires_at',
      header: t('invites:field.expires_at'),
      width: 150,
      card: 'fact',
      render: (row) =>
        row.status === 'pending' || row.status === 'expired' ? (
          <RelativeTime value={row.expires_at} />
        ) : (
          <NotSet label={t('ui:notSet')} />
        ),
    },
    {
      field: 'accepted_at',
      header: t('invites:field.accepted_at'),
      width: 170,
      hidden: true,
      render: (row) => <Time value={row.accepted_at} />,
    },
    { field: 'created_at', header: t('invites:field.created_at'), width: 170, hidden: true },
  ]

  return (
    <>
      <ListScreen<InviteRow>
        endpoint={invites.index}
        name="invites"
        title={t('invites:title')}
        subtitle={t('invites:subtitle')}
        columns={columns}
        rowName={(row) => row.email}
        create={{ to: paths.invites.create, can: can(invites.store), label: t('invites:create') }}
        rowActions={actionsOf}
        valueLabel={(field, value) =>
          field === 'role'
            ? t(`shell:userRole.${value}`)
            : field === 'new_company_type'
              ? t(`shell:companyType.${value}`)
              : t(`invites:value.${field}.${value}`, { defaultValue: value })
        }
        withoutFilter={['company_id']}
        empty={{ title: t('invites:empty.title'), text: t('invites:empty.text'), icon: <IconMailForward size={20} /> }}
      />
      {dialog}
    </>
  )
}

/** The company that the person joins, or the new one and its parent. */
function Where({ row, linked }: { row: InviteRow; linked: boolean }) {
  const { t } = useTranslation()
  const company = linked ? (
    <TextLink to={paths.companies.summary(row.company_id)} inherit className={classes.quiet}>
      {row.company_name}
    </TextLink>
  ) : (
    row.company_name
  )
  if (!row.new_company_name || !row.new_company_type) return company
  return (
    <span className={classes.stacked}>
      <span>{row.new_company_name}</span>
      <span className={classes.hint}>
        {t(`shell:companyType.${row.new_company_type}`)} · {t('invites:founds', { parent: row.company_name })}
      </span>
    </span>
  )
}
