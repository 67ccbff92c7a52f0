import { useParams } from '@tanstack/react-router'
import { EntryPage } from './entry-page.tsx'

/** A device that is allowed on, or kept off, the Wi-Fi of a site: a new one, or with an id in the path a known one. */
export default function EntryForm() {
  const { entryId } = useParams({ strict: false }) as { entryId?: string }
  return <EntryPage key={entryId ?? 'new'} id={entryId === undefined ? undefined : Number(entryId)} blocked={false} />
}
