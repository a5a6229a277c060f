/** Words that open a caption, by language. Data: add a language here and nowhere else. Compared without case. */
const FIGURE_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['figure', 'figures', 'fig', 'figs', 'diagram', 'sketch', 'plate', 'chart', 'graph', 'scheme', 'illustration', 'exhibit', 'photo'],
  de: ['abbildung', 'abb', 'bild', 'skizze', 'diagramm'],
  fr: ['figure', 'fig', 'schéma', 'croquis', 'graphique'],
  es: ['figura', 'fig', 'gráfico', 'gráfica', 'esquema', 'ilustración', 'lámina'],
  pt: ['figura', 'fig', 'gráfico', 'esquema'],
  it: ['figura', 'fig', 'grafico', 'schema'],
  nl: ['figuur', 'afbeelding', 'afb', 'schets'],
  pl: ['rysunek', 'rys'],
  cs: ['obrázek', 'obr'],
  ro: ['figura', 'fig'],
  sv: ['figur', 'bild'],
  tr: ['şekil'],
  ru: ['рисунок', 'рис', 'схема'],
  uk: ['рисунок', 'рис', 'мал'],
  el: ['σχήμα', 'εικόνα'],
  zh: ['图', '圖'],
  ja: ['図'],
  ko: ['그림'],
}

/** Words under which books file the figure of a problem: "Prob. 13–2", "Probs. 13–6/7". */
const PROBLEM_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['prob', 'probs', 'problem', 'problems', 'exercise', 'example'],
  de: ['aufgabe', 'aufg', 'beispiel'],
  fr: ['problème', 'exercice', 'exemple'],
  es: ['problema', 'prob', 'ejercicio', 'ejemplo'],
  pt: ['problema', 'exercício', 'exemplo'],
  it: ['problema', 'esercizio', 'esempio'],
}

const alternatives = (words: Readonly<Record<string, readonly string[]>>): string =>
  [...new Set(Object.values(words).flat())].sort((a, b) => b.length - a.length).join('|')

/** "5", "P5-131", "13–6/7", "3.2", "S2", "5.12b", "4(a)", "IV". The whole of it is printed without white inside. */
const NUMBER = String.raw`(?:[A-Z]{1,3}[-‐-―−.]?)?\d+(?:[-‐-―−.][a-z]\d{1,3}(?![a-zA-Z\d]))?(?:[-‐-―−./,&]\d+)*(?:[a-zA-Z](?![a-zA-Z]))?(?:\([a-z]\))?|[IVXLC]+(?![a-zA-Z])`

/** A figure's label at the start of a line: word, number and what sets it off from the caption. */
export const FIGURE_LABEL = new RegExp(
  String.raw`^((?:${alternatives(FIGURE_WORDS)})s?\s*\.?\s*(${NUMBER}))(?<after>\s*[.:)\]—–|-]?)\s*`,
  'iu',
)

/** "Figure for Problems 10 and 11", "Abbildung zu Aufgabe 3": no number of its own, and all that the line says. */
export const FIGURE_FOR = new RegExp(
  String.raw`^((?:${alternatives(FIGURE_WORDS)})\.?)\s+(?:\p{Ll}{1,5}\s+){1,2}(?:\p{Ll}['’])?(?:${alternatives(PROBLEM_WORDS)})s?\.?\s+(?:${NUMBER})(?:\s*(?:[,&–—-]|\p{Ll}{1,7})\s*(?:${NUMBER}))*[.:]?$`,
  'iu',
)

/** The same for figures that are filed under their problem, perhaps counted with letters before: "a / Problem 3." */
export const PROBLEM_LABEL = new RegExp(
  String.raw`^(?:\p{Ll}\s?\/\s?)?((?:${alternatives(PROBLEM_WORDS)})\s*\.?\s*(${NUMBER}))(?<after>\s*[.:)\]—–|-]?)\s*`,
  'iu',
)
