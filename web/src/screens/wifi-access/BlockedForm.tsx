import { useParams } from '@tanstack/react-router'
import { EntryPage } from './entry-page.tsx'

/** A device that is kept off the Wi-Fi of a site: a new one, or with an id in the path a known one. */
export default function BlockedForm() {
  const { blockedWifiId } = useParams({ strict: false }) as { blockedWifiId?: string }
  return (
    <EntryPage
      key={blockedWifiId ?? 'new'}
      id={blockedWifiId === undefined ? undefined : Number(blockedWifiId)}
      blocked
    />
  )
}
