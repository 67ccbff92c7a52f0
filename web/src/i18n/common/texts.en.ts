/** What several features say: labels of fields, and what is said of every record (`record/words.ts`). */
export default {
  record: {
    action: { destroy: 'Move to trash', recover: 'Recover', edit: 'Edit', more: 'More' },
    confirm: {
      destroyTitle: 'Move {{name}} to the trash?',
      destroy: 'It can be taken back out of the trash at any time.',
    },
    done: { destroy: '{{name}} is in the trash', recover: '{{name}} is back' },
    updateTitle: 'Edit {{name}}',
    created: '{{name}} has been created',
    saved: '{{name}} has been saved',
  },
  field: {
    name: 'Name',
    created_at: 'Created',
    updated_at: 'Changed',
    deleted_at: 'In the trash since',
    id: 'Id',
    notes: 'Notes',
    telephone: 'Telephone',
    time_zone: 'Time zone',
    countyIsoCode: 'Country',
    phone_country_code: 'Country code',
    address_line_1: 'Street and number',
    email: 'E-mail',
    locale: 'Language',
    version: 'Version',
  },
  pick: {
    up: 'Move {{name}} forward',
    down: 'Move {{name}} back',
    remove: 'Remove {{name}}',
    moved: '{{name}} is now number {{place}} of {{count}}',
  },
}
