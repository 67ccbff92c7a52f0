import { IconTag, IconTagOff } from '@tabler/icons-react'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { TagLabel } from '@trunkline/contract/labels'
import { tags } from '@trunkline/contract/resources/tag'
import { lazy } from 'react'
import { useCan } from '../access/can.ts'
import { loadChunk } from '../api/chunk.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadTexts } from '../i18n/language.ts'
import type { JobAction } from '../list/list-types.ts'
import { actionIcon } from './use-record-actions.tsx'

// Loaded with the first confirmation.
const TagsInput = lazy(async () => {
  const [{ TagsField }] = await Promise.all([loadChunk(() => import('./tags-field.tsx')), loadTexts(['tags'])])
  return { default: TagsField }
})

/** The bulk actions that add and remove tags, for lists of records with tags (`bulkTags` in the contract). */
export function useTagJobs(calls: { bulkAddTags: Endpoint; bulkRemoveTags: Endpoint }): JobAction[] {
  const { t } = useTranslation()
  const can = useCan()
  const action = (key: 'add' | 'remove', job: Endpoint): JobAction => ({
    key: `${key}-tags`,
    label: t(`list:tagJobs.${key}`),
    icon: actionIcon(key === 'add' ? IconTag : IconTagOff),
    can: can(job) && can(tags.lookup),
    job,
    confirm: {
      title: t(`list:tagJobs.${key}`),
      text: (count) => t(`list:tagJobs.${key}Text`, { count }),
    },
    subjects: [...(typeof job.access === 'object' ? [job.access.subject] : []), 'tags'],
    fields: {
      initial: { [`${key}_tags`]: [] },
      validate: (values): Record<string, string> =>
        chosenIn(values, key).length === 0 ? { [`${key}_tags`]: t('list:tagJobs.required') } : {},
      body: (values) => ({ [`${key}_tags`]: chosenIn(values, key).map(({ id }) => id) }),
      inputs: <TagsInput name={`${key}_tags`} label={t('list:tags')} company={undefined} required whole />,
    },
  })
  return [action('add', calls.bulkAddTags), action('remove', calls.bulkRemoveTags)]
}

const chosenIn = (values: Record<string, unknown>, key: 'add' | 'remove') => values[`${key}_tags`] as TagLabel[]
