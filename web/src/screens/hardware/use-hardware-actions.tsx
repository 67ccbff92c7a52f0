import { hardware, type HardwareRow } from '@trunkline/contract/resources/hardware'
import { sites } from '@trunkline/contract/resources/site'
import { IconEdit, IconMapPin, IconMapPinOff, IconTrash, IconTrashOff } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCommand } from '../../api/query.ts'
import type { StartedAction, StartedRow } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

// Most visits of a list place nothing.
const PlaceDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./place-dialogs.tsx'))).PlaceDialog,
}))
const DeassociateDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./place-dialogs.tsx'))).DeassociateDialog,
}))

type Placing = { deed: 'place' | 'take'; rows: readonly StartedRow[]; done: () => void }

/** Putting devices to a site and taking them away, for the list and for a device's page. `dialog` has to stand in the page. */
export function usePlacing(): { bulk: StartedAction[]; ask: (placing: Placing) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const can = useCan()
  const [placing, setPlacing] = useState<Placing | null>(null)
  const action = (deed: Placing['deed'], started: Pick<StartedAction, 'label' | 'icon' | 'can'>): StartedAction => ({
    key: deed,
    ...started,
    start: (rows, done) => setPlacing({ deed, rows, done }),
  })
  const Dialog = placing?.deed === 'take' ? DeassociateDialog : PlaceDialog
  return {
    bulk: [
      action('place', {
        label: t('hardware:action.place'),
        icon: <IconMapPin {...icon} />,
        can: can(sites.addHardware) && can(sites.lookup),
      }),
      action('take', {
        label: t('hardware:action.take'),
        icon: <IconMapPinOff {...icon} />,
        can: can(hardware.deassociation),
      }),
    ],
    ask: setPlacing,
    dialog: placing ? (
      <Suspense fallback={null}>
        <Dialog rows={placing.rows} onClose={() => setPlacing(null)} onDone={placing.done} />
      </Suspense>
    ) : null,
  }
}

/** What can be done with a device on its page. `dialog` has to stand in the page. */
export function useHardwareActions(): { actionsOf: (row: HardwareRow) => MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const question = useQuestion()
  const placing = usePlacing()
  const subjects = ['hardware', 'sites'] as const
  const destroy = useCommand(hardware.destroy, { subjects })
  const recover = useCommand(hardware.recover, { subjects })

  const actionsOf = (row: HardwareRow): MenuAction[] => {
    const { id, name } = row
    const actions: MenuAction[] = []
    const there = row.deleted_at === null
    const rows = [{ id, name }]
    if (there && canOn(hardware.update, row)) {
      actions.push({
        key: 'edit',
        label: t('hardware:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.hardware.update(id),
      })
      if (can(sites.lookup))
        actions.push({
          key: 'place',
          label: t('hardware:action.place'),
          icon: <IconMapPin {...icon} />,
          onClick: () => placing.ask({ deed: 'place', rows, done: () => undefined }),
        })
      if (row.site_id !== null)
        actions.push({
          key: 'take',
          label: t('hardware:action.take'),
          icon: <IconMapPinOff {...icon} />,
          onClick: () => placing.ask({ deed: 'take', rows, done: () => undefined }),
        })
    }
    if (!canOn(hardware.destroy, row)) return actions
    actions.push(
      there
        ? {
            key: 'destroy',
            label: t('common:record.action.destroy'),
            icon: <IconTrash {...icon} />,
            tone: 'danger',
            onClick: () =>
              question.ask({
                title: t('common:record.confirm.destroyTitle', { name }),
                text: t('hardware:destroyText'),
                confirmLabel: t('common:record.action.destroy'),
                tone: 'danger',
                run: () => destroy.run({ params: { id } }),
                done: t('common:record.done.destroy', { name }),
              }),
          }
        : {
            key: 'recover',
            label: t('common:record.action.recover'),
            icon: <IconTrashOff {...icon} />,
            onClick: () =>
              question.act(() => recover.run({ params: { id } }), t('common:record.done.recover', { name })),
          },
    )
    return actions
  }
  return {
    actionsOf,
    dialog: (
      <>
        {question.dialog}
        {placing.dialog}
      </>
    ),
  }
}
