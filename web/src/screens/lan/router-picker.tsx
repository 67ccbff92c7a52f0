import { Select } from '@mantine/core'
import { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useSetSearch } from '../../ui/navigation.ts'

/** Selects the router of the site that a new row is for, in the search parameter `hardware`. */
export function RouterPicker({ siteId }: { siteId: number }) {
  const { t } = useTranslation()
  const setSearch = useSetSearch()
  const devices = useCall(sites.hardware, { params: { id: siteId }, query: { perPage: 200 } })
  if (devices.error) return <ErrorNotice error={devices.error} retry={() => void devices.refetch()} />
  return (
    <Card>
      <Select
        label={t('lan:router.label')}
        description={t('lan:router.help')}
        placeholder={t('form:select')}
        searchable
        maw={420}
        disabled={devices.isPending}
        nothingFoundMessage={t('form:remote.none')}
        data={(devices.data?.data ?? []).map((row) => ({ value: String(row.id), label: row.name }))}
        onChange={(hardware) => hardware && void setSearch({ hardware }, { replace: true })}
      />
    </Card>
  )
}
