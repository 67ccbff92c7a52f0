import { Button, Text } from '@mantine/core'
import { templateVariables, type TemplateVariable } from '@trunkline/contract/resources/template-variable'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../access/can.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { SwitchField, TextField } from '../../form/fields.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import layout from '../../ui/layout.module.css'
import { notify } from '../../ui/notify.ts'
import { useQuestion } from '../../ui/question.tsx'

type Place = { company_id: number } | { site_id: number } | { hardware_id: number }

/** Variables of templates: those of a company, a site or a device, and what it inherits. */
export function VariablesCard({ of }: { of: Place }) {
  const { t } = useTranslation()
  const can = useCan()
  const shown = useCall(templateVariables.index, { query: of }, { enabled: can(templateVariables.index) })
  const set = useCommand(templateVariables.set)
  const question = useQuestion()
  const [adding, setAdding] = useState(false)
  const rows = shown.data?.data
  if (!can(templateVariables.index) || (!rows && !shown.error)) return null
  const mayChange = can(templateVariables.set)
  const valueOf = ({ secret, value }: TemplateVariable) =>
    secret ? t('device-templates:variables.secret') : (value ?? t('device-templates:variables.hidden'))
  return (
    <Card
      title={t('device-templates:variables.title')}
      actions={
        mayChange ? (
          <Button variant="default" leftSection={actionIcon(IconPlus)} onClick={() => setAdding(true)}>
            {t('device-templates:variables.add')}
          </Button>
        ) : null
      }
    >
      {shown.error ? <ErrorNotice error={shown.error} inline /> : null}
      {rows?.length === 0 ? <Text className={layout.quiet ?? ''}>{t('device-templates:variables.none')}</Text> : null}
      {rows && rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <li key={row.name}>
              <code>{row.name}</code>: {valueOf(row)}{' '}
              <span className={layout.quiet}>
                {row.own ? t('device-templates:variables.own') : (row.source ?? t('device-templates:inherited'))}
              </span>
              {row.own && mayChange ? (
                <IconAction
                  label={t('device-templates:variables.remove', { name: row.name })}
                  icon={IconTrash}
                  onClick={() =>
                    question.act(
                      () => set.run({ body: { ...of, name: row.name, value: null } }),
                      t('device-templates:variables.removed'),
                    )
                  }
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {adding ? (
        <FormDialog<{ name: string; value: string; secret: boolean }>
          title={t('device-templates:variables.add')}
          text={t('device-templates:variables.text')}
          initial={{ name: '', value: '', secret: false }}
          submitLabel={t('device-templates:variables.add')}
          onClose={() => setAdding(false)}
          onSubmit={async (values) => {
            await set.run({ body: { ...of, ...values } })
            notify.success(t('device-templates:variables.saved'))
            setAdding(false)
          }}
        >
          <TextField name="name" label={t('device-templates:field.name')} maxLength={40} autoComplete="off" required />
          <TextField
            name="value"
            label={t('device-templates:field.value')}
            maxLength={500}
            autoComplete="off"
            required
          />
          <SwitchField
            name="secret"
            label={t('device-templates:field.secret')}
            help={t('device-templates:variables.secretHelp')}
          />
        </FormDialog>
      ) : null}
      {question.dialog}
    </Card>
  )
}
