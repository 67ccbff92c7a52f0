import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { sites } from '@trunkline/contract/resources/site'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'

/** Which router of the site a new row is for. The choice stands in the address. */
export function RouterPicker({ siteId }: { siteId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useCall(sites.hardware, { params: { id: siteId }, query: { perPage: 200 } })
  if (found.error) return <ErrorNotice error={found.error} retry={() => void found.refetch()} />
  return (
    <Card>
      <Select
        label={t('lan:router.label')}
        description={t('lan:router.help')}
        placeholder={t('form:select')}
        searchable
        maw={420}
        disabled={found.isPending}
        nothingFoundMessage={t('form:remote.none')}
        data={(found.data?.data ?? []).map((row) => ({ value: String(row.id), label: row.name }))}
        onChange={(hardware) =>
          hardware &&
          void navigate({
            to: '.',
            search: ((before: Record<string, unknown>) => ({ ...before, hardware })) as never,
            replace: true,
          })
        }
      />
    </Card>
  )
}
