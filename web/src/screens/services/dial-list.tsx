import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import { companies } from '@trunkline/contract/resources/company'
import { nas } from '@trunkline/contract/resources/nas'
import { IconShieldBolt, IconUpload, IconUserBolt } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { BulkAction, ListColumn } from '../../list/list-types.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { paths } from '../../paths.ts'
import { DialStatus, OnlineBadge, QuotaBadge } from './badges.tsx'
import { dials } from './kinds.ts'
import classes from './services.module.css'
import { useDialActions, verbIcons, verbs, type GivenStatus } from './use-dial-actions.tsx'

/** Who comes and goes online is announced by nobody: it would be told as often as packets come. */
const lookEvery = 15_000

/** Services or dial-ups of the caller's own company and those below. */
export function DialList({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const dial = dials[kind]
  const { calls } = dial
  const can = useCan()
  const canOn = useRowCan()
  const status = useCommand(calls.changeStatus, { subjects: [dial.subject, 'subnets'] })
  const { actionsOf, dialog } = useDialActions(dial)
  const words = `services:kind.${kind}`

  const link = (to: string | undefined, text: string) =>
    to ? (
      <TextLink to={to} inherit className={classes.link}>
        {text}
      </TextLink>
    ) : (
      text
    )
  const none = <NotSet label={t('ui:notSet')} />
  const columns: ListColumn<ServiceRow>[] = [
    { field: 'username', header: t('services:field.username'), width: 200, card: 'title' },
    {
      field: 'online',
      header: t('services:field.online'),
      width: 100,
      card: 'fact',
      render: (row) => <OnlineBadge online={row.online} />,
    },
    {
      field: 'status',
      header: t('services:field.status'),
      width: 120,
      card: 'status',
      render: (row) => <DialStatus of={row} />,
    },
    { field: 'name', header: t('services:field.name'), width: 130, card: 'fact' },
    {
      field: 'company_name',
      header: t('services:field.company_name'),
      width: 170,
      card: 'fact',
      render: (row) =>
        link(can(companies.show) ? paths.companies.summary(row.company_id) : undefined, row.company_name),
    },
    {
      field: 'tariff_name',
      header: t('services:field.tariff_name'),
      width: 140,
      card: 'fact',
      render: (row) => row.tariff_name ?? <span className={classes.quiet}>{t('services:notOffered')}</span>,
    },
    {
      field: 'nas_name',
      header: t('services:field.nas_name'),
      width: 130,
      render: (row) =>
        row.nas_id === null ? (
          <span className={classes.quiet}>{t('services:anyNas')}</span>
        ) : row.nas_name === null ? (
          <span className={classes.quiet}>{t('services:hidden')}</span>
        ) : (
          link(can(nas.show) ? paths.nas.details(row.nas_id) : undefined, row.nas_name)
        ),
    },
    {
      field: 'address',
      header: t('services:field.address'),
      width: 150,
      card: 'fact',
      render: (row) =>
        row.address ? (
          <span className={classes.code}>{row.address}</span>
        ) : row.ipv4_method === 'pool' || row.ipv4_method === 'nas-decides' ? (
          <span className={classes.quiet}>{t(`services:from.${row.ipv4_method}`)}</span>
        ) : (
          none
        ),
    },
    {
      field: 'quota_state',
      header: t('services:field.quota_state'),
      width: 120,
      sort: false,
      render: (row) => <QuotaBadge state={row.quota_state} />,
    },
    { field: 'ends_on', header: t('services:field.ends_on'), width: 125, card: 'fact' },
    { field: 'starts_on', header: t('services:field.starts_on'), width: 125, hidden: true },
    { field: 'payment_period', header: t('services:field.payment_period'), width: 130, hidden: true },
    { field: 'ipv4_method', header: t('services:field.ipv4_method'), width: 170, sort: false, hidden: true },
    { field: 'network', header: t('services:field.network'), width: 150, sort: false, hidden: true },
    { field: 'ipv6_network', header: t('services:field.ipv6_network'), width: 190, sort: false, hidden: true },
    { field: 'framed_ipv6', header: t('services:field.framed_ipv6'), width: 190, sort: false, hidden: true },
    ...(kind === 'service'
      ? ([
          {
            field: 'auth_method',
            header: t('services:field.auth_method'),
            width: 200,
            hidden: true,
            render: (row) => t(`services:value.auth_method.${row.auth_method}`),
          },
          {
            field: 'mac',
            header: t('services:field.mac'),
            width: 170,
            hidden: true,
            render: (row) => (row.mac ? <span className={classes.code}>{row.mac}</span> : none),
          },
          { field: 'circuit_id', header: t('services:field.circuit_id'), width: 170, sort: false, hidden: true },
          { field: 'remote_id', header: t('services:field.remote_id'), width: 170, sort: false, hidden: true },
        ] satisfies ListColumn<ServiceRow>[])
      : []),
    { field: 'created_at', header: t('services:field.created_at'), width: 180, hidden: true },
    { field: 'updated_at', header: t('services:field.updated_at'), width: 180, hidden: true },
  ]

  const bulkStatus = (next: GivenStatus): BulkAction => ({
    key: verbs[next],
    label: t(`services:action.${verbs[next]}`),
    icon: verbIcons[next],
    can: can(calls.changeStatus),
    confirm: {
      title: t(`services:bulk.${verbs[next]}Title`),
      text: () => t(`services:bulk.${verbs[next]}`),
    },
    run: async (selection) => (await status.run({ body: { ...selection, status: next } })).data,
    ...(next === 'active' ? {} : { tone: 'danger' as const }),
  })

  return (
    <>
      <ListScreen<ServiceRow>
        endpoint={calls.index}
        name={dial.subject}
        namespace="services"
        title={t(`${words}.title`)}
        subtitle={t(`${words}.subtitle`)}
        columns={columns}
        rowLink={(row) => dial.paths.details(row.id)}
        rowName={(row) => row.username}
        actions={
          kind === 'service' && can(services.store) ? (
            <LinkButton
              to={paths.imports.services}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              {t('panel:title.serviceImport')}
            </LinkButton>
          ) : null
        }
        create={{ to: dial.paths.create, can: can(calls.store), label: t(`${words}.create`) }}
        bulk={[bulkStatus('active'), bulkStatus('suspended'), bulkStatus('terminated')]}
        rowActions={actionsOf}
        every={lookEvery}
        trash={{
          destroy: calls.destroy,
          recover: calls.recover,
          may: (row) => canOn(calls.destroy, row),
          warning: () => t('services:confirm.destroy'),
          bulk: t('services:confirm.destroy'),
        }}
        withoutFilter={['id', 'company_id', 'tariff_id', 'nas_id']}
        empty={{
          title: t(`${words}.emptyTitle`),
          text: t(`${words}.emptyText`),
          icon: kind === 'service' ? <IconUserBolt size={20} /> : <IconShieldBolt size={20} />,
        }}
      />
      {dialog}
    </>
  )
}
