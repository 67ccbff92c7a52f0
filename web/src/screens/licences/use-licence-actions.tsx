import { licences, type LicenceRow } from '@trunkline/contract/resources/licence'
import type { LicenceStatus } from '@trunkline/contract/resources/licence-words'
import {
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconCopy,
  IconEdit,
  IconMail,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/** A status that is given by hand, and the verb that gives it. */
export const verbs = { active: 'activate', suspended: 'suspend', cancelled: 'cancel' } as const
export type GivenStatus = keyof typeof verbs
const given = Object.keys(verbs) as GivenStatus[]

export const verbIcons: Record<GivenStatus, ReactNode> = {
  active: <IconCircleCheck {...icon} />,
  suspended: <IconCircleOff {...icon} />,
  cancelled: <IconCircleX {...icon} />,
}

/** What a licence can become: cancelled is final, and one that is over comes back by a new end alone. */
export const offered = (status: LicenceStatus, next: GivenStatus): boolean =>
  status !== next && status !== 'cancelled' && (status !== 'expired' || next === 'cancelled')

/**
 * What can be done with a licence, for the list and for its page. `trash` adds the way into the trash and out, which a
 * list brings itself. `dialog` has to stand in the page; `onReminded` is told whom a reminder went to.
 */
export function useLicenceActions({
  trash = false,
  onReminded,
}: { trash?: boolean; onReminded?: (sentTo: string[]) => void } = {}): {
  actionsOf: (row: LicenceRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const status = useCommand(licences.changeStatus)
  const remind = useCommand(licences.sendEmail)
  const destroy = useCommand(licences.destroy)
  const recover = useCommand(licences.recover)

  const give = (row: LicenceRow, next: GivenStatus) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], status: next } })).data)

  const statusAction = (row: LicenceRow, next: GivenStatus): MenuAction => {
    const verb = verbs[next]
    const name = row.key
    const done = t(`licences:done.${verb}`, { name })
    const base = { key: verb, label: t(`licences:action.${verb}`), icon: verbIcons[next] }
    if (next === 'active') return { ...base, onClick: () => question.act(give(row, next), done) }
    return {
      ...base,
      tone: 'danger',
      onClick: () =>
        question.ask({
          title: t(`licences:confirm.${verb}Title`, { name }),
          text: t(`licences:confirm.${verb}`),
          confirmLabel: t(`licences:action.${verb}`),
          // "Cancel" is the deed here.
          cancelLabel: t('licences:confirm.keep'),
          tone: 'danger',
          run: give(row, next),
          done,
        }),
    }
  }

  const remindAction = (row: LicenceRow): MenuAction => ({
    key: 'remind',
    label: t('licences:action.remind'),
    icon: <IconMail {...icon} />,
    disabledReason:
      row.status === 'cancelled'
        ? t('licences:why.cancelled')
        : row.expires_on === null
          ? t('licences:why.noEnd')
          : undefined,
    onClick: () =>
      question.ask({
        title: t('licences:confirm.remindTitle', { company: row.company_name }),
        text: t('licences:confirm.remind', { name: row.key, company: row.company_name }),
        confirmLabel: t('licences:action.remind'),
        run: async () => {
          const sentTo = (await remind.run({ params: { id: row.id } })).data.sent_to
          onReminded?.(sentTo)
        },
        done: t('licences:done.remind', { company: row.company_name }),
      }),
  })

  const trashAction = (row: LicenceRow): MenuAction => {
    const name = row.key
    const params = { id: row.id }
    if (row.deleted_at)
      return {
        key: 'recover',
        label: t('list:trash.recover'),
        icon: <IconTrashOff {...icon} />,
        onClick: () => question.act(() => recover.run({ params }), t('list:trash.recovered', { name })),
      }
    return {
      key: 'destroy',
      label: t('list:trash.move'),
      icon: <IconTrash {...icon} />,
      tone: 'danger',
      onClick: () =>
        question.ask({
          title: t('list:trash.title', { name }),
          text: t('licences:confirm.destroy'),
          confirmLabel: t('list:trash.move'),
          tone: 'danger',
          run: () => destroy.run({ params }),
          done: t('list:trash.moved', { name }),
        }),
    }
  }

  const actionsOf = (row: LicenceRow): MenuAction[] => {
    const there = row.deleted_at === null
    const actions: MenuAction[] = []
    if (there && canOn(licences.update, row))
      actions.push({
        key: 'edit',
        label: t('licences:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.licences.update(row.id),
        disabledReason: row.status === 'cancelled' ? t('licences:why.cancelled') : undefined,
      })
    actions.push({
      key: 'copy',
      label: t('licences:action.copy'),
      icon: <IconCopy {...icon} />,
      onClick: () =>
        void copyText(row.key).then(
          () => notify.success(t('ui:copy.done')),
          () => notify.error(t('ui:copy.failed')),
        ),
    })
    if (there && canOn(licences.sendEmail, row)) actions.push(remindAction(row))
    if (there && canOn(licences.changeStatus, row))
      actions.push(...given.filter((next) => offered(row.status, next)).map((next) => statusAction(row, next)))
    if (trash && canOn(licences.destroy, row)) actions.push(trashAction(row))
    return actions
  }
  return { actionsOf, dialog: question.dialog }
}
