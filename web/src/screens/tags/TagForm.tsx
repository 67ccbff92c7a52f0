import { tagColours } from '@trunkline/contract/labels'
import { companies } from '@trunkline/contract/resources/company'
import { tags } from '@trunkline/contract/resources/tag'
import { useCan } from '../../access/can.ts'
import { ColourField } from '../../form/colour-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { formOf } from '../../record/form-of.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { useRecordForm } from '../../record/use-record-form.ts'
import layout from '../../ui/layout.module.css'
import { TagBadge } from '../../ui/tag-badge.tsx'
import { isInherited } from './TagList.tsx'

const form = formOf(tags.store.body)

/** A new tag, or with an id in the path an existing one. */
export default function TagForm() {
  const { t } = useTranslation()
  const can = useCan()
  const { input } = useRecordFields('tags', form.limits)
  const tag = useRecordForm({
    calls: tags,
    // Rows of records carry the name and colour of their tags.
    subjects: ['tags', 'companies', 'users', 'sites', 'hardware', 'services', 'vpn-dialups', 'subnets'],
    texts: 'tags',
    list: paths.tags.list,
    start: () => form.values({ colour: 'blue' }),
    values: form.values,
    body: form.body,
    changes: form.changes,
  })
  if (tag.record && isInherited(tag.record))
    return <ClosedRecord of={tag} title={t('tags:closed.title')} text={t('tags:closed.text')} />
  return (
    <RecordForm of={tag} validate={(values) => schemaErrors(tags.store.body, form.body(values))}>
      {({ values, isNew }) => (
        <FieldGroup>
          <TextField {...input('name')} autoComplete="off" required />
          {isNew && can(companies.lookup) ? (
            <RemoteSelectField {...input('company_id')} endpoint={companies.lookup} clearable />
          ) : null}
          <ColourField
            name="colour"
            label={t('tags:field.colour')}
            colours={tagColours}
            show={(colour) => <TagBadge name={t(`tags:value.colour.${colour}`)} colour={colour} />}
          />
          <div className={layout.whole}>
            {t('tags:form.preview')}{' '}
            <TagBadge name={values.name.trim() || t('tags:form.example')} colour={values.colour ?? 'grey'} />
          </div>
          <TextArea {...input('description')} rows={2} whole />
        </FieldGroup>
      )}
    </RecordForm>
  )
}
