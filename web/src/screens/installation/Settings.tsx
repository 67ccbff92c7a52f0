import { Anchor } from '@mantine/core'
import { companies } from '@trunkline/contract/resources/company'
import { installation, type settings } from '@trunkline/contract/resources/installation'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { queryClient } from '../../api/query-client.ts'
import { queryKey, useCall, useCommand } from '../../api/query.ts'
import { FieldGroup, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen } from '../../form/form-screen.tsx'
import { sameValues } from '../../form/normalise.ts'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { Time } from '../../ui/time.tsx'

type SettingsValues = z.infer<typeof settings> & Record<string, unknown>

const texts = ['terms_en', 'terms_de', 'privacy_en', 'privacy_de'] as const
const parts = [
  'legal',
  'chat_script',
  'default_country',
  'licence_enforcement',
  'radius_address',
  'radius_address_2',
] as const
const MAX_TEXT_LENGTH = 50_000

/** Only the parts that differ, so that two administrators who change different ones keep both changes. */
export function changedParts(before: SettingsValues, after: SettingsValues): Partial<z.infer<typeof settings>> {
  return Object.fromEntries(
    parts.filter((part) => !sameValues(before[part], after[part])).map((part) => [part, after[part]]),
  )
}

/** The settings of the installation. */
export default function Settings() {
  const { t } = useTranslation()
  const shown = useCall(installation.show)
  const options = useCall(companies.options, {}, { staleTime: 5 * 60_000 })
  const update = useCommand(installation.update)
  const choices = options.data?.data
  const initial = useMemo(() => shown.data && ({ ...shown.data.data } as SettingsValues), [shown.data])

  const submit = async (values: SettingsValues) => {
    if (!initial) return
    const changed = changedParts(initial, values)
    if (Object.keys(changed).length > 0) await update.run({ body: changed })
    // The pages before sign-in and the chat widget use them.
    for (const open of [installation.boot, installation.legal])
      void queryClient.invalidateQueries({ queryKey: queryKey(open) })
    notify.success(t('installation:saved'))
  }
  return (
    <>
      <FormScreen<SettingsValues>
        title={t('panel:title.settings')}
        subtitle={t('installation:settingsText')}
        loading={shown.isPending || options.isPending}
        error={shown.error ?? options.error}
        retry={() => void Promise.all([shown.refetch(), options.refetch()])}
        initial={choices ? initial : undefined}
        schema={installation.update.body}
        onSubmit={submit}
        cancelTo={paths.home}
      >
        <FieldGroup
          title={t('installation:legal')}
          text={
            <>
              {t('installation:legalText')}{' '}
              <Anchor href={paths.legal} target="_blank" rel="noopener" inherit underline="always">
                {t('installation:showLegal')}
              </Anchor>
            </>
          }
        >
          {texts.map((name) => (
            <TextArea
              key={name}
              name={`legal.${name}`}
              label={t(`installation:field.${name}`)}
              rows={8}
              maxLength={MAX_TEXT_LENGTH}
            />
          ))}
        </FieldGroup>
        <FieldGroup title={t('installation:chat')} text={t('installation:chatText')}>
          <TextField
            name="chat_script"
            label={t('installation:field.chat_script')}
            help={t('installation:chatHelp')}
            type="url"
            inputMode="url"
            maxLength={500}
            whole
          />
        </FieldGroup>
        <FieldGroup title={t('installation:defaults')}>
          <SelectField
            name="default_country"
            label={t('installation:field.default_country')}
            help={t('installation:countryHelp')}
            options={choices?.countries ?? []}
          />
        </FieldGroup>
        <FieldGroup title={t('installation:radius')} text={t('installation:radiusText')}>
          {(['radius_address', 'radius_address_2'] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`installation:field.${name}`)}
              help={t(`installation:radiusHelp.${name}`)}
              maxLength={253}
              autoComplete="off"
            />
          ))}
        </FieldGroup>
        <FieldGroup title={t('installation:licences')} text={t('installation:licencesText')}>
          <SwitchField
            name="licence_enforcement"
            label={t('installation:field.licence_enforcement')}
            help={
              initial?.licence_enforced_since ? (
                <>
                  {t('installation:enforcedSince')} <Time value={initial.licence_enforced_since} />
                </>
              ) : (
                t('installation:enforcementHelp')
              )
            }
            whole
          />
        </FieldGroup>
      </FormScreen>
    </>
  )
}
