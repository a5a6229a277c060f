/** The rooms of the house and who may look into whom; the comment tells where the code belongs instead. */
const ROOMS = 'schemas|corpus|pipeline|topics|review|judge|bench|cli|scripts|test'
const room = (name, may, instead = 'Hand data over through corpus/, in a shape that schemas/ defines.') => ({
  name: `${name}-may-import`,
  comment: `${name}/ may import ${may.join(', ') || 'nothing of ours'}. ${instead}`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: `^(${ROOMS})/`, pathNot: [`^${name}/`, ...may.map((m) => `^${m}`)] },
})

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or need a third: move what both need there. Types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    room('schemas', []),
    {
      name: 'schemas-import-zod-only',
      comment: 'schemas/ says what things are and imports zod only; put code that does something into the room that does it.',
      severity: 'error',
      from: { path: '^schemas/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },
    room('corpus', ['schemas/']),
    room('pipeline', ['schemas/', 'corpus/']),
    {
      name: 'pipeline-meets-corpus-in-run',
      comment: 'In pipeline/ only run.ts may import corpus/: a stage is a pure function of what it is handed.',
      severity: 'error',
      from: { path: '^pipeline/', pathNot: '^pipeline/run\\.ts$' },
      to: { path: '^corpus/' },
    },
    room('topics', ['schemas/', 'corpus/']),
    room('review', ['schemas/', 'corpus/']),
    {
      name: 'review-web-stands-alone',
      comment: 'review/web/ runs in a browser: it may import schemas/ and itself; ask the server for the rest.',
      severity: 'error',
      from: { path: '^review/web/' },
      to: { path: `^(${ROOMS})/`, pathNot: ['^review/web/', '^schemas/'] },
    },
    room('judge', ['schemas/', 'corpus/release']),
    room('bench', ['schemas/', 'corpus/', 'pipeline/']),
    {
      name: 'nobody-imports-cli',
      comment: 'cli/ is the edge: it hands functions and settings in; nothing may reach out to it.',
      severity: 'error',
      from: { pathNot: '^(cli|test|scripts)/' },
      to: { path: '^cli/' },
    },
    {
      name: 'pdf-engines-in-one-place',
      comment: 'Only pipeline/pdf/ may import mupdf or pdfjs-dist: PDF space and engine quirks end there.',
      severity: 'error',
      from: { path: `^(${ROOMS})/`, pathNot: '^(test/)?pipeline/pdf/' },
      to: { path: 'node_modules/(mupdf|pdfjs-dist)/' },
    },
    {
      name: 'no-unlisted-package',
      comment: 'Add the package to package.json (dependencies if it runs for users).',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-package-in-product',
      comment: 'The product may use dependencies only; a devDependency is not there for users.',
      severity: 'error',
      from: { path: '^(schemas|corpus|pipeline|topics|review|judge|bench|cli)/', pathNot: '^review/web/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.work)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
}
