import type { ServiceStatus } from '@trunkline/contract/resources/radius-enums'
import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import {
  IconCircleCheck,
  IconCircleOff,
  IconCircleX,
  IconEdit,
  IconPlugConnectedX,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'
import type { Dial } from './kinds.ts'

const icon = { size: 16, 'aria-hidden': true } as const

/** A status and the verb that gives it. */
export const verbs = { active: 'activate', suspended: 'suspend', terminated: 'terminate' } as const
export type GivenStatus = keyof typeof verbs
const given = Object.keys(verbs) as GivenStatus[]

export const verbIcons: Record<GivenStatus, ReactNode> = {
  active: <IconCircleCheck {...icon} />,
  suspended: <IconCircleOff {...icon} />,
  terminated: <IconCircleX {...icon} />,
}

const offered = (status: ServiceStatus, next: GivenStatus): boolean =>
  status !== next && !(status === 'terminated' && next === 'suspended')

/**
 * What can be done with a service or dial-up, for the list and for its page. `trash` adds the way into the trash and
 * out, which a list brings itself. `dialog` has to stand in the page.
 */
export function useDialActions(
  dial: Dial,
  { trash = false }: { trash?: boolean } = {},
): { actionsOf: (row: ServiceRow) => MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const { calls, subject } = dial
  // Addresses are given back and taken again, and what NAS devices are asked is news of services.
  const subjects = [subject, 'services', 'subnets'] as const
  const status = useCommand(calls.changeStatus, { subjects })
  const disconnect = useCommand(calls.disconnect, { subjects })
  const destroy = useCommand(calls.destroy, { subjects })
  const recover = useCommand(calls.recover, { subjects })

  const give = (row: ServiceRow, next: GivenStatus) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], status: next } })).data)

  const statusAction = (row: ServiceRow, next: GivenStatus): MenuAction => {
    const verb = verbs[next]
    const done = t(`services:done.${verb}`, { name: row.username })
    const base = { key: verb, label: t(`services:action.${verb}`), icon: verbIcons[next] }
    // What brings somebody online is done at once; what cuts somebody off is asked about.
    if (next === 'active') return { ...base, onClick: () => question.act(give(row, next), done) }
    return {
      ...base,
      tone: 'danger',
      onClick: () =>
        question.ask({
          title: t(`services:confirm.${verb}Title`, { name: row.username }),
          text: t(`services:confirm.${verb}`),
          confirmLabel: t(`services:action.${verb}`),
          tone: 'danger',
          run: give(row, next),
          done,
        }),
    }
  }

  const disconnectAction = (row: ServiceRow): MenuAction => ({
    key: 'disconnect',
    label: t('services:action.disconnect'),
    icon: <IconPlugConnectedX {...icon} />,
    disabledReason: row.online ? undefined : t('services:why.offline'),
    onClick: () =>
      question.ask({
        title: t('services:confirm.disconnectTitle', { name: row.username }),
        text: t('services:confirm.disconnect'),
        confirmLabel: t('services:action.disconnect'),
        tone: 'danger',
        run: async () => {
          const requested = (await disconnect.run({ params: { id: row.id } })).data
          if (requested.length === 0) notify.info(t('services:why.offline'))
        },
        done: t('services:done.disconnect', { name: row.username }),
      }),
  })

  const trashAction = (row: ServiceRow): MenuAction =>
    row.deleted_at
      ? {
          key: 'recover',
          label: t('services:action.recover'),
          icon: <IconTrashOff {...icon} />,
          onClick: () =>
            question.act(
              () => recover.run({ params: { id: row.id } }),
              t('services:done.recovered', { name: row.username }),
            ),
        }
      : {
          key: 'destroy',
          label: t('services:action.destroy'),
          icon: <IconTrash {...icon} />,
          tone: 'danger',
          onClick: () =>
            question.ask({
              title: t('services:confirm.destroyTitle', { name: row.username }),
              text: t('services:confirm.destroy'),
              confirmLabel: t('services:action.destroy'),
              tone: 'danger',
              run: () => destroy.run({ params: { id: row.id } }),
              done: t('services:done.destroyed', { name: row.username }),
            }),
        }

  const actionsOf = (row: ServiceRow): MenuAction[] => {
    const actions: MenuAction[] = []
    const there = row.deleted_at === null
    if (there && canOn(calls.update, row)) {
      actions.push({
        key: 'edit',
        label: t('services:action.edit'),
        icon: <IconEdit {...icon} />,
        to: dial.paths.update(row.id),
      })
      actions.push(disconnectAction(row))
    }
    if (there && canOn(calls.changeStatus, row))
      actions.push(...given.filter((next) => offered(row.status, next)).map((next) => statusAction(row, next)))
    if (trash && canOn(calls.destroy, row)) actions.push(trashAction(row))
    return actions
  }
  return { actionsOf, dialog: question.dialog }
}
