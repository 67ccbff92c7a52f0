import { Navigate, useParams, useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSite } from '../wifi/use-site-wifi.ts'
import { RouterPicker } from './router-picker.tsx'

const base = '/site/$id/hardware/'

/**
 * The address of a device's page, by a route and parameters below its site; undefined if no device is named.
 * `/site/3/hardware/lan/9` is `/hardware/9/lan`, and `/site/3/hardware/dhcp/add?hardware=9` is `/hardware/9/dhcp/add`.
 */
export function devicePathOf(
  route: string,
  params: Readonly<Record<string, string | undefined>>,
  hardware: string | undefined,
): string | undefined {
  const id = params['hardwareId'] ?? hardware
  if (id === undefined || !/^[1-9]\d*$/.test(id)) return undefined
  const parts = route
    .slice(base.length)
    .split('/')
    .filter((part) => part !== '$hardwareId')
    .map((part) => (part.startsWith('$') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
  return `/hardware/${id}/${parts.join('/')}`
}

/** Leads addresses of a device below its site to the page of the device; without a device, one of the site is selected. */
export default function SiteDevicePage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as Record<string, string | undefined>
  const { hardware, ...search } = useSearch({ strict: false }) as Record<string, string | undefined>
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) })
  const site = useSite()
  const path = devicePathOf(match?.fullPath ?? '', params, hardware)
  if (path !== undefined) return <Navigate to={path as never} search={search as never} replace />
  const title = t(`panel:title.${match?.staticData.title}`)
  return (
    <>
      <PageHeader title={title} crumbs={[...site.crumbs, { label: title }]} />
      <RouterPicker siteId={site.siteId} />
    </>
  )
}
