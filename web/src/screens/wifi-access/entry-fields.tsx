import type { UseFormReturnType } from '@mantine/form'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, SwitchField, TextField } from '../../form/fields.tsx'
import { ScheduleFields } from '../wifi/schedule-fields.tsx'
import { AllowFields } from './allow-fields.tsx'
import type { EntryValues } from './entry-values.ts'
import { MacField } from './mac-field.tsx'
import { devicesWithout } from './use-controllers.ts'

/** The fields of an entry: its device, what is done with it and when, and for an allowed device its limits. */
export function EntryFields({
  form,
  siteId,
  entry,
  onlyBlocks,
  controllers,
}: {
  form: UseFormReturnType<EntryValues>
  siteId: number
  /** Undefined for a new entry. */
  entry: AccessEntry | undefined
  /** The action is fixed. */
  onlyBlocks: boolean
  controllers: readonly WifiController[] | undefined
}) {
  const { t } = useTranslation()
  const withoutDays = controllers ? devicesWithout(controllers, 'can_days') : []
  return (
    <>
      <FieldGroup title={t('wifi-access:form.device')}>
        <MacField
          name="mac"
          label={t('wifi-access:field.mac')}
          help={t('wifi-access:form.macHelp')}
          required
          siteId={siteId}
          onPick={(device) => {
            const isUnnamed = form.getValues().name.trim() === ''
            if (isUnnamed && device.name) form.setFieldValue('name', device.name as never)
          }}
        />
        <TextField
          name="name"
          label={t('common:field.name')}
          help={t('wifi-access:form.nameHelp')}
          required
          maxLength={100}
        />
        {onlyBlocks && entry?.action !== 'allow' ? null : (
          <ChoiceField
            name="action"
            label={t('wifi-access:field.action')}
            required
            options={(['block', 'allow'] as const).map((one) => ({
              id: one,
              name: t(`wifi-access:value.action.${one}`),
              text: t(`wifi-access:form.${one}Text`),
            }))}
          />
        )}
        <SwitchField
          name="is_enabled"
          label={t('wifi-access:field.is_enabled')}
          help={t('wifi-access:form.enabledHelp')}
        />
      </FieldGroup>
      <FieldGroup title={t('wifi-access:field.schedule')} text={t('wifi-access:form.scheduleText')}>
        <ScheduleFields scheduled={form.values.scheduled} schedule={form.values.schedule} />
        {form.values.scheduled && withoutDays.length > 0 ? (
          <p>{t('wifi-access:form.noDays', { names: withoutDays.join(', ') })}</p>
        ) : null}
      </FieldGroup>
      {form.values.action === 'allow' ? (
        <AllowFields controllers={controllers} hasPassphrase={entry?.has_passphrase ?? false} />
      ) : null}
      <FieldGroup>
        <TextField name="note" label={t('wifi-access:field.note')} maxLength={255} whole />
      </FieldGroup>
      {controllers?.length === 0 ? <p role="status">{t('wifi-access:noController')}</p> : null}
    </>
  )
}
