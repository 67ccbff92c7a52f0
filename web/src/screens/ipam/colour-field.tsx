import { Radio } from '@mantine/core'
import { categoryColours } from '@trunkline/contract/resources/subnet-category'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import { ColourDot } from './badges.tsx'
import classes from './change.module.css'

/** The colour of a category: each with its name, since colours are not told apart by all. */
export function ColourField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  const field = useField<string>(name, label)
  return (
    <Radio.Group
      id={field.id}
      label={label}
      error={field.error}
      value={field.value}
      onChange={field.change}
      className={classes.whole ?? ''}
    >
      <div className={classes.colours}>
        {categoryColours.map((colour) => (
          <div key={colour} className={classes.colour} data-checked={field.value === colour || undefined}>
            <Radio
              value={colour}
              label={
                <span className={classes.colourName}>
                  <ColourDot colour={colour} />
                  {t(`ipam:categories.colour.${colour}`)}
                </span>
              }
            />
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}
