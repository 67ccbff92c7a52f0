import { teachSentences } from '../../ui/sentences.ts'
import '../lan/refusals.ts'
import english from './refusals.en.ts'

// Imported for its effect by every screen that shows what the server says of firewalls.
teachSentences('firewall:refusal', english)
