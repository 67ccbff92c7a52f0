import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './change.module.css'

/** What becomes of a file with bad rows. */
export function SkipChoice({ skip, onChange }: { skip: boolean; onChange: (skip: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('ipam:importing.skipLabel')}
      value={skip ? 'skip' : 'all'}
      onChange={(value) => onChange(value === 'skip')}
    >
      <div className={classes.stack}>
        <span />
        <Radio
          value="all"
          label={t('ipam:importing.allOrNothing')}
          description={t('ipam:importing.allOrNothingText')}
        />
        <Radio value="skip" label={t('ipam:importing.skip')} description={t('ipam:importing.skipText')} />
      </div>
    </Radio.Group>
  )
}
