import { findWorkspace, noWorkspace, readWorkspace, type Workspace } from '../corpus/workspace.ts'
import type { Session } from './session.ts'

/** The workspace in which the command was given. Throws ProblemError `workspace-missing` or `manifest-invalid`. */
export async function currentWorkspace({ cwd }: Session): Promise<Workspace> {
  const folder = await findWorkspace(cwd)
  if (folder === undefined) throw noWorkspace(cwd)
  return readWorkspace(folder)
}
