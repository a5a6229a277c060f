/** Licences that dataset hosts know by an id of their own, by SPDX identifier in lower case. */
const HOSTED: ReadonlySet<string> = new Set([
  'afl-3.0',
  'agpl-3.0',
  'apache-2.0',
  'bsd-2-clause',
  'bsd-3-clause',
  'cc0-1.0',
  'cc-by-2.0',
  'cc-by-2.5',
  'cc-by-3.0',
  'cc-by-4.0',
  'cc-by-sa-3.0',
  'cc-by-sa-4.0',
  'cc-by-nc-2.0',
  'cc-by-nc-3.0',
  'cc-by-nc-4.0',
  'cc-by-nd-4.0',
  'cc-by-nc-nd-3.0',
  'cc-by-nc-nd-4.0',
  'cc-by-nc-sa-2.0',
  'cc-by-nc-sa-3.0',
  'cc-by-nc-sa-4.0',
  'gfdl',
  'gpl-2.0',
  'gpl-3.0',
  'isc',
  'lgpl-2.1',
  'lgpl-3.0',
  'mit',
  'mpl-2.0',
  'odbl',
  'odc-by',
  'pddl',
  'unlicense',
  'wtfpl',
  'zlib',
])

/** Endings that SPDX has and hosts leave out. */
const ENDINGS = /-(only|or-later)$/

/** What SPDX identifiers look like; anything else is a name that only its users know. */
const SPDX = /^[A-Za-z0-9][A-Za-z0-9.+-]*$/

/** `license` and, where the host does not know it, `license_name` and `license_link` of a dataset card. */
export function cardLicence(licence: string): Record<string, string> {
  const id = licence.toLowerCase().replace(ENDINGS, '')
  if (isUnclear(licence)) return { license: 'unknown' }
  if (HOSTED.has(id)) return { license: id }
  return { license: 'other', license_name: id.replaceAll(/[^a-z0-9.]+/g, '-'), license_link: licenceUrl(licence) ?? 'README.md' }
}

/** Where the licence can be read, for SPDX identifiers. */
export const licenceUrl = (licence: string): string | undefined =>
  SPDX.test(licence) && !isUnclear(licence) && /\d/.test(licence) ? `https://spdx.org/licenses/${licence}` : undefined

const isUnclear = (licence: string): boolean => ['', 'unknown', 'none', 'other'].includes(licence.trim().toLowerCase())
