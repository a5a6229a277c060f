/** Run as a process of its own: has the right to serve the database given until it is killed. */
import { soleServer } from '../../../review/server/sole.ts'

const sole = soleServer(process.argv[2] ?? '')
sole.tell('http://127.0.0.1:4780')
process.stdout.write('serving\n')
// Holds on to the right: the lock of what nobody can reach any more is closed when memory is tidied up.
setInterval(() => sole, 60_000)
