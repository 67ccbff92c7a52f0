import { Button, SegmentedControl, Text, TextInput, type TextInputProps } from '@mantine/core'
import { addressHistory } from '@trunkline/contract/resources/address-history'
import { IconFileCertificate, IconSearch } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import formClasses from '../../form/form.module.css'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { useZone } from '../../ui/zone.ts'
import { instantIn, type HistoryForm } from './history-search.ts'
import type { HistorySearch } from './use-history-search.ts'

/** The form: an address, a time or a range, and the case it is queried for. */
export function QueryCard({ of: search }: { of: HistorySearch }) {
  const { t } = useTranslation()
  const can = useCan()
  const zone = useZone()
  const { form, change, messages } = search
  const input = (name: Exclude<keyof HistoryForm, 'mode'>, props: TextInputProps) => (
    <TextInput
      label={t(`address-history:field.${name}`)}
      autoComplete="off"
      value={form[name]}
      error={messages[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...props}
    />
  )
  const timeInput = (name: 'at' | 'from' | 'to') => {
    const utc = instantIn(form[name], zone)
    return input(name, {
      type: 'datetime-local',
      step: 1,
      required: true,
      description: utc ? t('address-history:utc', { time: utc }) : t('address-history:zone', { zone }),
    })
  }

  return (
    <Card title={t('address-history:query')}>
      <form onSubmit={search.submit} noValidate>
        <div className={formClasses.fields}>
          {input('address', {
            description: t('address-history:help.address'),
            required: true,
            spellCheck: false,
            maxLength: 64,
          })}
          {input('port', { description: t('address-history:help.port'), inputMode: 'numeric', maxLength: 5 })}
          <div className={layout.whole}>
            <SegmentedControl
              aria-label={t('address-history:field.mode')}
              value={form.mode}
              onChange={(mode) => change({ mode: mode as HistoryForm['mode'] })}
              data={(['at', 'range'] as const).map((value) => ({
                value,
                label: t(`address-history:mode.${value}`),
              }))}
            />
          </div>
          {form.mode === 'at' ? (
            timeInput('at')
          ) : (
            <>
              {timeInput('from')}
              {timeInput('to')}
            </>
          )}
          {input('reference', { description: t('address-history:help.reference'), maxLength: 200 })}
        </div>
        <Text c="dimmed" my="sm">
          {t('address-history:audited')}
        </Text>
        {search.exportError ? (
          <ErrorNotice error={search.exportError} title={t('address-history:exportFailed')} inline />
        ) : null}
        <div className={layout.buttons}>
          <Button
            type="submit"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            loading={search.found.isFetching}
          >
            {t('address-history:search')}
          </Button>
          {can(addressHistory.export) ? (
            <Button
              variant="default"
              leftSection={<IconFileCertificate size={16} aria-hidden="true" />}
              loading={search.exporting}
              onClick={() => void search.exportSigned()}
            >
              {t('address-history:export')}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}
