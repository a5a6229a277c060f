import { MORE_WORDS } from './more-words.ts'
import type { Words } from './word-kinds.ts'

export type { Words }

const split = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

const en: Words = {
  stop: split('the, of, and, is, to, in, that, for, with, are, by, from, at, this'),
  problem: split(
    `homework problem, review problem, practice problem, challenge problem, design problem, computer problem, conceptual problem, numerical problem,
    supplementary problem, additional problem, extra problem, bonus problem, review question, discussion question, conceptual question, tutorial question,
    bonus question, multiple choice question, review exercise, self-test, problem, prob., probl., exercise, ex., question, task, assignment, hw`,
  ),
  problems: split(
    'problems, exercises, questions, problem set, homework, assignment, exam, quiz, short answer, short answers, long answer, long answers',
  ),
  example: split('worked example, example, sample problem, illustrative example, illustration'),
  solution: split(
    `solution, soln., sol., soln, sol, suggested solution, worked solution, detailed solution, model solution, full solution, sample solution,
    show solution, show the solution, see solution, see the solution, view solution, click to see the solution, click to show the solution,
    click for the solution, click for solution, click here for the solution, hint and solution`,
  ),
  solutions:
    split(`solutions, answers, answer key, solution manual, solutions manual, key to exercises, feedback on self-tests, feedback on exercises,
    feedback on questions, feedback on activities`),
  answer: split(
    'answer, answers, ans., ans, final answer, correct answer, result, show answer, show the answer, see answer, click to see the answer, click for the answer',
  ),
  hint: split('hint, hints'),
  chapter: split('chapter, unit, part, section, sec., module, lesson'),
  notice:
    split(`instructions, instruction, directions, rules, guidelines, honor code, honour code, honor pledge, survey, learning outcomes, learning objectives, learning goals, objectives,
    policy, policies, submission, grading, equipment, apparatus, procedure, please note, before you begin, before you start, read carefully, please read, read this first, read the following, general information, formula sheet, formulas, formulae, references`),
  appendix: split(
    `formula sheet, equation sheet, formulas, formulae, useful formulas, useful formulae, useful equations, useful constants, constants, physical constants, data sheet, references, bibliography, appendix, formula table, good luck, end of exam, end of the exam, end of quiz, end of examination, end of test, end,
    this page intentionally left blank, this page is intentionally left blank, this page left intentionally blank, scratch paper, scratch page, extra work space`,
  ),
  theory: split('definition, theorem, lemma, proposition, corollary, axiom, postulate, remark, checkpoint, key idea'),
  contents: split('contents, table of contents'),
  continued: split(
    "continued, cont., cont, contd, cont’d, cont'd, additional space, additional work space, extra space, extra work space, extra page",
  ),
  part: split('part'),
  figure: split('figure, figures, fig., figs., fig, diagram, sketch'),
  table: split('table, tab.'),
  shown: split('shown, pictured, depicted, illustrated, drawn, sketched, below, above, at right, at left, at the right, on the right'),
  asks: split(`determine, find, calculate, compute, show, prove, derive, draw, sketch, explain, describe, estimate, evaluate, what, which, how,
    why, when, where, is, are, does, do, can, could, would, will, should, state, plot, verify, discuss, give, design, obtain, write, express, solve, compare, identify, select,
    use, assume, consider, suppose, list, repeat, specify, locate, construct, formulate, check, proof, name, define, suggest, justify,
    differentiate, integrate, simplify, factor, expand, convert, linearize, linearise, analyze, analyse, minimize, minimise, maximize, maximise,
    optimize, optimise, approximate, rewrite, complete, fill, choose, match, mark, indicate, label, classify, rank, predict, deduce, demonstrate,
    comment, outline, summarize, summarise, interpret, investigate, illustrate, size`),
  refers: split('part, parts, question, item, case, step, answer, result of, results of, as in'),
  correct: split('correct, right answer, correct answer'),
  following: split('next, following'),
  counts: split('one, two, three, four, five, six, seven, eight, nine, ten'),
  page: split('p., pp., page'),
  states: split('is, of, was, equals'),
  and: split('and'),
  alternative: split('or'),
  points: split('points, point, pts, pts., pt, marks, mark, p, credits'),
}

