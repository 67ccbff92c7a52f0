import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import {
  IconArrowsMove,
  IconBriefcase,
  IconCircleCheck,
  IconCircleOff,
  IconMailForward,
  IconShieldLock,
} from '@tabler/icons-react'
import { signInPolicies } from '@trunkline/contract/resources/sign-in-policy'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { mayChangePolicy } from './may-change-policy.ts'
import { loadChunk } from '../../api/chunk.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useGo } from '../../ui/navigation.ts'
import { parentLevels } from './placement.ts'

/** The ability of `invites.store`, copied so that the first list does not load that contract. */
const mayInvite = { action: 'create', subject: 'user-invites' } as const

// Loaded on demand: it is rarely opened, and larger than the list.
const MoveDialog = lazy(async () => ({ default: (await loadChunk(() => import('./move-dialog.tsx'))).MoveDialog }))

const PolicyDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./sign-in-policy-dialog.tsx'))).SignInPolicyDialog,
}))

/** A change of a company also changes whether its users can sign in. */
const subjects = ['companies', 'users'] as const

/**
 * The actions of a company, for the list and for its page. `trash` adds moving to the trash and recovering, which a list
 * adds itself. The page must render `dialog`.
 */
export function useCompanyActions({ trash: withTrash = false }: { trash?: boolean } = {}): {
  actionsOf: (row: CompanyRow) => MenuAction[]
  mayDestroy: (row: CompanyRow) => boolean
  dialog: ReactNode
} {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const go = useGo()
  const session = useSession()
  const context = useCompanyContext()
  const { edit, act, confirm, trash, dialog } = useRecordActions<CompanyRow>({
    texts: 'companies',
    trash: companies,
    subjects,
  })
  const [moving, setMoving] = useState<CompanyRow | null>(null)
  const [ruled, setRuled] = useState<CompanyRow | null>(null)
  const status = useCommand(companies.changeStatus, { subjects })
  const own = session?.user.company
  const isAdmin = mayChangePolicy(session)

  const setActive = (row: CompanyRow, is_active: boolean) => async () =>
    settleOnly((await status.run({ body: { ids: [row.id], is_active } })).data)

  /** Only an empty company can be moved to the trash. */
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

  const actionsOf = (row: CompanyRow): MenuAction[] => {
    const deleted = row.deleted_at ? t('companies:why.deleted') : undefined
    const actions: MenuAction[] = []
    if (canOn(companies.update, row)) actions.push(edit(paths.companies.update(row.id), deleted))
    if (isAdmin && canOn(signInPolicies.update, row))
      actions.push({
        key: 'policy',
        label: t('companies:action.policy'),
        icon: actionIcon(IconShieldLock),
        onClick: () => setRuled(row),
        disabledReason: deleted,
      })
    if (row.id !== own?.id)
      actions.push({
        key: 'work',
        label: t('companies:action.work'),
        icon: actionIcon(IconBriefcase),
        onClick: () => context.set(row.id),
        disabledReason: deleted ?? (context.id === row.id ? t('companies:why.working') : undefined),
      })
    if (can(mayInvite))
      actions.push({
        key: 'invite',
        label: t('companies:action.invite'),
        icon: actionIcon(IconMailForward),
        disabledReason: deleted,
        onClick: () =>
          void go(paths.invites.create, {
            search: { into: String(row.id), company: context.id === undefined ? undefined : String(context.id) },
          }),
      })
    if (own?.type === 'simrush' && can(companies.move))
      actions.push({
        key: 'move',
        label: t('companies:action.move'),
        icon: actionIcon(IconArrowsMove),
        onClick: () => setMoving(row),
        disabledReason:
          row.type === 'simrush'
            ? t('companies:why.provider')
            : (deleted ??
              (row.parent_id === own.id && parentLevels(row.type, own.type, can).length === 1
                ? t('companies:why.onlyParent', { name: own.name })
                : undefined)),
      })
    if (canOn(companies.changeStatus, row)) {
      const why = row.id === own?.id ? t('companies:why.ownStatus') : deleted
      actions.push(
        row.is_active
          ? confirm('deactivate', row, { icon: IconCircleOff, tone: 'danger', why, run: setActive(row, false) })
          : act('activate', row, { icon: IconCircleCheck, why, run: setActive(row, true) }),
      )
    }
    // A list adds the action itself, but only where it is possible.
    if (canOn(companies.destroy, row) && (withTrash || (!row.deleted_at && whyNotDestroy(row))))
      actions.push(trash(row, whyNotDestroy(row)))
    return actions
  }

  return {
    actionsOf,
    mayDestroy: (row) => canOn(companies.destroy, row) && (row.deleted_at !== null || whyNotDestroy(row) === undefined),
    dialog: (
      <>
        {dialog}
        {ruled ? (
          <Suspense fallback={null}>
            <PolicyDialog company={ruled} onClose={() => setRuled(null)} />
          </Suspense>
        ) : null}
        {moving ? (
          <Suspense fallback={null}>
            <MoveDialog company={moving} onClose={() => setMoving(null)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
