import { Group, Radio } from '@mantine/core'
import { categoryColours } from '@trunkline/contract/resources/subnet-category'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useField } from '../../form/form-context.ts'
import layout from '../../ui/layout.module.css'
import { ColourDot } from './badges.tsx'
import classes from './forms.module.css'

/** The colour of a category. Each has its name beside it: not every reader can tell colours apart. */
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
      className={layout.whole ?? ''}
    >
      <Group gap="xs" mt={4}>
        {categoryColours.map((colour) => (
          <div key={colour} className={classes.colour} data-checked={field.value === colour || undefined}>
            <Radio
              value={colour}
              label={
                <span className={classes.colourName}>
                  <ColourDot colour={colour} />
                  {t(`ipam:categories.value.colour.${colour}`)}
                </span>
              }
            />
          </div>
        ))}
      </Group>
    </Radio.Group>
  )
}
