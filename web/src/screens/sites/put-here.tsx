import { Modal } from '@mantine/core'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sites, type Site } from '@trunkline/contract/resources/site'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { Form } from '../../form/form.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { notify } from '../../ui/notify.ts'
import layout from '../../ui/layout.module.css'

interface Values extends Record<string, unknown> {
  hardwareIds: number[]
  hardwareIds_next: null
}

/** Devices that stand nowhere are put to the site, several at once. They become those of its company. */
export function PutHere({
  site,
  onClose,
}: {
  site: Pick<Site, 'id' | 'name' | 'company_id' | 'company_name'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const add = useCommand(sites.addHardware, { subjects: ['sites', 'hardware'] })
  const initial = useMemo<Values>(() => ({ hardwareIds: [], hardwareIds_next: null }), [])
  const query = useMemo(() => ({ for_company_id: site.company_id, unplaced: 'true' }), [site.company_id])
  const submit = async ({ hardwareIds }: Values) => {
    settleOnly((await add.run({ params: { siteId: site.id }, body: { hardwareIds } })).data)
    notify.success(t('sites:put.done', { count: hardwareIds.length, name: site.name }))
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sites:put.title', { name: site.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <p className={layout.note}>{t('sites:put.text', { company: site.company_name })}</p>
      <Form<Values>
        initial={initial}
        validate={(values): FieldErrors =>
          values.hardwareIds.length === 0 ? { hardwareIds: t('sites:put.needed') } : {}
        }
        onSubmit={submit}
        submitLabel={t('sites:put.submit')}
      >
        <RemotePicksField
          name="hardwareIds"
          label={t('sites:put.device')}
          help={t('sites:put.help')}
          endpoint={hardware.lookup}
          query={query}
          known={[]}
          none={t('sites:put.none')}
        />
      </Form>
    </Modal>
  )
}
