import type { LabelReasons } from '../../reasons/label.ts'
import { texts } from '../texts.ts'

export const label = texts<LabelReasons>()({
  'label.name_taken': '{company} already has one with this name.',
  'label.name_taken_above': 'A company above yours already has one with this name.',
  'tag.not_inherited': 'This tag belongs to a company that is not above the record’s.',
  'note.not_own': 'Only its author can change this.',
  'note.mention_unseen': 'This user can’t see this note.',
  'attachment.type': 'This type of file is not allowed. Allowed types: {types}.',
  'attachment.content': 'The content of this file is not {extension}, or the file is damaged.',
  'attachment.per_record': 'A record has at most {max} files. Delete one first.',
  'attachment.per_company': 'The files of this company have reached their limit of {megabytes} MB. Delete some first.',
  'attachment.not_own': 'Only users of the author’s company and of companies above it can delete this file.',
  'attachment.lost': 'The content of this file is missing from the storage. Upload the file again.',
  'attachment.storage': 'The storage for files is not available. Nothing was changed. The server log has the cause.',
  'custom_field.unknown': 'Records of this company have no such field.',
  'custom_field.key': 'Start with a lower-case letter. Use at most 40 lower-case letters, digits and underscores.',
  'custom_field.choices_required': 'Enter at least one choice.',
  'custom_field.choices_not_allowed': 'Only a field of the type Choice has choices.',
})
