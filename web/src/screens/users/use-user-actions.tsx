import { auth } from '@trunkline/contract/resources/auth'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import {
  IconCircleCheck,
  IconCircleOff,
  IconCrown,
  IconDeviceMobileOff,
  IconKey,
  IconLogin2,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
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

/**
 * The actions of a user, for the list and for its page. `trash` adds moving to the trash and recovering, which a list
 * adds itself. The page must render `dialog`.
 */
export function useUserActions({ trash: withTrash = false }: { trash?: boolean } = {}): {
  actionsOf: (row: UserRow) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const viewer = useSession()?.user
  const { edit, act, confirm, trash, dialog } = useRecordActions<UserRow>({ texts: 'users', trash: users })
  const [loginAsUser, setLoginAsUser] = useState<UserRow | null>(null)
  const status = useCommand(users.changeStatus)
  const sendLink = useCommand(users.resetPassword, { subjects: [] })
  const resetTwoFactor = useCommand(users.resetTwoFactor)
  const makePrimary = useCommand(users.makePrimary)

  const reason = (why: Why | undefined) => why && t(`users:why.${why}`)
  const setActive = (row: UserRow, is_active: boolean) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], is_active } })).data)

  const actionsOf = (row: UserRow): MenuAction[] => {
    if (!viewer) return []
    const { id } = row
    const actions: MenuAction[] = []
    if (canOn(users.update, row)) actions.push(edit(paths.users.update(id), reason(whyNotEdit(viewer, row))))
    if (offersLoginAs(viewer, row) && canOn(auth.loginAs, row))
      actions.push({
        key: 'loginAs',
        label: t('users:action.loginAs'),
        icon: actionIcon(IconLogin2),
        disabledReason: reason(whyNotLoginAs(viewer, row)),
        onClick: () => setLoginAsUser(row),
      })
    if (!canOn(users.changeStatus, row)) return actions
    const statusReason = reason(whyNotStatus(viewer, row))
    actions.push(
      confirm('sendLink', row, {
        icon: IconKey,
        why: reason(whyNotSendLink(viewer, row)),
        words: { email: row.email },
        run: () => sendLink.run({ params: { id }, body: { id } }),
      }),
      confirm('resetTwoFactor', row, {
        icon: IconDeviceMobileOff,
        tone: 'danger',
        why: reason(whyNotResetTwoFactor(viewer, row)),
        run: () => resetTwoFactor.run({ params: { id } }),
      }),
      confirm('makePrimary', row, {
        icon: IconCrown,
        why: reason(whyNotMakePrimary(viewer, row)),
        words: { company: row.company_name },
        run: () => makePrimary.run({ params: { id } }),
      }),
      row.is_active
        ? confirm('deactivate', row, {
            icon: IconCircleOff,
            tone: 'danger',
            why: statusReason,
            run: setActive(row, false),
          })
        : act('activate', row, { icon: IconCircleCheck, why: statusReason, run: setActive(row, true) }),
    )
    if (withTrash) actions.push(trash(row, reason(whyNotDestroy(viewer, row))))
    return actions
  }

  return {
    actionsOf,
    dialog: (
      <>
        {dialog}
        {loginAsUser ? (
          <Suspense fallback={null}>
            <LoginAsDialog user={loginAsUser} onClose={() => setLoginAsUser(null)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
