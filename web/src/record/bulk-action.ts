import type { Icon } from '@tabler/icons-react'
import type { TFunction } from '../i18n/translations.ts'
import type { JobAction, ReportedAction } from '../list/list-types.ts'
import { actionIcon } from './use-record-actions.tsx'
import { recordText } from './words.ts'

/** Label and texts of a bulk action: `action.<key>`, `bulk.<key>Title` and `bulk.<key>Text` (`record/words.ts`). */
function verbOf(t: TFunction, texts: string, { key, icon }: { key: string; icon: Icon }) {
  const text = recordText(t, texts)
  return {
    label: text(`action.${key}`),
    icon: actionIcon(icon),
    confirm: {
      title: text(`bulk.${key}Title`),
      text: (count: number) => text(`bulk.${key}Text`, { count }),
    },
  }
}

/** A bulk action that replies with its report. */
export const bulkAction = (
  t: TFunction,
  texts: string,
  action: Pick<ReportedAction, 'key' | 'can' | 'tone' | 'run'> & { icon: Icon },
): ReportedAction => ({ ...action, ...verbOf(t, texts, action) })

/** A bulk action that runs as a job. */
export const jobAction = (
  t: TFunction,
  texts: string,
  action: Pick<JobAction, 'key' | 'can' | 'tone' | 'job' | 'values' | 'fields' | 'subjects'> & { icon: Icon },
): JobAction => ({ ...action, ...verbOf(t, texts, action) })
