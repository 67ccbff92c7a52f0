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

const numberOf = (text: string | number | undefined) =>
  text !== undefined && /^\d+$/.test(String(text)) ? Number(text) : undefined

/** Redirects to the ports of a switch by the search parameters `site` and `hardware`, and selects what is missing. */
export default function SwitchManage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { site?: string | number; hardware?: string | number }
  const site = numberOf(search.site)
  const hardware = numberOf(search.hardware)
  if (hardware !== undefined) return <Navigate to={networkPaths.ports(hardware) as never} replace />
  return (
    <>
      <PageHeader title={t('panel:title.switchPorts')} />
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
