import { invites } from '@trunkline/contract/resources/invite'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import { IconCircleCheck, IconCircleOff, IconUsers } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ActiveBadge } from '../companies/badges.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { RoleBadge, TwoFactorBadge } from './badges.tsx'
import { useUserActions } from './use-user-actions.tsx'
import { whyNotDestroy } from './user-rules.ts'
import classes from './users.module.css'

/** Users of the caller's company and those below. */
export default function UserList() {
  const { t } = useTranslation()
  const can = useCan()
  const viewer = useSession()?.user
  const status = useCommand(users.changeStatus)
  const { actionsOf, dialog } = useUserActions()

  const list = useRecordList<UserRow>({
    calls: users,
    paths: paths.users,
    page: paths.users.details,
    texts: 'users',
    icon: IconUsers,
    mayChange: (row) => viewer !== undefined && whyNotDestroy(viewer, row) === undefined,
  })

  const bulkStatus = (key: 'activate' | 'deactivate') =>
    bulkAction(t, 'users', {
      key,
      icon: key === 'activate' ? IconCircleCheck : IconCircleOff,
      can: can(users.changeStatus),
      run: async (selection) => (await status.run({ body: { ...selection, is_active: key === 'activate' } })).data,
      ...(key === 'activate' ? {} : { tone: 'danger' }),
    })

  const invite = can(invites.store) ? <LinkButton to={paths.invites.create}>{t('users:invite')}</LinkButton> : null
  return (
    <>
      <ListScreen<UserRow>
        {...list}
        columns={recordColumns<UserRow>(t, 'users', [
          {
            field: 'name',
            width: 180,
            card: 'title',
            render: (row) =>
              row.id === viewer?.id ? (
                <>
                  {row.name} <span className={classes.you}>{t('users:you')}</span>
                </>
              ) : (
                row.name
              ),
          },
          { field: 'email', width: 230 },
          {
            field: 'role',
            width: 135,
            card: 'fact',
            render: (row) => <RoleBadge role={row.role} />,
          },
          {
            field: 'is_active',
            width: 115,
            card: 'status',
            render: (row) => <ActiveBadge of={row} />,
          },
          {
            field: 'company_name',
            width: 190,
            card: 'fact',
            render: (row) => <CompanyLink id={row.company_id} name={row.company_name} cell />,
          },
          {
            field: 'company_type',
            width: 160,
            hidden: true,
            render: (row) => t(`shell:companyType.${row.company_type}`),
          },
          { field: 'telephone', width: 160, hidden: true },
          {
            field: 'two_factor',
            width: 110,
            render: (row) => <TwoFactorBadge on={row.two_factor} />,
          },
          {
            field: 'last_seen_at',
            width: 150,
            render: (row) => (row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : t('users:never')),
          },
          { field: 'created_at', width: 190 },
          { field: 'updated_at', width: 170, hidden: true },
        ])}
        actions={invite}
        bulk={[bulkStatus('activate'), bulkStatus('deactivate')]}
        rowActions={actionsOf}
        valueLabel={(field, value) =>
          field === 'role'
            ? t(`shell:userRole.${value}`)
            : field === 'company_type'
              ? t(`shell:companyType.${value}`)
              : value
        }
        withoutFilter={['company_id', 'first_name', 'last_name']}
        empty={{ ...list.empty, action: invite }}
      />
      {dialog}
    </>
  )
}
