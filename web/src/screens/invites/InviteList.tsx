import { invites, type InviteRow } from '@trunkline/contract/resources/invite'
import { IconMailForward, IconMailX } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { RelativeTime, Time } from '../../ui/time.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { RoleBadge } from '../users/badges.tsx'
import { InviteStatusBadge } from './status-badge.tsx'
import { useInviteActions } from './use-invite-actions.tsx'

/** Invitations to the caller's company and those below, with their status. */
export default function InviteList() {
  const { t } = useTranslation()
  const can = useCan()
  const { actionsOf, dialog } = useInviteActions()

  const none = <NotSet label={t('ui:notSet')} />
  const columns = fieldColumns<InviteRow>(t, 'invites', [
    { field: 'email', width: 210, card: 'title' },
    {
      field: 'status',
      width: 115,
      card: 'status',
      render: (row) => <InviteStatusBadge status={row.status} />,
    },
    {
      field: 'company_name',
      width: 200,
      card: 'fact',
      render: (row) => <InvitedTo row={row} />,
    },
    {
      field: 'role',
      width: 130,
      card: 'fact',
      render: (row) => <RoleBadge role={row.role} />,
    },
    {
      field: 'new_company_type',
      width: 180,
      hidden: true,
      render: (row) => (row.new_company_type ? t(`shell:companyType.${row.new_company_type}`) : none),
    },
    {
      field: 'billing_term',
      width: 140,
      hidden: true,
      render: (row) => (row.billing_term ? t(`companies:value.billing_term.${row.billing_term}`) : none),
    },
    { field: 'invited_by', width: 145, hidden: true },
    {
      field: 'sent_at',
      width: 140,
      render: (row) => <RelativeTime value={row.sent_at} />,
    },
    {
      field: 'expires_at',
      width: 140,
      card: 'fact',
      render: (row) =>
        row.status === 'pending' || row.status === 'expired' ? <RelativeTime value={row.expires_at} /> : none,
    },
    {
      field: 'accepted_at',
      width: 170,
      hidden: true,
      render: (row) => <Time value={row.accepted_at} />,
    },
    { field: 'created_at', width: 170, hidden: true },
  ])

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
        bulk={[
          jobAction(t, 'invites', {
            key: 'resend',
            icon: IconMailForward,
            can: can(invites.bulkResend),
            job: invites.bulkResend,
          }),
          jobAction(t, 'invites', {
            key: 'cancel',
            icon: IconMailX,
            tone: 'danger',
            can: can(invites.bulkCancel),
            job: invites.bulkCancel,
          }),
        ]}
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
function InvitedTo({ row }: { row: InviteRow }) {
  const { t } = useTranslation()
  if (!row.new_company_name || !row.new_company_type)
    return <CompanyLink id={row.company_id} name={row.company_name} cell />
  return (
    <span className={layout.cellLines}>
      <span>{row.new_company_name}</span>
      <span className={layout.hint}>
        {t(`shell:companyType.${row.new_company_type}`)} · {t('invites:newBelow', { parent: row.company_name })}
      </span>
    </span>
  )
}
