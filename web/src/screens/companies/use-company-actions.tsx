import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import {
  IconArrowsMove,
  IconBriefcase,
  IconCircleCheck,
  IconCircleOff,
  IconEdit,
  IconMailForward,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { parentLevels } from './placement.ts'

/** Of `invites.store`; named here, because its contract would be loaded with the first list for this question alone. */
const mayInvite = { action: 'create', subject: 'user-invites' } as const

// The form behind it weighs more than the list that it is seldom opened from.
const MoveDialog = lazy(async () => ({ default: (await loadChunk(() => import('./move-dialog.tsx'))).MoveDialog }))

const icon = { size: 16, 'aria-hidden': true } as const
/** What a company is about: its users sign in or not with it. */
const touched = ['companies', 'users'] as const

/**
 * What can be done with a company, for the list and for its page. `trash` adds the way into the trash and out, which
 * a list brings itself. `dialog` has to stand in the page.
 */
export function useCompanyActions({ trash = false }: { trash?: boolean } = {}): {
  actionsOf: (row: CompanyRow) => MenuAction[]
  mayDestroy: (row: CompanyRow) => boolean
  dialog: ReactNode
} {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const session = useSession()
  const context = useCompanyContext()
  const navigate = useNavigate()
  const question = useQuestion()
  const [moved, setMoved] = useState<CompanyRow | null>(null)
  const status = useCommand(companies.changeStatus, { subjects: touched })
  const destroy = useCommand(companies.destroy, { subjects: touched })
  const recover = useCommand(companies.recover, { subjects: touched })
  const own = session?.user.company

  const setActive = (row: CompanyRow, is_active: boolean) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], is_active } })).data)

  const statusAction = (row: CompanyRow, deleted: string | undefined): MenuAction => {
    const reason = row.id === own?.id ? t('companies:why.ownStatus') : deleted
    if (!row.is_active)
      return {
        key: 'activate',
        label: t('companies:action.activate'),
        icon: <IconCircleCheck {...icon} />,
        disabledReason: reason,
        onClick: () => question.act(setActive(row, true), t('companies:done.activated', { name: row.name })),
      }
    return {
      key: 'deactivate',
      label: t('companies:action.deactivate'),
      icon: <IconCircleOff {...icon} />,
      tone: 'danger',
      disabledReason: reason,
      onClick: () =>
        question.ask({
          title: t('companies:confirm.deactivateTitle', { name: row.name }),
          text: t('companies:confirm.deactivate', { name: row.name }),
          confirmLabel: t('companies:action.deactivate'),
          tone: 'danger',
          run: setActive(row, false),
          done: t('companies:done.deactivated', { name: row.name }),
        }),
    }
  }

  /** A company goes when nothing lives in it any more. */
  const whyNotDestroy = (row: CompanyRow): string | undefined => {
    if (row.type === 'simrush') return t('companies:why.provider')
    if (row.id === own?.id) return t('companies:why.own')
    const left = [
      row.children_count > 0 && t('companies:why.hasCompanies', { count: row.children_count }),
      row.users_count > 0 && t('companies:why.hasUsers', { count: row.users_count }),
    ].filter((part) => part !== false)
    return left.length > 0
      ? t('companies:why.notEmpty', { left: new Intl.ListFormat(i18n.language).format(left) })
      : undefined
  }

  const trashAction = (row: CompanyRow): MenuAction => {
    if (row.deleted_at)
      return {
        key: 'recover',
        label: t('companies:action.recover'),
        icon: <IconTrashOff {...icon} />,
        onClick: () =>
          question.act(
            () => recover.run({ params: { id: row.id } }),
            t('companies:done.recovered', { name: row.name }),
          ),
      }
    return {
      key: 'destroy',
      label: t('companies:action.destroy'),
      icon: <IconTrash {...icon} />,
      tone: 'danger',
      disabledReason: whyNotDestroy(row),
      onClick: () =>
        question.ask({
          title: t('companies:confirm.destroyTitle', { name: row.name }),
          text: t('companies:confirm.destroy'),
          confirmLabel: t('companies:action.destroy'),
          tone: 'danger',
          run: () => destroy.run({ params: { id: row.id } }),
          done: t('companies:done.destroyed', { name: row.name }),
        }),
    }
  }

  const actionsOf = (row: CompanyRow): MenuAction[] => {
    const deleted = row.deleted_at ? t('companies:why.deleted') : undefined
    const actions: MenuAction[] = []
    if (canOn(companies.update, row))
      actions.push({
        key: 'edit',
        label: t('companies:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.companies.update(row.id),
        disabledReason: deleted,
      })
    if (row.id !== own?.id)
      actions.push({
        key: 'work',
        label: t('companies:action.work'),
        icon: <IconBriefcase {...icon} />,
        onClick: () => context.set(row.id),
        disabledReason: deleted ?? (context.id === row.id ? t('companies:why.working') : undefined),
      })
    if (can(mayInvite))
      actions.push({
        key: 'invite',
        label: t('companies:action.invite'),
        icon: <IconMailForward {...icon} />,
        disabledReason: deleted,
        onClick: () =>
          void navigate({
            to: paths.invites.create as never,
            search: { into: String(row.id), company: context.id && String(context.id) } as never,
          }),
      })
    if (own?.type === 'simrush' && can(companies.move))
      actions.push({
        key: 'move',
        label: t('companies:action.move'),
        icon: <IconArrowsMove {...icon} />,
        onClick: () => setMoved(row),
        disabledReason:
          row.type === 'simrush'
            ? t('companies:why.provider')
            : (deleted ??
              (row.parent_id === own.id && parentLevels(row.type, own.type, can).length === 1
                ? t('companies:why.onlyParent', { name: own.name })
                : undefined)),
      })
    if (canOn(companies.changeStatus, row)) actions.push(statusAction(row, deleted))
    // A list brings the way into the trash itself, but only for what can go there.
    if (canOn(companies.destroy, row) && (trash || (!row.deleted_at && whyNotDestroy(row))))
      actions.push(trashAction(row))
    return actions
  }

  return {
    actionsOf,
    mayDestroy: (row) => canOn(companies.destroy, row) && (row.deleted_at !== null || whyNotDestroy(row) === undefined),
    dialog: (
      <>
        {question.dialog}
        {moved ? (
          <Suspense fallback={null}>
            <MoveDialog company={moved} onClose={() => setMoved(null)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
