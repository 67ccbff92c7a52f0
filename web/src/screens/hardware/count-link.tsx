import { TextLink } from '../../ui/link.tsx'

/** How many there are of something, leading to the list that shows them: those whose `field` is the row's id. */
export function CountLink({
  count,
  to,
  field,
  id,
  label,
}: {
  count: number
  to: string
  field: string
  id: number
  label: string
}) {
  if (count === 0) return 0
  return (
    <TextLink to={to} search={{ search: `${field}:${id}`, searchFields: `${field}:=` }} inherit aria-label={label}>
      {count}
    </TextLink>
  )
}
