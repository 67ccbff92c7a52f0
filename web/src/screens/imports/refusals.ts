import { teachSentences } from '../../ui/sentences.ts'
import english from './refusals.en.ts'

// Imported for its effect by the screen that shows what the server says of files and their rows.
teachSentences('imports:refusal', english)
