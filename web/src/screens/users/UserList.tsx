import { invites } from '@trunkline/contract/resources/invite'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import { IconCircleCheck, IconCircleOff, IconUsers } from '@tabler/icons-react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ActiveBadge } from '../companies/badges.tsx'
import { CompanyLink } from '../companies/company-link.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { RoleBadge, TwoFactorBadge } from './badges.tsx'
import { useUserActions } from './use-user-actions.tsx'
import { whyNotDestroy } from './user-rules.ts'
import classes from './users.module.css'

/** Users of the caller's company and those below. */
export default function UserList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  const can = useCan()
  const tagJobs = useTagJobs(users)
  const viewer = useSession()?.user
  const { actionsOf, dialog } = useUserActions()

  const list = useRecordList<UserRow>({
    calls: users,
    paths: paths.users,
    page: paths.users.details,
    texts: 'users',
    icon: IconUsers,
    inline: {
      is_active: {
        choices: (['true', 'false'] as const).map((value) => ({
          value,
          label: t(`companies:status.${value === 'true' ? 'active' : 'inactive'}`),
        })),
        valueOf: (choice) => choice === 'true',
      },
    },
    mayChange: (row) => viewer !== undefined && whyNotDestroy(viewer, row) === undefined,
  })

  const bulkStatus = (key: 'activate' | 'deactivate') =>
    jobAction(t, 'users', {
      key,
      icon: key === 'activate' ? IconCircleCheck : IconCircleOff,
      can: can(users.bulkStatus),
      job: users.bulkStatus,
      values: { is_active: key === 'activate' },
      ...(key === 'activate' ? {} : { tone: 'danger' }),
    })

  return (
    <>
      <ListScreen<UserRow>
        {...list}
        create={{ to: paths.invites.create, can: can(invites.store), label: t('users:invite') }}
        columns={recordColumns<UserRow>(t, 'users', [
          {
            field: 'name',
            width: 185,
            card: 'title',
            below: placeOf,
            render: (row) =>
              row.id === viewer?.id ? (
                <>
                  {row.name} <span className={classes.you}>{t('users:you')}</span>
                </>
              ) : (
                row.name
              ),
          },
          { field: 'email', width: 210 },
          {
            field: 'role',
            width: 125,
            card: 'fact',
            render: (row) => <RoleBadge role={row.role} />,
          },
          {
            field: 'is_active',
            width: 140,
            card: 'status',
            render: (row) => <ActiveBadge of={row} />,
          },
          {
            field: 'company_name',
            width: 190,
            hidden: true,
            render: (row) => <CompanyLink id={row.company_id} name={row.company_name} cell />,
          },
          {
            field: 'company_type',
            width: 160,
            hidden: true,
            render: (row) => t(`shell:companyType.${row.company_type}`),
          },
          { field: 'telephone', width: 160, hidden: true, render: (row) => phoneLink(row.telephone) },
          {
            field: 'two_factor',
            width: 110,
            hiddenWithTags: true,
            render: (row) => <TwoFactorBadge on={row.two_factor} />,
          },
          {
            field: 'last_seen_at',
            width: 140,
            render: (row) => (row.last_seen_at ? <RelativeTime value={row.last_seen_at} /> : t('users:never')),
          },
        ])}
        actions={<ImportLink kind="users" title="userImport" subject="user-invites" />}
        bulk={[bulkStatus('activate'), bulkStatus('deactivate'), ...tagJobs]}
        rowActions={actionsOf}
        valueLabel={(field, value) =>
          field === 'role'
            ? t(`shell:userRole.${value}`)
            : field === 'company_type'
              ? t(`shell:companyType.${value}`)
              : value
        }
        withoutFilter={['company_id', 'first_name', 'last_name']}
      />
      {dialog}
    </>
  )
}
