import { useParams } from '@tanstack/react-router'
import { CompanyCreate } from './company-create.tsx'
import { CompanyUpdate } from './company-update.tsx'

/** A new company, or with an id in the path the details of one. */
export default function CompanyForm() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? <CompanyCreate /> : <CompanyUpdate key={id} />
}
