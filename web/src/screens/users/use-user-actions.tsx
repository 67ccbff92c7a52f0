import { auth } from '@trunkline/contract/resources/auth'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import {
  IconCircleCheck,
  IconCircleOff,
  IconCrown,
  IconDeviceMobileOff,
  IconEdit,
  IconKey,
  IconLogin2,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'
import {
  offersLoginAs,
  whyNotDestroy,
  whyNotEdit,
  whyNotLoginAs,
  whyNotMakePrimary,
  whyNotResetTwoFactor,
  whyNotSendLink,
  whyNotStatus,
  type Why,
} from './user-rules.ts'

const LoginAsDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./login-as-dialog.tsx'))).LoginAsDialog,
}))

const icon = { size: 16, 'aria-hidden': true } as const

/**
 * What can be done with a user, for the list and for its page. `trash` adds the way into the trash and out, which a
 * list brings itself. `dialog` has to stand in the page.
 */
export function useUserActions({ trash = false }: { trash?: boolean } = {}): {
  actionsOf: (row: UserRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const viewer = useSession()?.user
  const question = useQuestion()
  const [actAs, setActAs] = useState<UserRow | null>(null)
  const status = useCommand(users.changeStatus)
  const sendLink = useCommand(users.resetPassword, { subjects: [] })
  const resetTwoFactor = useCommand(users.resetTwoFactor)
  const makePrimary = useCommand(users.makePrimary)
  const destroy = useCommand(users.destroy)
  const recover = useCommand(users.recover)

  const because = (why: Why | undefined) => why && t(`users:why.${why}`)
  const setActive = (row: UserRow, is_active: boolean) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], is_active } })).data)

  const actionsOf = (row: UserRow): MenuAction[] => {
    if (!viewer) return []
    const { id, name } = row
    const actions: MenuAction[] = []
    const manages = canOn(users.changeStatus, row)
    if (canOn(users.update, row))
      actions.push({
        key: 'edit',
        label: t('users:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.users.update(id),
        disabledReason: because(whyNotEdit(viewer, row)),
      })
    if (offersLoginAs(viewer, row) && canOn(auth.loginAs, row))
      actions.push({
        key: 'loginAs',
        label: t('users:action.loginAs'),
        icon: <IconLogin2 {...icon} />,
        disabledReason: because(whyNotLoginAs(viewer, row)),
        onClick: () => setActAs(row),
      })
    if (!manages) return actions
    actions.push(
      {
        key: 'sendLink',
        label: t('users:action.sendLink'),
        icon: <IconKey {...icon} />,
        disabledReason: because(whyNotSendLink(viewer, row)),
        onClick: () =>
          question.ask({
            title: t('users:confirm.sendLinkTitle'),
            text: t('users:confirm.sendLink', { name, email: row.email }),
            confirmLabel: t('users:action.sendLink'),
            run: () => sendLink.run({ params: { id }, body: { id } }),
            done: t('users:done.linkSent', { name }),
          }),
      },
      {
        key: 'resetTwoFactor',
        label: t('users:action.resetTwoFactor'),
        icon: <IconDeviceMobileOff {...icon} />,
        disabledReason: because(whyNotResetTwoFactor(viewer, row)),
        onClick: () =>
          question.ask({
            title: t('users:confirm.resetTwoFactorTitle'),
            text: t('users:confirm.resetTwoFactor', { name }),
            confirmLabel: t('users:action.resetTwoFactor'),
            tone: 'danger',
            run: () => resetTwoFactor.run({ params: { id } }),
            done: t('users:done.twoFactorOff', { name }),
          }),
      },
      {
        key: 'makePrimary',
        label: t('users:action.makePrimary'),
        icon: <IconCrown {...icon} />,
        disabledReason: because(whyNotMakePrimary(viewer, row)),
        onClick: () =>
          question.ask({
            title: t('users:confirm.makePrimaryTitle', { name }),
            text: t('users:confirm.makePrimary', { name, company: row.company_name }),
            confirmLabel: t('users:action.makePrimary'),
            run: () => makePrimary.run({ params: { id } }),
            done: t('users:done.madePrimary', { name }),
          }),
      },
      row.is_active
        ? {
            key: 'deactivate',
            label: t('users:action.deactivate'),
            icon: <IconCircleOff {...icon} />,
            tone: 'danger',
            disabledReason: because(whyNotStatus(viewer, row)),
            onClick: () =>
              question.ask({
                title: t('users:confirm.deactivateTitle', { name }),
                text: t('users:confirm.deactivate', { name }),
                confirmLabel: t('users:action.deactivate'),
                tone: 'danger',
                run: setActive(row, false),
                done: t('users:done.deactivated', { name }),
              }),
          }
        : {
            key: 'activate',
            label: t('users:action.activate'),
            icon: <IconCircleCheck {...icon} />,
            disabledReason: because(whyNotStatus(viewer, row)),
            onClick: () => question.act(setActive(row, true), t('users:done.activated', { name })),
          },
    )
    if (!trash) return actions
    actions.push(
      row.deleted_at
        ? {
            key: 'recover',
            label: t('users:action.recover'),
            icon: <IconTrashOff {...icon} />,
            onClick: () => question.act(() => recover.run({ params: { id } }), t('users:done.recovered', { name })),
          }
        : {
            key: 'destroy',
            label: t('users:action.destroy'),
            icon: <IconTrash {...icon} />,
            tone: 'danger',
            disabledReason: because(whyNotDestroy(viewer, row)),
            onClick: () =>
              question.ask({
                title: t('users:confirm.destroyTitle', { name }),
                text: t('users:confirm.destroy'),
                confirmLabel: t('users:action.destroy'),
                tone: 'danger',
                run: () => destroy.run({ params: { id } }),
                done: t('users:done.destroyed', { name }),
              }),
          },
    )
    return actions
  }

  return {
    actionsOf,
    dialog: (
      <>
        {question.dialog}
        {actAs ? (
          <Suspense fallback={null}>
            <LoginAsDialog user={actAs} onClose={() => setActAs(null)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
