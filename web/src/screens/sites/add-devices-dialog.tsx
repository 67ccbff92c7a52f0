import { hardware } from '@trunkline/contract/resources/hardware'
import { sites, type Site } from '@trunkline/contract/resources/site'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { settleOnly } from '../../api/only-row.ts'
import { useCommand } from '../../api/query.ts'
import type { FieldErrors } from '../../form/field-errors.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { notify } from '../../ui/notify.ts'

interface Values extends Record<string, unknown> {
  hardwareIds: number[]
  hardwareIds_next: null
}

/** Adds devices without a site to this one. They are assigned to the company of the site. */
export function AddDevicesDialog({
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
  return (
    <FormDialog<Values>
      title={t('sites:add.title', { name: site.name })}
      text={t('sites:add.text', { company: site.company_name })}
      onClose={onClose}
      initial={initial}
      validate={({ hardwareIds }): FieldErrors =>
        hardwareIds.length === 0 ? { hardwareIds: t('sites:add.needed') } : {}
      }
      onSubmit={async ({ hardwareIds }) => {
        settleOnly((await add.run({ params: { siteId: site.id }, body: { hardwareIds } })).data)
        notify.success(t('sites:add.done', { count: hardwareIds.length, name: site.name }))
        onClose()
      }}
      submitLabel={t('sites:add.submit')}
    >
      <RemotePicksField
        name="hardwareIds"
        label={t('sites:add.device')}
        help={t('sites:add.help')}
        endpoint={hardware.lookup}
        query={query}
        known={[]}
        none={t('sites:add.none')}
      />
    </FormDialog>
  )
}
