import { companies } from '@trunkline/contract/resources/company'
import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconRouter, IconTerminal2, IconUpload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { recordColumns } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useRecordList } from '../../record/use-record-list.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { OnlineState, Warranty } from './badges.tsx'
import { KindLabel } from './kind-label.tsx'
import { useSiteAssignment } from './use-site-assignment.tsx'

/** Devices of the caller's own company and those below. */
export default function HardwareList() {
  const { t } = useTranslation()
  const can = useCan()
  const { add, remove, dialog } = useSiteAssignment()
  const list = useRecordList<HardwareRow>({
    calls: hardware,
    store: hardware.store,
    paths: paths.hardware,
    page: paths.hardware.detail,
    texts: 'hardware',
    icon: IconRouter,
  })
  return (
    <>
      <ListScreen<HardwareRow>
        {...list}
        columns={recordColumns<HardwareRow>(t, 'hardware', [
          { field: 'name', width: 145, card: 'title' },
          { field: 'online_status', width: 165, card: 'status', render: (row) => <OnlineState of={row} /> },
          { field: 'serial_number', width: 130, card: 'fact' },
          {
            field: 'model_name',
            width: 190,
            card: 'fact',
            render: (row) => (
              <KindLabel kind={row.kind}>
                {row.model_name} <span className={layout.quiet}>{row.manufacturer_name}</span>
              </KindLabel>
            ),
          },
          {
            field: 'company_name',
            width: 145,
            card: 'fact',
            render: (row) => (
              <NameLink page={companies.show} to={paths.companies.summary(row.company_id)}>
                {row.company_name}
              </NameLink>
            ),
          },
          {
            field: 'site_name',
            width: 130,
            card: 'fact',
            render: (row) =>
              row.site_id === null ? (
                <NotSet label={t('hardware:noSite')} />
              ) : (
                <NameLink page={sites.show} to={paths.sites.summary(row.site_id)}>
                  {row.site_name}
                </NameLink>
              ),
          },
          {
            field: 'warranty_expiry_at',
            width: 220,
            card: 'fact',
            render: (row) => <Warranty end={row.warranty_expiry_at} />,
          },
          { field: 'type_name', width: 130, hidden: true },
          { field: 'manufacturer_name', width: 130, hidden: true },
          { field: 'mac', width: 160, hidden: true },
          { field: 'telephone', width: 150, hidden: true },
          { field: 'comment', width: 220, hidden: true },
        ])}
        actions={
          <>
            <LinkButton to={paths.hardware.commands} variant="default" leftSection={actionIcon(IconTerminal2)}>
              {t('hardware:commands')}
            </LinkButton>
            {can({ action: 'import', subject: 'hardware' }) ? (
              <LinkButton to={paths.imports.hardware} variant="default" leftSection={actionIcon(IconUpload)}>
                {t('hardware:import')}
              </LinkButton>
            ) : null}
          </>
        }
        bulk={[add, remove]}
        trash={{ ...list.trash, bulk: t('hardware:confirm.destroyMany') }}
        withoutFilter={['id', 'type', 'manufacturer', 'model', 'company_id', 'site_id']}
      />
      {dialog}
    </>
  )
}
