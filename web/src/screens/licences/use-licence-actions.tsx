import { licences, type LicenceRow } from '@trunkline/contract/resources/licence'
import type { LicenceStatus } from '@trunkline/contract/resources/licence-enums'
import { IconCircleCheck, IconCircleOff, IconCircleX, IconCopy, IconMail, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notify.ts'

/** A status that users set, and the action that sets it. */
export const verbs = { active: 'activate', suspended: 'suspend', cancelled: 'cancel' } as const
export type ManualStatus = keyof typeof verbs
const manualStatuses = Object.keys(verbs) as ManualStatus[]

export const verbIcons: Record<ManualStatus, Icon> = {
  active: IconCircleCheck,
  suspended: IconCircleOff,
  cancelled: IconCircleX,
}

/** Cancelled is final, and an expired licence is reactivated by a new end date only. */
const canBecome = (status: LicenceStatus, next: ManualStatus): boolean =>
  status !== next && status !== 'cancelled' && (status !== 'expired' || next === 'cancelled')

/**
 * The actions of a licence, for the list and for its page. `trash` adds moving to the trash and recovering, which a list
 * adds itself. The page must render `dialog`; `onReminded` gets the recipients of a reminder.
 */
export function useLicenceActions({
  trash: withTrash = false,
  onReminded,
}: { trash?: boolean; onReminded?: (sentTo: string[]) => void } = {}): {
  actionsOf: (row: LicenceRow) => MenuAction[]
  /** The actions that set another status. */
  statusesOf: (row: LicenceRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const { edit, act, confirm, trash, dialog } = useRecordActions<LicenceRow>({
    texts: 'licences',
    trash: licences,
    nameOf: (row) => row.key,
  })
  const status = useCommand(licences.changeStatus)
  const remind = useCommand(licences.sendEmail)

  const statusAction = (row: LicenceRow, next: ManualStatus): MenuAction => {
    const action = {
      icon: verbIcons[next],
      run: async () => settleOnly((await status.run({ body: { ids: [row.id], status: next } })).data),
    }
    if (next === 'active') return act('activate', row, action)
    // "Cancel" is the action here.
    return confirm(verbs[next], row, { ...action, tone: 'danger' }, { cancelLabel: t('licences:confirm.keep') })
  }

  const statusesOf = (row: LicenceRow): MenuAction[] =>
    row.deleted_at !== null || !canOn(licences.changeStatus, row)
      ? []
      : manualStatuses.filter((next) => canBecome(row.status, next)).map((next) => statusAction(row, next))
  const actionsOf = (row: LicenceRow): MenuAction[] => {
    const notDeleted = row.deleted_at === null
    const cancelled = row.status === 'cancelled' ? t('licences:why.cancelled') : undefined
    const actions: MenuAction[] = []
    if (notDeleted && canOn(licences.update, row)) actions.push(edit(paths.licences.update(row.id), cancelled))
    actions.push({
      key: 'copy',
      label: t('licences:action.copy'),
      icon: actionIcon(IconCopy),
      onClick: () =>
        void copyText(row.key).then(
          () => notify.success(t('ui:copy.done')),
          () => notify.error(t('ui:copy.failed')),
        ),
    })
    if (notDeleted && canOn(licences.sendEmail, row))
      actions.push(
        confirm('remind', row, {
          icon: IconMail,
          why: cancelled ?? (row.expires_on === null ? t('licences:why.noEnd') : undefined),
          words: { company: row.company_name },
          run: async () => onReminded?.((await remind.run({ params: { id: row.id } })).data.sent_to),
        }),
      )
    actions.push(...statusesOf(row))
    if (withTrash && canOn(licences.destroy, row)) actions.push(trash(row))
    return actions
  }
  return { actionsOf, statusesOf, dialog }
}
