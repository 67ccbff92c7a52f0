import { Button, Stack, Text } from '@mantine/core'
import { licences, type Licence } from '@trunkline/contract/resources/licence'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { call, download } from '../../api/call.ts'
import { useCommand } from '../../api/query.ts'
import { FormScreen } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { errorText } from '../../ui/error-text.ts'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { regional } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { LicenceFields } from './licence-fields.tsx'
import { licenceBody, licenceErrors, newLicence, type LicenceValues } from './licence-values.ts'
import { createdTogether } from './created-together.ts'
import { today } from './today.ts'

/** Creates identical licences at once, and then links to them. */
export default function LicenceBulk() {
  const { t } = useTranslation()
  const context = useCompanyContext()
  const store = useCommand(licences.store)
  const [created, setCreated] = useState<{ first: Licence; amount: number } | null>(null)
  const chosen = context.id === undefined ? undefined : context.path.at(-1)
  const chosenId = chosen?.id
  const initial = useMemo(() => newLicence(today(), chosenId ?? null), [chosenId])
  const crumbs = [{ label: t('licences:title'), to: paths.licences.list }, { label: t('panel:title.licenceBulk') }]

  const submit = async (values: LicenceValues) => {
    const { data } = await store.run({ body: licenceBody(values, true) })
    const first = (await call(licences.show, { params: { id: data.id } })).data
    setCreated({ first, amount: values.amount ?? 1 })
  }

  if (created) return <CreatedLicences {...created} crumbs={crumbs} onAgain={() => setCreated(null)} />
  return (
    <FormScreen<LicenceValues>
      title={t('panel:title.licenceBulk')}
      subtitle={t('licences:bulkText')}
      crumbs={crumbs}
      loading={false}
      error={null}
      initial={initial}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(licenceErrors(values, true)).map(([field, key]) => [field, t(`licences:error.${key}`)]),
        )
      }
      onSubmit={submit}
      submitLabel={t('licences:submitBulk')}
      cancelTo={paths.licences.list}
    >
      {(form) => <LicenceFields form={form} company={chosen} bulk isNew />}
    </FormScreen>
  )
}

/** How many were created and for which company, with links to them. */
function CreatedLicences({
  first,
  amount,
  crumbs,
  onAgain,
}: {
  first: Licence
  amount: number
  crumbs: { label: string; to?: string }[]
  onAgain: () => void
}) {
  const { t, i18n } = useTranslation()
  const [pending, setPending] = useState(false)
  const search = createdTogether(first)
  const save = () => {
    setPending(true)
    download(licences.index, { query: { ...search, export: 'csv' } }, 'licences.csv')
      .catch((error: unknown) => notify.error(errorText(error, t)))
      .finally(() => setPending(false))
  }
  return (
    <>
      <PageHeader title={t('panel:title.licenceBulk')} crumbs={crumbs} />
      <Card>
        <Stack align="flex-start" gap="sm" role="status">
          <Text>
            {t('licences:createdMany', {
              count: amount,
              number: amount.toLocaleString(regional(i18n.language)),
              company: first.company_name,
            })}
          </Text>
          <div className={layout.buttons}>
            <LinkButton to={paths.licences.list} search={search}>
              {t('licences:showCreated')}
            </LinkButton>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={pending}
              onClick={save}
            >
              {t('licences:downloadKeys')}
            </Button>
            <Button variant="subtle" onClick={onAgain}>
              {t('licences:again')}
            </Button>
          </div>
        </Stack>
      </Card>
    </>
  )
}
