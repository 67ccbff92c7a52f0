import type { Icon } from '@tabler/icons-react'
import type { TFunction } from '../i18n/translations.ts'
import type { ReportedAction } from '../list/list-types.ts'
import { actionIcon } from './use-record-actions.tsx'
import { recordText } from './words.ts'

/** A bulk action with the texts `action.<key>`, `bulk.<key>Title` and `bulk.<key>Text` (`record/words.ts`). */
export function bulkAction(
  t: TFunction,
  texts: string,
  { icon, ...action }: Pick<ReportedAction, 'key' | 'can' | 'tone' | 'run'> & { icon: Icon },
): ReportedAction {
  const text = recordText(t, texts)
  return {
    ...action,
    label: text(`action.${action.key}`),
    icon: actionIcon(icon),
    confirm: {
      title: text(`bulk.${action.key}Title`),
      text: (count) => text(`bulk.${action.key}Text`, { count }),
    },
  }
}
