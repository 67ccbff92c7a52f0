import { tags } from '@trunkline/contract/resources/tag'
import { useCan } from '../access/can.ts'
import { useCall } from '../api/query.ts'
import { TagBadges } from '../ui/tag-badge.tsx'

/** Tags by their ids, those in the trash included. A tag that the user cannot see is shown by its id. */
export default function TagNames({ ids }: { ids: readonly number[] }) {
  const can = useCan()
  const found = useCall(
    tags.index,
    { query: { search: `id:${ids.join(',')}`, searchFields: 'id:in', trashed: 'with', perPage: 100 } },
    { enabled: can(tags.index) },
  )
  const known = new Map((found.data?.data ?? []).map((tag) => [tag.id, tag]))
  const hidden = ids.filter((id) => !known.has(id)).map((id) => `#${id}`)
  return (
    <>
      <TagBadges tags={ids.flatMap((id) => known.get(id) ?? [])} />
      {hidden.length > 0 ? ` ${hidden.join(', ')}` : null}
    </>
  )
}
