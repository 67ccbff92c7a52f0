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

/** A status that is given by hand, and the verb that gives it. */
export const verbs = { active: 'activate', suspended: 'suspend', cancelled: 'cancel' } as const
export type GivenStatus = keyof typeof verbs
const given = Object.keys(verbs) as GivenStatus[]

export const verbIcons: Record<GivenStatus, Icon> = {
  active: IconCircleCheck,
  suspended: IconCircleOff,
  cancelled: IconCircleX,
}

/** What a licence can become: cancelled is final, and one that is over comes back by a new end alone. */
export const offered = (status: LicenceStatus, next: GivenStatus): boolean =>
  status !== next && status !== 'cancelled' && (status !== 'expired' || next === 'cancelled')

/**
 * What can be done with a licence, for the list and for its page. `trash` adds the way into the trash and out, which a
 * list brings itself. `dialog` has to stand in the page; `onReminded` is told whom a reminder went to.
 */
export function useLicenceActions({
  trash: withTrash = false,
  onReminded,
}: { trash?: boolean; onReminded?: (sentTo: string[]) => void } = {}): {
  actionsOf: (row: LicenceRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const { edit, act, ask, trash, dialog } = useRecordActions<LicenceRow>({
    texts: 'licences',
    trash: licences,
    nameOf: (row) => row.key,
  })
  const status = useCommand(licences.changeStatus)
  const remind = useCommand(licences.sendEmail)

  const statusAction = (row: LicenceRow, next: GivenStatus): MenuAction => {
    const action = {
      icon: verbIcons[next],
      run: async () => settleOnly((await status.run({ body: { ids: [row.id], status: next } })).data),
    }
    if (next === 'active') return act('activate', row, action)
    // "Cancel" is the action here.
    return ask(verbs[next], row, { ...action, tone: 'danger' }, { cancelLabel: t('licences:confirm.keep') })
  }

  const actionsOf = (row: LicenceRow): MenuAction[] => {
    const there = row.deleted_at === null
    const cancelled = row.status === 'cancelled' ? t('licences:why.cancelled') : undefined
    const actions: MenuAction[] = []
    if (there && canOn(licences.update, row)) actions.push(edit(paths.licences.update(row.id), cancelled))
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
    if (there && canOn(licences.sendEmail, row))
      actions.push(
        ask('remind', row, {
          icon: IconMail,
          why: cancelled ?? (row.expires_on === null ? t('licences:why.noEnd') : undefined),
          words: { company: row.company_name },
          run: async () => onReminded?.((await remind.run({ params: { id: row.id } })).data.sent_to),
        }),
      )
    if (there && canOn(licences.changeStatus, row))
      actions.push(...given.filter((next) => offered(row.status, next)).map((next) => statusAction(row, next)))
    if (withTrash && canOn(licences.destroy, row)) actions.push(trash(row))
    return actions
  }
  return { actionsOf, dialog }
}
