import { subnetCategories, type SubnetCategory } from '@trunkline/contract/resources/subnet-category'
import { changesBy } from '../../record/changes.ts'
import { formOf } from '../../record/form-of.ts'

const form = formOf(subnetCategories.store.body)
export const { limits } = form
export type CategoryValues = ReturnType<typeof form.values>

/** Whether a category is shared by a company above: it can be used, but not changed, and its owner is hidden. */
export const isInherited = (category: { company_name: string }): boolean => category.company_name === ''

/** Days of quarantine where a category names none. */
const defaultQuarantine = 30

export const categoryValues = (category?: SubnetCategory): CategoryValues => ({
  ...form.values({ colour: 'grey', cool_down_days: defaultQuarantine, reserve_first: 0, ...category }),
  // Only a new category can be given to another company.
  company_id: null,
})

/** A cleared number gets the default of new categories. */
export const categoryBody = (values: CategoryValues) =>
  form.body({
    ...values,
    cool_down_days: values.cool_down_days ?? defaultQuarantine,
    reserve_first: values.reserve_first ?? 0,
  })

export const categoryChanges = changesBy(categoryBody)

/** The name that a PTR template makes of an example address. */
export const ptrExample = (template: string): string =>
  template.replaceAll('{ip}', '192-0-2-10').replaceAll('{name}', 'acme')
