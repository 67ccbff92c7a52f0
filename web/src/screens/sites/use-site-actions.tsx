import { sites, type SiteRow } from '@trunkline/contract/resources/site'
import { IconEdit, IconTrash, IconTrashOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useQuestion } from '../../ui/question.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/** What can be done with a site on its page. `dialog` has to stand in the page. */
export function useSiteActions(): { actionsOf: (row: SiteRow) => MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const question = useQuestion()
  const destroy = useCommand(sites.destroy)
  const recover = useCommand(sites.recover)

  const actionsOf = (row: SiteRow): MenuAction[] => {
    const { id, name } = row
    const actions: MenuAction[] = []
    if (!row.deleted_at && canOn(sites.update, row))
      actions.push({
        key: 'edit',
        label: t('sites:action.edit'),
        icon: <IconEdit {...icon} />,
        to: paths.sites.update(id),
      })
    if (!canOn(sites.destroy, row)) return actions
    actions.push(
      row.deleted_at
        ? {
            key: 'recover',
            label: t('list:trash.recover'),
            icon: <IconTrashOff {...icon} />,
            onClick: () => question.act(() => recover.run({ params: { id } }), t('list:trash.recovered', { name })),
          }
        : {
            key: 'destroy',
            label: t('list:trash.move'),
            icon: <IconTrash {...icon} />,
            tone: 'danger',
            onClick: () =>
              question.ask({
                title: t('list:trash.title', { name }),
                text: t('sites:confirm.destroy'),
                confirmLabel: t('list:trash.move'),
                tone: 'danger',
                run: () => destroy.run({ params: { id } }),
                done: t('list:trash.moved', { name }),
              }),
          },
    )
    return actions
  }
  return { actionsOf, dialog: question.dialog }
}
