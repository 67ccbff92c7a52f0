/** What a field expects: a JSON type as people call it. */
export type ExpectedType = 'text' | 'number' | 'integer' | 'boolean' | 'list' | 'object' | 'null'

/** What is wrong with one value, whatever the field is about. */
export interface FieldReasons {
  'field.required': {}
  /** `expected`: one type, or several that are allowed. */
  'field.type': { expected: readonly ExpectedType[] }
  'field.unknown': {}
  'field.invalid': {}
  'field.format': {}
  /** The smallest value that is allowed. */
  'field.min': { min: number }
  'field.max': { max: number }
  'field.range': { min: number; max: number }
  /** A bound that is not allowed itself, of a number that need not be whole. */
  'field.above': { min: number }
  'field.below': { max: number }
  'field.min_length': { min: number }
  /** Of text, in UTF-16 units. */
  'field.max_length': { max: number }
  /** Of text, in octets of UTF-8. */
  'field.max_octets': { max: number }
  'field.min_entries': { min: number }
  'field.max_entries': { max: number }
  'field.allowed': { values: readonly (string | number)[] }
  /** Another record has this value, where it has to be unique. */
  'field.taken': {}
  /** A list names something twice. */
  'field.duplicate': {}
  'field.control_characters': {}
  'field.line_breaks': {}
  'field.text_direction': {}
  'field.unicode': {}
  'field.whole_number': {}
  'field.email': {}
  'field.telephone': { example: string }
  /** Not a number of the country whose code it has. */
  'field.telephone_country': {}
  'field.country': {}
  'field.currency': {}
  'field.time_zone': {}
  /** A day before today. */
  'field.date_past': {}
  'field.url': {}
  'field.mac': {}
  'field.six_digits': {}
  'field.ascii': {}
  'field.amount': { example: string }
}
