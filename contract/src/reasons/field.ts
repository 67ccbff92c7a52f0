/** The type that a field expects. */
export type ExpectedType = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'object' | 'null'

/** Errors of one value, independent of the field. */
export interface FieldReasons {
  'field.required': {}
  /** `expected`: one type, or several allowed types. */
  'field.type': { expected: readonly ExpectedType[] }
  'field.unknown': {}
  'field.invalid': {}
  'field.format': {}
  /** The minimum. */
  'field.min': { min: number }
  'field.max': { max: number }
  'field.range': { min: number; max: number }
  /** An exclusive bound, for numbers that need not be whole. */
  'field.above': { min: number }
  'field.below': { max: number }
  'field.min_length': { min: number }
  /** Length of text in UTF-16 units. */
  'field.max_length': { max: number }
  /** Length of text in octets of UTF-8. */
  'field.max_octets': { max: number }
  'field.min_entries': { min: number }
  'field.max_entries': { max: number }
  'field.allowed': { values: readonly (string | number)[] }
  /** Another record has this value, where it has to be unique. */
  'field.taken': {}
  /** A list contains a duplicate. */
  'field.duplicate': {}
  'field.control_characters': {}
  'field.line_breaks': {}
  'field.text_direction': {}
  'field.unicode': {}
  'field.whole_number': {}
  'field.email': {}
  'field.telephone': { example: string }
  /** Not a valid number of the country whose code it has. */
  'field.telephone_country': {}
  'field.country': {}
  'field.currency': {}
  'field.time_zone': {}
  /** A day before today. */
  'field.date_past': {}
  'field.url': {}
  /** A calendar day. */
  'field.day': { example: string }
  'field.mac': {}
  'field.six_digits': {}
  'field.ascii': {}
  'field.amount': { example: string }
}
