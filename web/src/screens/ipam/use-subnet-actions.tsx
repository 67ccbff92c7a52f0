import {
  IconArrowsDiagonal,
  IconArrowsJoin,
  IconArrowsMove,
  IconArrowsSplit,
  IconArrowUpBar,
  IconEye,
  IconGridDots,
  IconLayoutGridAdd,
  IconStackPush,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { paths } from '../../paths.ts'
import { actionIcon, useRecordActions } from '../../record/use-record-actions.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useGo } from '../../ui/navigation.ts'
import { bitsOfVersion } from './ip-version.ts'
import { useMayOn } from './subnet-permissions.ts'

const PlanDialog = lazy(() => loadChunk(() => import('./PlanDialog.tsx')))
const DestroyDialog = lazy(() => loadChunk(() => import('./DestroyDialog.tsx')))

/** Milliseconds until a closed dialog has left the page. */
const closingTime = 300

const operations = [
  ['split', IconArrowsSplit],
  ['merge', IconArrowsJoin],
  ['resize', IconArrowsDiagonal],
  ['move', IconArrowsMove],
  ['cover', IconStackPush],
  ['lift', IconArrowUpBar],
] as const
type Operation = (typeof operations)[number][0]

/**
 * The actions of a subnet, for the tree and for its page. `page` leaves out the links to the page and adds the way out
 * of quarantine, which a list brings itself. `dialog` has to be rendered in the page.
 */
export function useSubnetActions({ page = false }: { page?: boolean } = {}): {
  actionsOf: (node: SubnetNode) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const go = useGo()
  const record = useRecordActions<SubnetNode>({ texts: 'ipam', trash: subnets, nameOf: (node) => node.net })
  const [dialog, setDialog] = useState<{ action: Operation | 'destroy'; node: SubnetNode } | null>(null)

  const whyNot = (operation: Operation, node: SubnetNode): string | undefined => {
    if (operation === 'split' && node.length === bitsOfVersion(node.ip_version)) return t('ipam:why.singleAddress')
    if (operation === 'cover' && node.hosts) return t('ipam:why.hasAddresses')
    if (operation === 'lift' && node.child_count === 0) return t('ipam:why.noChildren')
    return undefined
  }

  const actionsOf = (node: SubnetNode): MenuAction[] => {
    const deleted = node.deleted_at ? t('ipam:why.deleted') : undefined
    const detail = paths.ipam.detail(node.ip_version, node.id)
    const entry = (key: string, Shape: Icon, action: Omit<MenuAction, 'key' | 'label' | 'icon'>): MenuAction => ({
      key,
      label: t(`ipam:action.${key}`),
      icon: actionIcon(Shape),
      disabledReason: deleted,
      ...action,
    })
    /** A link with search parameters, in the present company context. */
    const link = (to: string, search: Record<string, string>) => ({
      onClick: () => void go(to, { search: (before) => ({ ...search, company: before['company'] }) }),
    })
    const start = (action: Operation | 'destroy') => ({ onClick: () => setDialog({ action, node }) })
    return [
      ...(page ? [] : [entry('open', IconEye, { to: detail, disabledReason: undefined })]),
      ...(mayOn(subnets.update, node) ? [record.edit(paths.ipam.update(node.ip_version, node.id), deleted)] : []),
      ...(mayOn(subnets.store, node)
        ? [
            entry('add', IconLayoutGridAdd, {
              ...link(paths.ipam.create(node.ip_version), { parent: String(node.id), ...(page && { from: 'detail' }) }),
              disabledReason: deleted ?? (node.hosts ? t('ipam:why.hasAddresses') : undefined),
            }),
          ]
        : []),
      ...(page ? [] : [entry('map', IconGridDots, link(detail, { tab: 'map' }))]),
      ...(mayOn(subnets.plan, node)
        ? operations.map(([key, Shape]) =>
            entry(key, Shape, { ...start(key), disabledReason: deleted ?? whyNot(key, node) }),
          )
        : []),
      ...(deleted && page && mayOn(subnets.recover, node) ? [record.trash(node)] : []),
      ...(!deleted && mayOn(subnets.destroy, node)
        ? [entry('destroy', IconTrash, { ...start('destroy'), tone: 'danger' })]
        : []),
    ]
  }

  const close = () => {
    const id = dialog?.node.id
    setDialog(null)
    // The menu that opened the dialog is gone: the focus goes to the row, or to the heading of the page.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>(`main [data-row="${id}"], main h1`)?.focus()
    }, closingTime)
  }
  return {
    actionsOf,
    dialog: (
      <>
        {record.dialog}
        {dialog ? (
          <Suspense fallback={null}>
            {dialog.action === 'destroy' ? (
              <DestroyDialog subnet={dialog.node} onDone={close} />
            ) : (
              <PlanDialog operation={dialog.action} subnet={dialog.node} onDone={close} />
            )}
          </Suspense>
        ) : null}
      </>
    ),
  }
}
