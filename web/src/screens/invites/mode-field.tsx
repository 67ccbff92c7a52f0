import { Radio } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import classes from './invites.module.css'
import type { InviteValues } from './invite-values.ts'

/** Whether the person joins a company or founds one. */
export function ModeField({ onPick }: { onPick: (mode: InviteValues['mode']) => void }) {
  const { t } = useTranslation()
  const field = useField<InviteValues['mode']>('mode', t('invites:form.mode'))
  return (
    <Radio.Group
      id={field.id}
      label={t('invites:form.mode')}
      value={field.value}
      onChange={(value) => onPick(value as InviteValues['mode'])}
      className={classes.whole ?? ''}
    >
      <div className={classes.modes}>
        {(['existing', 'founding'] as const).map((mode) => (
          <div key={mode} className={classes.mode} {...(field.value === mode ? { 'data-checked': true } : {})}>
            <Radio value={mode} label={t(`invites:form.${mode}`)} description={t(`invites:form.${mode}Text`)} />
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}
