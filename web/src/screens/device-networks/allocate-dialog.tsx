import { Button, Modal } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { deviceNetworks } from '@trunkline/contract/resources/device-network'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCommand } from '../../api/query.ts'
import { TextField } from '../../form/fields.tsx'
import { Form } from '../../form/form.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { notify } from '../../ui/notify.ts'

interface Values {
  company_id: number | null
  prefix: string
  note: string
  [key: string]: unknown
}

/** Allocates a private network to a company. */
export function AllocateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const store = useCommand(deviceNetworks.store)
  const label = (field: string) => t(`device-networks:field.${field}`)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('device-networks:add.action')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Form<Values>
        initial={{ company_id: null, prefix: '', note: '' }}
        schema={deviceNetworks.store.body}
        guard={false}
        onSubmit={async ({ company_id, prefix, note }) => {
          await store.run({ body: { company_id: company_id as number, prefix, note } })
          notify.success(t('device-networks:add.done', { prefix }))
          onClose()
        }}
        submitLabel={t('device-networks:add.action')}
        secondary={
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
        }
      >
        <RemoteSelectField
          name="company_id"
          label={label('company_name')}
          help={t('device-networks:add.companyHelp')}
          endpoint={companies.lookup}
          required
        />
        <TextField
          name="prefix"
          label={label('prefix')}
          help={t('device-networks:add.prefixHelp')}
          format="prefix"
          maxLength={64}
          required
        />
        <TextField name="note" label={label('note')} maxLength={200} />
      </Form>
    </Modal>
  )
}
