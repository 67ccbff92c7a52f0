import {
  IconArrowBackUp,
  IconArrowsDiagonal,
  IconArrowsMove,
  IconArrowUpBar,
  IconEdit,
  IconEye,
  IconGridDots,
  IconStackPush,
  IconLayoutGridAdd,
  IconTrash,
  IconArrowsJoin,
  IconArrowsSplit,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'
import { useMayOn } from './subnet-rules.ts'

const PlanDialog = lazy(() => loadChunk(() => import('./PlanDialog.tsx')))
const DestroyDialog = lazy(() => loadChunk(() => import('./DestroyDialog.tsx')))

/** How long a dialog takes to leave the page, in milliseconds. */
const settling = 300

const icon = { size: 16, 'aria-hidden': true } as const
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
 * What can be done with a subnet, for the tree and for its page. `page` leaves out the way to the page and adds the
 * way out of the trash, which a list brings itself. `dialog` has to stand in the page.
 */
export function useSubnetActions({ page = false, onGone }: { page?: boolean; onGone?: () => void } = {}): {
  actionsOf: (node: SubnetNode) => MenuAction[]
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const mayOn = useMayOn()
  const navigate = useNavigate()
  const question = useQuestion()
  const recover = useCommand(subnets.recover)
  const [requested, setAsked] = useState<{ what: Operation | 'destroy'; node: SubnetNode } | null>(null)

  const whyNot = (what: Operation, node: SubnetNode): string | undefined => {
    if (what === 'split' && node.length === (node.ip_version === 'ipv4' ? 32 : 128)) return t('ipam:why.whole')
    if (what === 'cover' && node.hosts) return t('ipam:why.hosts')
    if (what === 'lift' && node.child_count === 0) return t('ipam:why.noChildren')
    return undefined
  }

  const actionsOf = (node: SubnetNode): MenuAction[] => {
    const deleted = node.deleted_at ? t('ipam:why.deleted') : undefined
    const actions: MenuAction[] = []
    const detail = paths.ipam.detail(node.ip_version, node.id)
    if (!page) actions.push({ key: 'open', label: t('ipam:action.open'), icon: <IconEye {...icon} />, to: detail })
    if (mayOn(subnets.update, node))
      actions.push({
        key: 'edit',
        label: t('ipam:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.ipam.update(node.ip_version, node.id),
        disabledReason: deleted,
      })
    if (mayOn(subnets.store, node))
      actions.push({
        key: 'add',
        label: t('ipam:action.add'),
        icon: <IconLayoutGridAdd {...icon} />,
        onClick: () =>
          void navigate({
            to: paths.ipam.create(node.ip_version) as never,
            search: ((before: Record<string, unknown>) => ({
              parent: String(node.id),
              from: page ? 'detail' : undefined,
              company: before.company,
            })) as never,
          }),
        disabledReason: deleted ?? (node.hosts ? t('ipam:why.hosts') : undefined),
      })
    if (!page)
      actions.push({
        key: 'map',
        label: t('ipam:action.map'),
        icon: <IconGridDots {...icon} />,
        onClick: () =>
          void navigate({
            to: detail as never,
            search: ((before: Record<string, unknown>) => ({ tab: 'map', company: before.company })) as never,
          }),
        disabledReason: deleted,
      })
    if (mayOn(subnets.plan, node))
      for (const [what, Icon] of operations)
        actions.push({
          key: what,
          label: t(`ipam:action.${what}`),
          icon: <Icon {...icon} />,
          onClick: () => setAsked({ what, node }),
          disabledReason: deleted ?? whyNot(what, node),
        })
    if (node.deleted_at) {
      if (page && mayOn(subnets.recover, node))
        actions.push({
          key: 'recover',
          label: t('ipam:action.recover'),
          icon: <IconArrowBackUp {...icon} />,
          onClick: () =>
            question.act(() => recover.run({ params: { id: node.id } }), t('ipam:done.recovered', { net: node.net })),
        })
    } else if (mayOn(subnets.destroy, node))
      actions.push({
        key: 'destroy',
        label: t('ipam:action.destroy'),
        icon: <IconTrash {...icon} />,
        tone: 'danger',
        onClick: () => setAsked({ what: 'destroy', node }),
      })
    return actions
  }

  const close = () => {
    const id = requested?.node.id
    setAsked(null)
    // The menu that it was begun from is gone: without this the focus would be nowhere.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>(`main [data-row="${id}"], main h1`)?.focus()
    }, settling)
  }
  return {
    actionsOf,
    dialog: (
      <>
        {question.dialog}
        {requested ? (
          <Suspense fallback={null}>
            {requested.what === 'destroy' ? (
              <DestroyDialog
                subnet={requested.node}
                onDone={(done) => {
                  close()
                  if (done) onGone?.()
                }}
              />
            ) : (
              <PlanDialog operation={requested.what} subnet={requested.node} onDone={close} />
            )}
          </Suspense>
        ) : null}
      </>
    ),
  }
}