const de: Words = {
  stop: split('der, die, das, und, ist, ein, eine, nicht, von, mit, den, dem, auf, für, im, zu'),
  problem: split('übungsaufgabe, aufgabe, aufg., übung, problem, frage'),
  problems: split('aufgaben, übungsaufgaben, übungen, fragen, übungsblatt, klausur'),
  example: split('beispielaufgabe, beispiel, bsp.'),
  solution: split('musterlösung, lösung, lösungsweg, zu aufgabe, zur aufgabe'),
  solutions: split('lösungen, musterlösungen, antworten, ergebnisse'),
  answer: split('antwort, ergebnis'),
  hint: split('hinweis, hinweise, tipp'),
  chapter: split('kapitel, abschnitt, teil'),
  notice: split(
    'hinweise, anleitung, regeln, hilfsmittel, lernziele, versuchsdurchführung, durchführung, geräte, formelsammlung, bearbeitungshinweise, literatur',
  ),
  appendix: split('formelsammlung, anhang, literatur, literaturverzeichnis, viel erfolg, ende der klausur'),
  theory: split('definition, satz, lemma, korollar, axiom, bemerkung'),
  contents: split('inhalt, inhaltsverzeichnis'),
  continued: split('fortsetzung, forts.'),
  part: split('teil, teilaufgabe'),
  figure: split('abbildung, abb., bild, skizze, figur, fig.'),
  table: split('tabelle, tab.'),
  shown: split('gezeigt, gezeigte, dargestellt, dargestellte, skizziert, skizzierte, abgebildet, abgebildete, nebenstehend, unten, oben'),
  asks: split(`bestimmen, bestimme, berechnen, berechne, zeigen, zeige, beweisen, ermitteln, ermittle, skizzieren, zeichnen, erklären, begründen,
    geben, leiten, wie, was, welche, welcher, welches, warum, wann, wo, ist, man, gesucht, stellen, diskutieren, nennen, formulieren, untersuchen`),
  refers: split('teil, teilaufgabe, teilen, aufgabe, punkt'),
  correct: split('richtig, korrekt'),
  following: split('folgenden, nächsten'),
  counts: split('eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn'),
  page: split('s., seite'),
  states: split('ist, beträgt, war, von, gleich'),
  and: split('und'),
  alternative: split('oder'),
  points: split('punkte, punkt, pkt., p'),
}

const fr: Words = {
  stop: split('le, la, les, des, et, est, une, un, dans, pour, que, du, par, avec, sur, au'),
  problem: split('exercice, problème, question'),
  problems: split('exercices, problèmes, questions, travaux dirigés, td, examen, partiel, devoir'),
  example: split('exemple'),
  solution: split('solution, corrigé, résolution'),
  solutions: split('solutions, corrigés, réponses, corrections, corrigé du, corrigé de, correction du, correction de'),
  answer: split('réponse, rép., r:'),
  hint: split('indication, indice'),
  chapter: split('chapitre, section, partie'),
  notice: split('consignes, instructions, recommandations, objectifs, protocole, formulaire, barème, bibliographie'),
  appendix: split('formulaire, annexe, annexes, bibliographie, références, fin'),
  theory: split('définition, théorème, lemme, proposition, corollaire, axiome, remarque'),
  contents: split('sommaire, table des matières'),
  continued: split('suite'),
  part: split('partie'),
  figure: split('figure, fig., schéma'),
  table: split('tableau, tab.'),
  shown: split('représenté, représentée, illustré, illustrée, montré, montrée, ci-dessous, ci-contre, ci-dessus'),
  asks: split(`déterminer, déterminez, calculer, calculez, montrer, montrez, trouver, trouvez, démontrer, tracer, tracez, expliquer, expliquez, établir,
    donner, donnez, exprimer, quelle, quel, quelles, quels, comment, pourquoi, en déduire, évaluer, justifier, combien, représenter, vérifier`),
  refers: split('partie, parties, question, questions, point'),
  correct: split('correct, correcte, juste'),
  following: split('suivants, suivantes'),
  counts: split('un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix'),
  page: split('p., page'),
  states: split('est, vaut, de, à'),
  and: split('et'),
  alternative: split('ou'),
  points: split('points, point, pts'),
}

