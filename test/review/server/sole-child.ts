/** Run as a process of its own: has the right to serve the database given until it is killed. */
import { soleServer } from '../../../review/server/sole.ts'

soleServer(process.argv[2] ?? '').tell('http://127.0.0.1:4780')
process.stdout.write('serving\n')
setInterval(() => undefined, 60_000)
