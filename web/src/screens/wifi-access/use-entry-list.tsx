import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { IconEdit, IconPlayerPlay, IconPlayerStop, IconTrash, IconWifi } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { BulkAction, ListColumn, RowAction } from '../../list/list-types.ts'
import { rateText } from '../../ui/amounts.ts'
import { useQuestion } from '../../ui/question.tsx'
import { regional } from '../../ui/zone.ts'
import { accessPaths } from './access-paths.ts'
import { eachSite } from './by-site.ts'
import { ActionBadge, EntrySwitch, StateButton } from './entry-cells.tsx'
import { refusalText } from './refusal-text.ts'
import { scheduleText } from './schedule-text.ts'
import { vendorText } from './vendor-text.ts'
import classes from './wifi-access.module.css'
import { followWrites } from './writes.ts'

const EntryDrawer = lazy(() => loadChunk(() => import('./entry-drawer.tsx')))

/** What lists of entries share: their columns, what is done to rows, and the drawer that says where one stands. */
export function useEntryList(index: Endpoint): {
  columns: ListColumn<AccessEntry>[]
  bulk: BulkAction[]
  /** Edit and remove. */
  actionsOf: (row: AccessEntry) => RowAction[]
  /** Stands in the page. */
  dialogs: ReactNode
} {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const can = useCan()
  const canOn = useRowCan()
  const question = useQuestion()
  const destroy = useCommand(accessControl.destroy, { subjects: ['access-control', 'wifi'] })
  const [shown, setShown] = useState<AccessEntry>()

  const rates = (row: AccessEntry) =>
    [
      row.rate_down_kbps === null ? null : `↓ ${rateText(row.rate_down_kbps, language)}`,
      row.rate_up_kbps === null ? null : `↑ ${rateText(row.rate_up_kbps, language)}`,
      row.vlan_id === null ? null : `VLAN ${row.vlan_id}`,
      row.has_passphrase ? t('wifi-access:ownPassphrase') : null,
    ]
      .filter(Boolean)
      .join(' · ')

  const columns: ListColumn<AccessEntry>[] = [
    { field: 'name', header: t('wifi-access:field.name'), width: 170, card: 'title' },
    {
      field: 'action',
      header: t('wifi-access:field.action'),
      width: 110,
      card: 'status',
      render: (row) => <ActionBadge of={row} />,
    },
    {
      field: 'is_enabled',
      header: t('wifi-access:field.is_enabled'),
      width: 84,
      card: 'fact',
      render: (row) => <EntrySwitch of={row} />,
    },
    {
      field: 'mac',
      header: t('wifi-access:field.mac'),
      width: 170,
      card: 'fact',
      render: (row) => (
        <span className={classes.two}>
          <span className={classes.mac}>
            {row.mac}
            {row.is_registered ? (
              <IconWifi
                size={16}
                className={classes.online}
                role="img"
                aria-label={t('wifi-access:registered')}
                title={t('wifi-access:registered')}
              />
            ) : null}
          </span>
          <span className={classes.quiet}>{vendorText(row.vendor, t)}</span>
        </span>
      ),
    },
    {
      field: 'schedule',
      header: t('wifi-access:field.schedule'),
      width: 176,
      card: 'fact',
      render: (row) => <span className={classes.hours}>{scheduleText(row.schedule, t, language)}</span>,
    },
    {
      field: 'state',
      header: t('wifi-access:field.state'),
      width: 150,
      card: 'fact',
      render: (row) => <StateButton of={row} onOpen={setShown} />,
    },
    {
      field: 'rate_down_kbps',
      header: t('wifi-access:field.own'),
      width: 170,
      hidden: true,
      render: (row) => rates(row),
    },
    { field: 'note', header: t('wifi-access:field.note'), width: 160, hidden: true },
    { field: 'created_at', header: t('wifi-access:field.created_at'), width: 150, hidden: true },
  ]

  const several = (
    key: 'enable' | 'disable' | 'destroy',
    deed: Endpoint,
    icon: ReactNode,
    tone: 'normal' | 'danger' = 'normal',
  ): BulkAction => ({
    key,
    label: t(`wifi-access:bulk.${key}`),
    icon,
    tone,
    can: can(deed),
    confirm: {
      title: t(`wifi-access:bulk.${key}Title`),
      text: (count) => t(`wifi-access:bulk.${key}Text`, { count }),
    },
    run: (selection) => eachSite(index, deed, selection, (error) => refusalText(error, t)),
  })

  return {
    columns,
    bulk: [
      several('enable', accessControl.enable, <IconPlayerPlay size={16} aria-hidden="true" />),
      several('disable', accessControl.disable, <IconPlayerStop size={16} aria-hidden="true" />),
      several('destroy', accessControl.destroy, <IconTrash size={16} aria-hidden="true" />, 'danger'),
    ],
    actionsOf: (row) => {
      const at = { id: row.site_id, company_id: row.company_id }
      return [
        ...(canOn(accessControl.update, at)
          ? [
              {
                key: 'edit',
                label: t('wifi-access:edit'),
                icon: <IconEdit size={16} aria-hidden="true" />,
                to: accessPaths.update(row.site_id, row.id),
              },
            ]
          : []),
        ...(canOn(accessControl.destroy, at)
          ? [
              {
                key: 'remove',
                label: t('wifi-access:remove'),
                icon: <IconTrash size={16} aria-hidden="true" />,
                tone: 'danger' as const,
                onClick: () =>
                  question.ask({
                    title: t('wifi-access:removeTitle', { name: row.name }),
                    text: t(`wifi-access:removeText.${row.action}`),
                    confirmLabel: t('wifi-access:remove'),
                    tone: 'danger',
                    run: async () => {
                      const reply = await destroy.run({
                        params: { id: row.site_id },
                        body: { ids: [row.id], versions: { [row.id]: row.version } },
                      })
                      followWrites(row.site_id, reply.data.commands)
                    },
                    done: t('wifi-access:removed', { name: row.name }),
                  }),
              },
            ]
          : []),
      ]
    },
    dialogs: (
      <>
        {question.dialog}
        {shown ? (
          <Suspense fallback={null}>
            <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
