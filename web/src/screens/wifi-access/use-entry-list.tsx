import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { IconPlayerPlay, IconPlayerStop, IconTrash, IconWifi, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { BulkAction, ListColumn, RowAction } from '../../list/list-types.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import { rateText } from '../../ui/amounts.ts'
import { regional } from '../../ui/zone.ts'
import { scheduleText } from '../wifi/schedule.ts'
import { TwoLines } from '../wifi/two-lines.tsx'
import { accessPaths } from './access-paths.ts'
import { ActionBadge, EntrySwitch, StateButton } from './entry-cells.tsx'
import { entryErrorText } from './entry-error-text.ts'
import { vendorText } from './mac-address.ts'
import { runBySite } from './run-by-site.ts'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'

const EntryStatusDrawer = lazy(() => loadChunk(() => import('./entry-status-drawer.tsx')))

/** The columns, actions and drawer of lists of entries. */
export function useEntryList(index: Endpoint): {
  /** The name comes first. */
  columns: [ListColumn<AccessEntry>, ...ListColumn<AccessEntry>[]]
  bulk: BulkAction[]
  /** Edit and remove. */
  actionsOf: (row: AccessEntry) => RowAction[]
  /** Must be rendered in the page. */
  dialogs: ReactNode
} {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const can = useCan()
  const canOn = useRowCan()
  const { edit, confirm, dialog } = useRecordActions<AccessEntry>({ texts: 'wifi-access' })
  const destroy = useCommand(accessControl.destroy, { subjects: ['access-control', 'wifi'] })
  const [shown, setShown] = useState<AccessEntry>()

  const ownSettings = (row: AccessEntry) =>
    [
      row.rate_down_kbps === null ? null : `↓ ${rateText(row.rate_down_kbps, language)}`,
      row.rate_up_kbps === null ? null : `↑ ${rateText(row.rate_up_kbps, language)}`,
      row.vlan_id === null ? null : `VLAN ${row.vlan_id}`,
      row.has_passphrase ? t('wifi-access:field.passphrase') : null,
    ]
      .filter(Boolean)
      .join(' · ')

  const columns = fieldColumns<AccessEntry>(t, 'wifi-access', [
    { field: 'name', width: 145, card: 'title' },
    { field: 'action', width: 110, card: 'status', render: (row) => <ActionBadge of={row} /> },
    { field: 'is_enabled', width: 102, card: 'fact', render: (row) => <EntrySwitch of={row} /> },
    {
      field: 'mac',
      width: 160,
      card: 'fact',
      render: (row) => (
        <TwoLines below={vendorText(row.vendor, t)}>
          <span className={classes.mac}>
            {row.mac}
            {row.is_registered ? (
              <IconWifi
                size={16}
                className={classes.connected}
                role="img"
                aria-label={t('wifi-access:connected')}
                title={t('wifi-access:connected')}
              />
            ) : null}
          </span>
        </TwoLines>
      ),
    },
    {
      field: 'schedule',
      width: 124,
      card: 'fact',
      render: (row) => <span className={classes.hours}>{scheduleText(row.schedule, t, language)}</span>,
    },
    { field: 'state', width: 170, card: 'fact', render: (row) => <StateButton of={row} onOpen={setShown} /> },
    { field: 'rate_down_kbps', header: t('wifi-access:field.own'), width: 170, hidden: true, render: ownSettings },
    { field: 'note', width: 160, hidden: true },
    { field: 'created_at', width: 150, hidden: true },
  ]) as [ListColumn<AccessEntry>, ...ListColumn<AccessEntry>[]]

  const bulk = (key: string, endpoint: Endpoint, icon: Icon, tone: 'normal' | 'danger' = 'normal') =>
    bulkAction(t, 'wifi-access', {
      key,
      icon,
      tone,
      can: can(endpoint),
      run: (selection) => runBySite(index, endpoint, selection, (error) => entryErrorText(error, t)),
    })
  const remove = async ({ id, site_id, version }: AccessEntry) => {
    const { data } = await destroy.run({ params: { id: site_id }, body: { ids: [id], versions: { [id]: version } } })
    followWrites(site_id, data.commands)
  }

  return {
    columns,
    bulk: [
      bulk('enable', accessControl.enable, IconPlayerPlay),
      bulk('disable', accessControl.disable, IconPlayerStop),
      bulk('remove', accessControl.destroy, IconTrash, 'danger'),
    ],
    actionsOf: (row) => {
      const at = { id: row.site_id, company_id: row.company_id }
      const also = row.action === 'allow' ? { text: t('wifi-access:confirm.removeAllowed') } : {}
      return [
        ...(canOn(accessControl.update, at) ? [edit(accessPaths.update(row.site_id, row.id))] : []),
        ...(canOn(accessControl.destroy, at)
          ? [confirm('remove', row, { icon: IconTrash, tone: 'danger', run: () => remove(row) }, also)]
          : []),
      ]
    },
    dialogs: (
      <>
        {dialog}
        <Suspense fallback={null}>
          {shown ? <EntryStatusDrawer entry={shown} onClose={() => setShown(undefined)} /> : null}
        </Suspense>
      </>
    ),
  }
}
