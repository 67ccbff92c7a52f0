import { Button } from '@mantine/core'
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
import classes from './licences.module.css'
import { licenceBody, licenceFaults, newLicence, type LicenceValues } from './licence-values.ts'
import { madeTogether } from './made-together.ts'
import { today } from './today.ts'

/** Many licences alike but for the key, and then where they are. */
export default function LicenceBulk() {
  const { t } = useTranslation()
  const context = useCompanyContext()
  const store = useCommand(licences.store)
  const [created, setMade] = useState<{ first: Licence; amount: number } | null>(null)
  const chosen = context.id === undefined ? undefined : context.path.at(-1)
  const chosenId = chosen?.id
  const initial = useMemo(() => newLicence(today(), chosenId ?? null), [chosenId])
  const crumbs = [{ label: t('licences:title'), to: paths.licences.list }, { label: t('licences:createBulk') }]

  const submit = async (values: LicenceValues) => {
    const { data } = await store.run({ body: licenceBody(values, true) })
    const first = (await call(licences.show, { params: { id: data.id } })).data
    setMade({ first, amount: values.amount ?? 1 })
  }

  if (created) return <Made {...created} crumbs={crumbs} again={() => setMade(null)} />
  return (
    <FormScreen<LicenceValues>
      title={t('licences:createBulk')}
      subtitle={t('licences:bulkText')}
      crumbs={crumbs}
      loading={false}
      error={null}
      initial={initial}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(licenceFaults(values, true)).map(([field, key]) => [field, t(`licences:fault.${key}`)]),
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

/** The end of it: how many, for whom, and the ways to the keys. */
function Made({
  first,
  amount,
  crumbs,
  again,
}: {
  first: Licence
  amount: number
  crumbs: { label: string; to?: string }[]
  again: () => void
}) {
  const { t, i18n } = useTranslation()
  const [pending, setPending] = useState(false)
  const search = madeTogether(first)
  const save = () => {
    setPending(true)
    download(licences.index, { query: { ...search, export: 'csv' } }, 'licences.csv')
      .catch((error: unknown) => notify.error(errorText(error, t)))
      .finally(() => setPending(false))
  }
  return (
    <>
      <PageHeader title={t('licences:createBulk')} crumbs={crumbs} />
      <Card>
        <div className={classes.made} role="status">
          <p>
            {t('licences:made', {
              count: amount,
              number: amount.toLocaleString(regional(i18n.language)),
              company: first.company_name,
            })}
          </p>
          <div className={layout.buttons}>
            <LinkButton to={paths.licences.list} search={search}>
              {t('licences:showMade')}
            </LinkButton>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={pending}
              onClick={save}
            >
              {t('licences:saveMade')}
            </Button>
            <Button variant="subtle" onClick={again}>
              {t('licences:again')}
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}
