import { companies } from '@trunkline/contract/resources/company'
import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconEdit, IconRouter, IconTerminal2, IconUpload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { OnlineState, Warranty } from './badges.tsx'
import classes from './hardware.module.css'
import { KindIcon } from './kind-icon.tsx'
import { usePlacing } from './use-hardware-actions.tsx'

/** Devices of the caller's own company and those below. */
export default function HardwareList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const placing = usePlacing()
  const columns: ListColumn<HardwareRow>[] = [
    { field: 'name', header: t('hardware:field.name'), width: 145, card: 'title' },
    {
      field: 'online_status',
      header: t('hardware:field.online_status'),
      width: 165,
      card: 'status',
      render: (row) => <OnlineState of={row} />,
    },
    { field: 'serial_number', header: t('hardware:field.serial_number'), width: 130, card: 'fact' },
    {
      field: 'model_name',
      header: t('hardware:field.model_name'),
      width: 190,
      card: 'fact',
      render: (row) => (
        <span className={classes.model}>
          <KindIcon kind={row.kind} />
          <span>
            {row.model_name} <span className={classes.quiet}>{row.manufacturer_name}</span>
          </span>
        </span>
      ),
    },
    {
      field: 'company_name',
      header: t('hardware:field.company_name'),
      width: 145,
      card: 'fact',
      render: (row) =>
        can(companies.show) ? (
          <TextLink to={paths.companies.summary(row.company_id)} inherit>
            {row.company_name}
          </TextLink>
        ) : (
          row.company_name
        ),
    },
    {
      field: 'site_name',
      header: t('hardware:field.site_name'),
      width: 130,
      card: 'fact',
      render: (row) =>
        row.site_id === null ? (
          <NotSet label={t('hardware:noSite')} />
        ) : can(sites.show) ? (
          <TextLink to={paths.sites.summary(row.site_id)} inherit>
            {row.site_name}
          </TextLink>
        ) : (
          row.site_name
        ),
    },
    {
      field: 'warranty_expiry_at',
      header: t('hardware:field.warranty_expiry_at'),
      width: 220,
      card: 'fact',
      render: (row) => <Warranty end={row.warranty_expiry_at} />,
    },
    { field: 'type_name', header: t('hardware:field.type_name'), width: 130, hidden: true },
    { field: 'manufacturer_name', header: t('hardware:field.manufacturer_name'), width: 130, hidden: true },
    { field: 'mac', header: t('hardware:field.mac'), width: 160, hidden: true },
    { field: 'telephone', header: t('hardware:field.telephone'), width: 150, hidden: true },
    { field: 'comment', header: t('hardware:field.comment'), width: 220, hidden: true },
    { field: 'created_at', header: t('hardware:field.created_at'), width: 180, hidden: true },
    { field: 'updated_at', header: t('hardware:field.updated_at'), width: 180, hidden: true },
  ]
  return (
    <>
      <ListScreen<HardwareRow>
        endpoint={hardware.index}
        name="hardware"
        title={t('hardware:title')}
        subtitle={t('hardware:subtitle')}
        columns={columns}
        rowLink={(row) => paths.hardware.detail(row.id)}
        rowName={(row) => row.name}
        create={{ to: paths.hardware.create, can: can(hardware.store), label: t('hardware:create') }}
        actions={
          <>
            <LinkButton
              to={paths.hardware.commands}
              variant="default"
              leftSection={<IconTerminal2 size={16} aria-hidden="true" />}
            >
              {t('hardware:commands')}
            </LinkButton>
            {can({ action: 'import', subject: 'hardware' }) ? (
              <LinkButton
                to={paths.imports.hardware}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                {t('hardware:import')}
              </LinkButton>
            ) : null}
          </>
        }
        bulk={placing.bulk}
        rowActions={(row) =>
          canOn(hardware.update, row)
            ? [
                {
                  key: 'edit',
                  label: t('hardware:action.edit'),
                  icon: <IconEdit size={16} aria-hidden="true" />,
                  to: paths.hardware.update(row.id),
                },
              ]
            : []
        }
        trash={{
          destroy: hardware.destroy,
          recover: hardware.recover,
          may: (row) => canOn(hardware.destroy, row),
          warning: () => t('hardware:destroyText'),
          bulk: t('hardware:destroyMany'),
        }}
        withoutFilter={['id', 'type', 'manufacturer', 'model', 'company_id', 'site_id']}
        empty={{ title: t('hardware:empty.title'), text: t('hardware:empty.text'), icon: <IconRouter size={20} /> }}
      />
      {placing.dialog}
    </>
  )
}
