import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import { formOf, type FormValues } from '../../record/form-of.ts'

export const typeForm = formOf(hardwareTypes.store.body)
export const manufacturerForm = formOf(hardwareManufacturers.store.body)
export const modelForm = formOf(hardwareModels.store.body)

const noPorts = { ethernet_ports: 0, sfp_ports: 0, poe_out_ports: 0 }

/** The values of a new model. */
export const newModel = () => modelForm.values({ warranty_months: 12, ...noPorts })

/** A number that is left blank is 0. */
export const modelBody = (values: FormValues<typeof hardwareModels.store.body>) => ({
  warranty_months: 0,
  ...noPorts,
  ...modelForm.body(values),
})
