/** Texts of several features: labels of fields, and the texts of every record (`record/words.ts`). */
export default {
  record: {
    action: { destroy: 'Move to trash', recover: 'Recover', edit: 'Edit', more: 'More' },
    confirm: {
      destroyTitle: 'Move {{name}} to the trash?',
      destroy: 'You can recover it from the trash at any time.',
    },
    done: { destroy: '{{name}} moved to the trash', recover: '{{name}} recovered' },
    updateTitle: 'Edit {{name}}',
    created: '{{name}} has been created',
    saved: '{{name}} has been saved',
  },
  field: {
    name: 'Name',
    created_at: 'Created',
    updated_at: 'Changed',
    deleted_at: 'Moved to the trash',
    id: 'ID',
    notes: 'Notes',
    telephone: 'Phone',
    time_zone: 'Time zone',
    countyIsoCode: 'Country',
    phone_country_code: 'Country code',
    address_line_1: 'Street and number',
    email: 'E-mail',
    locale: 'Language',
    version: 'Version',
    tags: 'Tags',
    tag_ids: 'Tags',
    custom_fields: 'Custom fields',
  },
  pick: {
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
    remove: 'Remove {{name}}',
    moved: '{{name}} is now number {{place}} of {{count}}',
  },
}
