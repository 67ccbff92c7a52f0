import { companies } from '@trunkline/contract/resources/company'
import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconRouter, IconUpload } from '@tabler/icons-react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { paths } from '../../paths.ts'
import { NameLink } from '../../record/name-link.tsx'
import { recordColumns } from '../../record/record-columns.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { useRecordList } from '../../record/use-record-list.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { durationText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { OnlineState, Warranty } from './badges.tsx'
import { KindLabel } from './kind-label.tsx'
import { useDeviceJobs } from './use-device-jobs.tsx'
import { useSiteAssignment } from './use-site-assignment.tsx'
import { useChangeAction, useUpgradeAction } from './use-upgrade-action.tsx'

/** Devices of the caller's own company and those below. */
export default function HardwareList() {
  const { t, i18n } = useTranslation()
  const none = <NotSet label={t('ui:notSet')} />
  const placeOf = usePlaceOf()
  const can = useCan()
  const tagJobs = useTagJobs(hardware)
  const { add, remove, dialog } = useSiteAssignment()
  const deviceJobs = useDeviceJobs()
  const upgrade = useUpgradeAction()
  const change = useChangeAction()
  const list = useRecordList<HardwareRow>({
    calls: hardware,
    store: hardware.store,
    paths: paths.hardware,
    page: paths.hardware.detail,
    texts: 'hardware',
    icon: IconRouter,
    inline: { name: {}, comment: {} },
  })
  return (
    <>
      <ListScreen<HardwareRow>
        {...list}
        columns={recordColumns<HardwareRow>(t, 'hardware', [
          { field: 'name', width: 225, card: 'title', below: placeOf },
          { field: 'online_status', width: 185, card: 'status', render: (row) => <OnlineState of={row} /> },
          {
            field: 'model_name',
            width: 180,
            card: 'fact',
            render: (row) => (
              <KindLabel kind={row.kind}>
                {row.model_name} <span className={layout.quiet}>{row.manufacturer_name}</span>
              </KindLabel>
            ),
          },
          { field: 'routeros_version', width: 110, card: 'fact' },
          {
            field: 'wan_address',
            width: 140,
            card: 'fact',
            render: (row) => (row.wan_address === null ? none : <span className={layout.code}>{row.wan_address}</span>),
          },
          {
            field: 'uptime_seconds',
            width: 120,
            hiddenWithTags: true,
            render: (row) => (row.uptime_seconds === null ? none : durationText(row.uptime_seconds, i18n.language)),
          },
          { field: 'serial_number', width: 140, hidden: true, card: 'fact' },
          { field: 'board', width: 140, hidden: true },
          {
            field: 'polled_at',
            width: 140,
            hidden: true,
            render: (row) => (row.polled_at === null ? none : <RelativeTime value={row.polled_at} />),
          },
          {
            field: 'company_name',
            width: 145,
            hidden: true,
            render: (row) => (
              <NameLink page={companies.show} to={paths.companies.summary(row.company_id)}>
                {row.company_name}
              </NameLink>
            ),
          },
          {
            field: 'site_name',
            width: 130,
            hidden: true,
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
            hidden: true,
            render: (row) => <Warranty end={row.warranty_expiry_at} />,
          },
          { field: 'type_name', width: 130, hidden: true },
          { field: 'manufacturer_name', width: 130, hidden: true },
          { field: 'mac', width: 160, hidden: true },
          { field: 'telephone', width: 150, hidden: true, render: (row) => phoneLink(row.telephone) },
          { field: 'comment', width: 220, hidden: true },
        ])}
        actions={
          can({ action: 'import', subject: 'hardware' }) ? (
            <LinkButton to={paths.imports.hardware} variant="default" leftSection={actionIcon(IconUpload)}>
              {t('hardware:import')}
            </LinkButton>
          ) : null
        }
        bulk={[...deviceJobs.slice(0, -1), add, remove, upgrade, change, ...tagJobs, ...deviceJobs.slice(-1)]}
        trash={{
          ...list.trash,
          bulk: {
            destroy: hardware.bulkDestroy,
            recover: hardware.bulkRecover,
            warning: t('hardware:confirm.destroyMany'),
          },
        }}
        withoutFilter={['id', 'type', 'manufacturer', 'model', 'company_id', 'site_id']}
      />
      {dialog}
    </>
  )
}
