import { invites } from '@trunkline/contract/resources/invite'
import { companies } from '@trunkline/contract/resources/company'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import { IconCircleCheck, IconCircleOff, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { BulkAction, ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ActiveBadge } from '../companies/badges.tsx'
import { RoleBadge, TwoFactorBadge } from './badges.tsx'
import { useUserActions } from './use-user-actions.tsx'
import { whyNotDestroy } from './user-rules.ts'
import classes from './users.module.css'
import '../companies/refusals.ts'

/** All users that the caller sees: of its own company and of those below. */
export default function UserList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const viewer = useSession()?.user
  const status = useCommand(users.changeStatus)
  const { actionsOf, dialog } = useUserActions()

  const columns: ListColumn<UserRow>[] = [
    {
      field: 'name',
      header: t('users:field.name'),
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
    { field: 'email', header: t('users:field.email'), width: 230 },
    {
      field: 'role',
      header: t('users:field.role'),
      width: 135,
      card: 'fact',
      render: (row) => <RoleBadge role={row.role} />,
    },
    {
      field: 'is_active',
      header: t('users:field.is_active'),
      width: 115,
      card: 'status',
      render: (row) => <ActiveBadge of={row} />,
    },
    {
      field: 'company_name',
      header: t('users:field.company_name'),
      width: 190,
      card: 'fact',
      render: (row) =>
        can(companies.show) ? (
          <TextLink to={paths.companies.summary(row.company_id)} inherit className={classes.quiet}>
            {row.company_name}
          </TextLink>
        ) : (
          row.company_name
        ),
    },
    {
      field: 'company_type',
      header: t('users:field.company_type'),
      width: 160,
      hidden: true,
      render: (row) => t(`shell:companyType.${row.company_type}`),
    },
    { field: 'telephone', header: t('users:field.telephone'), width: 160, hidden: true },
    {
      field: 'two_factor',
      header: t('users:field.two_factor'),
      width: 110,
      render: (row) => <TwoFactorBadge on={row.two_factor} />,
    },
    {
      field: 'last_seen_at',
      header: t('users:field.last_seen_at'),
      width: 150,
      render: (row) => (row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : t('users:never')),
    },
    { field: 'created_at', header: t('users:field.created_at'), width: 190 },
    { field: 'updated_at', header: t('users:field.updated_at'), width: 170, hidden: true },
  ]

  const bulkStatus = (key: 'activate' | 'deactivate', is_active: boolean): BulkAction => ({
    key,
    label: t(`users:action.${key}`),
    icon: is_active ? <IconCircleCheck size={16} aria-hidden="true" /> : <IconCircleOff size={16} aria-hidden="true" />,
    can: can(users.changeStatus),
    confirm: { title: t(`users:bulk.${key}Title`), text: (count) => t(`users:bulk.${key}Text`, { count }) },
    run: async (selection) => (await status.run({ body: { ...selection, is_active } })).data,
    ...(is_active ? {} : { tone: 'danger' }),
  })

  const invite = can(invites.store) ? <LinkButton to={paths.invites.create}>{t('users:invite')}</LinkButton> : null
  return (
    <>
      <ListScreen<UserRow>
        endpoint={users.index}
        name="users"
        title={t('users:title')}
        subtitle={t('users:subtitle')}
        columns={columns}
        rowLink={(row) => paths.users.details(row.id)}
        rowName={(row) => row.name}
        actions={invite}
        bulk={[bulkStatus('activate', true), bulkStatus('deactivate', false)]}
        rowActions={actionsOf}
        trash={{
          destroy: users.destroy,
          recover: users.recover,
          may: (row) => canOn(users.destroy, row) && viewer !== undefined && whyNotDestroy(viewer, row) === undefined,
          warning: () => t('users:confirm.destroy'),
        }}
        valueLabel={(field, value) =>
          field === 'role'
            ? t(`shell:userRole.${value}`)
            : field === 'company_type'
              ? t(`shell:companyType.${value}`)
              : value
        }
        withoutFilter={['company_id', 'first_name', 'last_name']}
        empty={{
          title: t('users:empty.title'),
          text: t('users:empty.text'),
          icon: <IconUsers size={20} />,
          action: invite,
        }}
      />
      {dialog}
    </>
  )
}
