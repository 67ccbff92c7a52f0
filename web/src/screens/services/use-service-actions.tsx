import type { ServiceStatus } from '@trunkline/contract/resources/radius-enums'
import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import { IconCircleCheck, IconCircleOff, IconCircleX, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { notify } from '../../ui/notify.ts'
import type { ServiceVariant } from './variants.ts'

/** The actions that set a status. */
export const statusActions = [
  { key: 'activate', status: 'active', icon: IconCircleCheck, tone: 'normal' },
  { key: 'suspend', status: 'suspended', icon: IconCircleOff, tone: 'danger' },
  { key: 'terminate', status: 'terminated', icon: IconCircleX, tone: 'danger' },
] as const

const isPossible = (status: ServiceStatus, next: ServiceStatus): boolean =>
  status !== next && !(status === 'terminated' && next === 'suspended')

/**
 * The actions of a service or VPN dial-up, for the list and for its page. `trash` adds the way into the trash and out,
 * which a list brings itself. `dialog` has to be rendered in the page.
 */
export function useServiceActions(
  { calls, subject, paths }: ServiceVariant,
  { trash: withTrash = false }: { trash?: boolean } = {},
): {
  actionsOf: (row: ServiceRow) => MenuAction[]
  /** The actions that set another status. */
  statusesOf: (row: ServiceRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  // Addresses are released and allocated; pages of services show requests to NAS devices.
  const subjects = [subject, 'services', 'subnets'] as const
  const status = useCommand(calls.changeStatus, { subjects })
  const disconnect = useCommand(calls.disconnect, { subjects })
  const { edit, act, confirm, trash, dialog } = useRecordActions<ServiceRow>({
    texts: 'services',
    trash: calls,
    subjects,
    nameOf: (row) => row.username,
  })

  const statusesOf = (row: ServiceRow): MenuAction[] =>
    row.deleted_at !== null || !canOn(calls.changeStatus, row)
      ? []
      : statusActions
          .filter((action) => isPossible(row.status, action.status))
          .map(({ key, status: next, ...action }) =>
            // What brings a customer online is done at once; what disconnects one is confirmed first.
            (next === 'active' ? act : confirm)(key, row, {
              ...action,
              run: async () => settleOnly((await status.run({ body: { ids: [row.id], status: next } })).data),
            }),
          )
  const actionsOf = (row: ServiceRow): MenuAction[] => {
    const inTrash = row.deleted_at !== null
    return [
      ...(!inTrash && canOn(calls.update, row)
        ? [
            edit(paths.update(row.id)),
            confirm('disconnect', row, {
              icon: IconPlugConnectedX,
              tone: 'danger',
              why: row.online ? undefined : t('services:why.offline'),
              run: async () => {
                const requests = (await disconnect.run({ params: { id: row.id } })).data
                if (requests.length === 0) notify.info(t('services:why.offline'))
              },
            }),
          ]
        : []),
      ...statusesOf(row),
      ...(withTrash && canOn(calls.destroy, row) ? [trash(row)] : []),
    ]
  }
  return { actionsOf, statusesOf, dialog }
}
