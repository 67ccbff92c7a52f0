import { invites, type InviteRow } from '@trunkline/contract/resources/invite'
import { IconMailCancel, IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'

/** Resend and cancel. One that has been accepted or cancelled can't change any more. */
export function useInviteActions(): { actionsOf: (row: InviteRow) => MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const { confirm, dialog } = useRecordActions<InviteRow>({ texts: 'invites', nameOf: ({ email }) => email })
  const resend = useCommand(invites.resend)
  const cancel = useCommand(invites.cancel)

  const actionsOf = (row: InviteRow): MenuAction[] => {
    if (!canOn(invites.resend, row)) return []
    const params = { id: row.id }
    const why = row.status === 'accepted' || row.status === 'cancelled' ? t(`invites:why.${row.status}`) : undefined
    return [
      confirm('resend', row, { icon: IconMailForward, why, run: () => resend.run({ params }) }),
      confirm(
        'cancel',
        row,
        { icon: IconMailCancel, tone: 'danger', why, run: () => cancel.run({ params }) },
        // "Cancel" is the action here.
        { cancelLabel: t('invites:confirm.keep') },
      ),
    ]
  }
  return { actionsOf, dialog }
}