const es: Words = {
  stop: split('el, la, los, las, de, y, es, una, un, en, que, con, para, del, por, se'),
  problem: split('problema, ejercicio, pregunta, cuestión'),
  problems: split('problemas, ejercicios, preguntas, cuestiones, problemas propuestos'),
  example: split('ejemplo, problema resuelto'),
  solution: split('solución, resolución'),
  solutions: split('soluciones, respuestas, solucionario'),
  answer: split('respuesta, resp., rta., rta, rpta., rpta, r:'),
  hint: split('sugerencia, pista, indicación'),
  chapter: split('capítulo, sección, parte, tema, unidad'),
  notice: split('instrucciones, normas, indicaciones, reglas, objetivos, procedimiento, formulario, bibliografía'),
  appendix: split('formulario, anexo, anexos, apéndice, bibliografía, referencias'),
  theory: split('definición, teorema, lema, proposición, corolario, axioma, observación'),
  contents: split('índice, contenido, tabla de contenido, índice general'),
  continued: split('continuación, cont.'),
  part: split('parte, apartado'),
  figure: split('figura, fig., esquema'),
  table: split('tabla, cuadro'),
  shown: split('mostrado, mostrada, ilustrado, ilustrada, que se muestra, que se ve, abajo, adjunta, adjunto'),
  asks: split(`determine, determinar, calcule, calcular, encuentre, halle, hallar, demuestre, demostrar, muestre, explique, dibuje, obtenga, obtener,
    qué, cuál, cuáles, cómo, cuánto, cuánta, cuántos, por qué, deduzca, estime, represente, exprese, compruebe, indique`),
  refers: split('parte, partes, apartado, apartados, inciso, punto'),
  correct: split('correcta, correcto'),
  following: split('siguientes'),
  counts: split('uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez'),
  page: split('p., pág., página'),
  states: split('es, vale, de, a'),
  and: split('y'),
  alternative: split('o bien'),
  points: split('puntos, punto, pts'),
}

const pt: Words = {
  stop: split('o, a, os, as, de, e, é, uma, um, em, que, com, para, do, da, não'),
  problem: split('problema, exercício, questão, pergunta'),
  problems: split('problemas, exercícios, questões, perguntas, exercícios propostos'),
  example: split('exemplo, exercício resolvido'),
  solution: split('solução, resolução'),
  solutions: split('soluções, respostas, gabarito, resoluções'),
  answer: split('resposta, resp., r:'),
  hint: split('sugestão, dica'),
  chapter: split('capítulo, seção, secção, parte, unidade'),
  notice: split('instruções, regras, normas, objetivos, procedimento, formulário, bibliografia'),
  appendix: split('formulário, anexo, apêndice, bibliografia, referências'),
  theory: split('definição, teorema, lema, proposição, corolário, axioma, observação'),
  contents: split('índice, conteúdo, sumário'),
  continued: split('continuação, cont.'),
  part: split('parte, item'),
  figure: split('figura, fig., esquema'),
  table: split('tabela, quadro'),
  shown: split('mostrado, mostrada, ilustrado, ilustrada, representado, representada, abaixo, ao lado'),
  asks: split(`determine, determinar, calcule, calcular, encontre, mostre, prove, explique, esboce, obtenha, qual, quais, como, quanto, quanta, quantos,
    por que, deduza, estime, verifique, demonstre, desenhe, expresse, indique`),
  refers: split('parte, partes, item, itens, letra'),
  correct: split('correta, correto, certa'),
  following: split('seguintes, próximos, próximas'),
  counts: split('um, dois, três, quatro, cinco, seis, sete, oito, nove, dez'),
  page: split('p., pág., página'),
  states: split('é, vale, de, a'),
  and: split('e'),
  alternative: split('ou'),
  points: split('pontos, ponto'),
}

