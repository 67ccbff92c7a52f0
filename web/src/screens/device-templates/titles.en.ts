/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceTemplates: 'Device templates',
  deviceTemplateCreate: 'New device template',
  deviceTemplateUpdate: 'Edit device template',
  deviceTemplateDetails: 'Device template',
  deviceDrift: 'Differences from templates',
  templatesTab: 'Templates',
  driftTab: 'Differences',
}
