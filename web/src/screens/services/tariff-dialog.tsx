import { message } from '@trunkline/contract/errors'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { textOf } from '../../i18n/messages.ts'
import { useCommand } from '../../api/query.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { notify } from '../../ui/notify.ts'
import type { ServiceVariant } from './variants.ts'

/** Changes the tariff of a service; a session that is online is changed by CoA. */
export default function TariffDialog({
  variant,
  of,
  onClose,
}: {
  variant: ServiceVariant
  of: Service
  onClose: () => void
}) {
  const { t } = useTranslation()
  const update = useCommand(variant.calls.update, { subjects: [variant.subject, 'services', 'tariffs'] })
  return (
    <FormDialog
      title={t('services:tariff.title', { name: of.username })}
      text={t('services:form.tariffOfSessions')}
      initial={{ tariff_id: (of.tariff_name === null ? null : of.tariff_id) as number | null }}
      validate={({ tariff_id }): Record<string, string> =>
        tariff_id === null ? { tariff_id: textOf(message('field.required')) } : {}
      }
      onSubmit={async ({ tariff_id }) => {
        if (tariff_id !== null && tariff_id !== of.tariff_id) {
          await update.run({ params: { id: of.id }, body: { tariff_id, version: of.version } })
          notify.success(t('services:tariff.done', { name: of.username }))
        }
        onClose()
      }}
      submitLabel={t('services:action.tariff')}
      onClose={onClose}
    >
      <RemoteSelectField
        name="tariff_id"
        label={t('services:field.tariff_name')}
        endpoint={tariffs.lookup}
        query={{ company_id: of.company_id }}
        selected={of.tariff_name === null ? null : { id: of.tariff_id, name: of.tariff_name }}
        required
        whole
      />
    </FormDialog>
  )
}