const it: Words = {
  stop: split('il, lo, la, i, gli, le, di, e, è, una, un, in, che, con, per, del, della, si'),
  problem: split('problema, esercizio, quesito, domanda'),
  problems: split('problemi, esercizi, quesiti, domande'),
  example: split('esempio'),
  solution: split('soluzione, svolgimento, risoluzione'),
  solutions: split('soluzioni, risposte'),
  answer: split('risposta, risultato, risp., ris., r:'),
  hint: split('suggerimento'),
  chapter: split('capitolo, sezione, parte'),
  notice: split('istruzioni, regole, avvertenze, obiettivi, procedimento, formulario, bibliografia'),
  appendix: split('formulario, appendice, bibliografia, riferimenti bibliografici'),
  theory: split('definizione, teorema, lemma, proposizione, corollario, assioma, osservazione'),
  contents: split('indice, sommario'),
  continued: split('continua, seguito'),
  part: split('parte'),
  figure: split('figura, fig., schema'),
  table: split('tabella, tab.'),
  shown: split('mostrato, mostrata, rappresentato, rappresentata, illustrato, illustrata, sotto, a lato, a fianco'),
  asks: split(`determinare, determina, calcolare, calcola, calcolate, trovare, trova, dimostrare, dimostra, mostrare, spiegare, spiega, disegnare, ricavare,
    quale, quali, come, quanto, quanta, quanti, perché, stimare, verificare, tracciare, si calcoli, si determini, che`),
  refers: split('parte, parti, punto, domanda'),
  correct: split('corretta, corretto, giusta'),
  following: split('seguenti, prossimi'),
  counts: split('uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci'),
  page: split('p., pag., pagina'),
  states: split('è, vale, di, a'),
  and: split('e'),
  alternative: split('oppure'),
  points: split('punti, punto'),
}

const zh: Words = {
  stop: split('的, 是, 在, 和, 为, 与, 了, 有'),
  problem: split('习题, 练习, 问题, 题目, 题, 第, 習題, 練習, 問題, 題目, 題'),
  problems: split('习题, 练习题, 练习, 思考题, 作业, 问题, 习题集, 習題, 練習題, 練習, 思考題, 作業, 問題'),
  example: split('例题, 例'),
  solution: split('解答, 解'),
  solutions: split('答案, 解答, 习题解答, 习题答案, 练习答案, 参考答案, 習題解答, 習題答案, 參考答案'),
  answer: split('答案, 答'),
  hint: split('提示'),
  chapter: split('章, 节'),
  notice: split('说明, 须知, 注意事项, 要求, 步骤, 公式'),
  appendix: split('附录, 参考文献, 公式'),
  theory: split('定义, 定理, 引理, 命题, 推论'),
  contents: split('目录'),
  continued: split('续'),
  part: split('部分'),
  figure: split('图, 圖'),
  table: split('表'),
  shown: split('所示, 如下'),
  asks: split('求, 计算, 试, 证明, 确定, 画出, 说明, 什么, 多少, 如何, 为什么, 解释, 計算, 試, 證明, 確定, 畫出, 說明, 什麼, 為什麼, 解釋'),
  refers: split('问'),
  correct: split('正确'),
  following: split(''),
  counts: split(''),
  page: split(''),
  states: split('为, 是, 等于, 為, 等於'),
  and: split('和, 及'),
  alternative: split('或'),
  points: split('分'),
}

export const WORDS: Readonly<Record<string, Words>> = { en, de, fr, es, pt, it, zh, ...MORE_WORDS }

/** The words of a language together with the English ones, which turn up in books of any language; of all where it is not known. */
export function wordsOf(language: string): Words {
  const own = language === 'und' ? Object.values(WORDS) : [WORDS[language] ?? en, en]
  const merged = Object.keys(en).map((key) => [key, [...new Set(own.flatMap((words) => words[key as keyof Words]))]])
  return Object.fromEntries(merged) as Words // same keys as `en`, which is a Words
}

/** The value of a numeral in words, "three", in any language; undefined if it is none. */
export function countNamed(word: string): number | undefined {
  const lists = Object.values(WORDS).map(({ counts }) => counts.indexOf(word.toLowerCase()))
  const at = lists.find((index) => index >= 0)
  return at === undefined ? undefined : at + 1
}
