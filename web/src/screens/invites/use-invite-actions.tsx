import { invites, type InviteRow } from '@trunkline/contract/resources/invite'
import { IconMailCancel, IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'

/** What can still be done with an invitation: one that has been accepted or cancelled is history. */
export function useInviteActions(): { actionsOf: (row: InviteRow) => MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const resend = useCommand(invites.resend)
  const cancel = useCommand(invites.cancel)

  const actionsOf = (row: InviteRow): MenuAction[] => {
    if (!canOn(invites.resend, row)) return []
    const { id, email, status } = row
    const disabledReason = status === 'accepted' || status === 'cancelled' ? t(`invites:why.${status}`) : undefined
    return [
      {
        key: 'resend',
        label: t('invites:action.resend'),
        icon: <IconMailForward size={16} aria-hidden="true" />,
        disabledReason,
        onClick: () =>
          question.ask({
            title: t('invites:confirm.resendTitle'),
            text: t('invites:confirm.resend', { email }),
            confirmLabel: t('invites:action.resend'),
            run: () => resend.run({ params: { id } }),
            done: t('invites:done.resent', { email }),
          }),
      },
      {
        key: 'cancel',
        label: t('invites:action.cancel'),
        icon: <IconMailCancel size={16} aria-hidden="true" />,
        tone: 'danger',
        disabledReason,
        onClick: () =>
          question.ask({
            title: t('invites:confirm.cancelTitle'),
            text: t('invites:confirm.cancel', { email }),
            confirmLabel: t('invites:action.cancel'),
            cancelLabel: t('invites:confirm.keep'),
            tone: 'danger',
            run: () => cancel.run({ params: { id } }),
            done: t('invites:done.cancelled', { email }),
          }),
      },
    ]
  }
  return { actionsOf, dialog: question.dialog }
}
