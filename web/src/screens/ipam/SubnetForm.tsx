import { useParams } from '@tanstack/react-router'
import { SubnetCreate } from './subnet-create.tsx'
import { SubnetUpdate } from './subnet-update.tsx'

/** A new subnet, or with an id in the path what is known of one. */
export default function SubnetForm() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <SubnetCreate /> : <SubnetUpdate key={id} id={Number(id)} />
}
