/** Reasons about tags, custom fields, notes and files of records. */
export interface LabelReasons {
  /** A tag name or the key of a custom field, used in a company above or below, or in the same one. */
  'label.name_taken': { company: string }
  /** The same in a company above the caller's, whose name the caller does not see. */
  'label.name_taken_above': {}
  /** Records have tags of their company and of companies above it. */
  'tag.not_inherited': {}
  /** Only the author changes a note. */
  'note.not_own': {}
  /** The mentioned user cannot see the record or the note. */
  'note.mention_unseen': {}
  /** The extension of a file name is not allowed; `types` are the allowed ones. */
  'attachment.type': { types: string }
  /** The content of the file is of another type than its name says. */
  'attachment.content': { extension: string }
  'attachment.per_record': { max: number }
  'attachment.per_company': { megabytes: number }
  /** Users of the author's company and of companies above it delete a file. */
  'attachment.not_own': {}
  /** The storage has no content for the row, for example after a restore without the folder of the files. */
  'attachment.lost': {}
  /** The folder or the S3 service cannot be used now. */
  'attachment.storage': {}
  'custom_field.unknown': {}
  'custom_field.key': {}
  'custom_field.choices_required': {}
  'custom_field.choices_not_allowed': {}
}
