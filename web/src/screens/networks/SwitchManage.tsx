import { Navigate, useSearch } from '@tanstack/react-router'
import { IconPlug } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RouterPicker } from '../lan/router-picker.tsx'
import { networkPaths } from './network-paths.ts'

const numberOf = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined)

/** The way to the ports of a switch from an address that names site and device in its search parameters. */
export default function SwitchManage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { site?: string | number; hardware?: string | number }
  const site = numberOf(search.site === undefined ? undefined : String(search.site))
  const hardware = numberOf(search.hardware === undefined ? undefined : String(search.hardware))
  if (site !== undefined && hardware !== undefined)
    return <Navigate to={networkPaths.ports(site, hardware) as never} replace />
  return (
    <>
      <PageHeader title={t('networks:title.ports')} />
      {site === undefined ? (
        <Card>
          <EmptyState icon={<IconPlug size={20} />} title={t('networks:manage.title')} text={t('networks:manage.text')}>
            <LinkButton to={paths.sites.list}>{t('networks:manage.sites')}</LinkButton>
          </EmptyState>
        </Card>
      ) : (
        <RouterPicker siteId={site} />
      )}
    </>
  )
}
