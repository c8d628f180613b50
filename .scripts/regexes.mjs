/**
 * `npm run check:regexes`: each regular expression in `src` has to take linear time or to have a comment that says why its input is
 * bounded.
 *
 * There are two checks. `scslre` analyses the expression and finds repeats that can match the same characters. It misses some, above all an
 * expression that is tried again at each position of a long text. These are found by measuring: the expression runs on texts of thousands
 * of characters that its own repeats match.
 *
 * An expression that is not linear but only sees short texts needs a comment on its line, or on one of the two lines before it, that starts
 * with `Bounded:` and names the bound. The same applies to `new RegExp` with a dynamic pattern.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';

/** Lengths of the texts. The short ones detect exponential time before it takes minutes. */
const SIZES = [18, 24, 28, 300, 3000, 30_000];
/** CPU time in ms that a linear expression never needs, even for the longest text. */
const LIMIT_MS = 20;
/** Ends of the texts that a repeat may not match. */
const TAILS = ['', '\u0000', '\n', '!'];
/** Characters tried for a character class, common ones first. */
const CANDIDATES = [...'a0A_ -."\'\\\n#,:;/<>=[]{}()$@!%&*+?^`|~\tzZ9\uFEFF\u00e9\uffff'];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Expressions that are known to be slow: a self-test of the check. */
const KNOWN_SLOW = [
  /^(?:[\s,]|#[^\n]*)*$/,
  /(a+)+b/,
  /=+$/,
  /"(?:[^"\\]|\\.)*"/,
  /<html[^>]*>/,
  /([a-z])By[A-Z]\w*Id$/,
  /foo.*bar/,
  /^\s*-\s/m,
];

/** Returns the reason why an expression is slow; null if it is linear. */
function slowness(source, flags) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
  if (reports.some(report => report.exponential)) return 'exponential';
  const text = hardTexts(source, flags).find(make => isSlowOn(new RegExp(source, flags), make));
  if (text) return `slow on ${JSON.stringify(text(3))}`;
  return reports.length > 0 ? 'repeats that can match the same characters' : null;
}

function isSlowOn(expression, make) {
  return SIZES.some(size => {
    const text = make(size);
    // The second measurement excludes the compilation of the expression.
    return timeOf(expression, text) > LIMIT_MS && timeOf(expression, text) > LIMIT_MS;
  });
}

function timeOf(expression, text) {
  const { user } = process.cpuUsage();
  // `replace` continues after each match, as most uses of such expressions do.
  if (expression.global || expression.sticky) text.replace(expression, '');
  else expression.test(text);
  return (process.cpuUsage().user - user) / 1000;
}

/** Returns functions that create a text of a given length, for each unbounded repeat of the expression. */
function hardTexts(source, flags) {
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const found = new Map();
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Infinity) return;
      const prefix = before(quantifier, flags);
      for (const pump of variants(quantifier.element, flags, prefix)) {
        for (const tail of TAILS) {
          for (const [head, part] of [
            [prefix, pump],
            ['', prefix + pump],
            ['', prefix],
            ['', pump],
          ])
            if (part !== '')
              found.set(`${head}\u0001${part}\u0001${tail}`, size => head + part.repeat(Math.ceil(size / part.length)) + tail);
        }
      }
    },
  });
  return [...found.values()];
}

/** Returns a text that the part of the expression before a node matches. */
function before(node, flags) {
  let text = '';
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.type !== 'Alternative') continue;
    const { elements } = at.parent;
    text =
      elements
        .slice(0, elements.indexOf(at))
        .map(each => sample(each, flags))
        .join('') + text;
  }
  return text;
}

/**
 * Returns texts that a repeated element matches. Each alternative gives one with common characters, one with line ends, and one with the
 * characters of the text before it.
 */
function variants(element, flags, prefix) {
  const preferred = ['', '\n\r', '\r', prefix];
  const nodes = element.alternatives ?? [element];
  return [...new Set(preferred.flatMap(first => nodes.map(node => sample(node, flags, first))))].filter(text => text !== '');
}

/** Returns a text that a node matches, with the characters of `first` where they fit. */
function sample(node, flags, first = '') {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(each => sample(each, flags, first)).join('');
    case 'Group':
    case 'CapturingGroup':
      return sample(node.alternatives[0], flags, first);
    case 'Quantifier':
      return sample(node.element, flags, first).repeat(Math.min(node.max, Math.max(1, node.min)));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
      return [...first, ...CANDIDATES].find(candidate => one.test(candidate)) ?? '';
    }
    case 'Backreference':
      return Array.isArray(node.resolved) ? '' : sample(node.resolved, flags, first);
    default:
      return '';
  }
}

/** Returns the expressions of a file with their lines; `source` is null for a dynamic pattern. */
function expressionsOf(file) {
  const text = readFileSync(file, 'utf8');
  const bytes = Buffer.from(text);
  const found = [];
  // swc counts bytes and continues counting from one file to the next, so the start of this file's tree is subtracted.
  const tree = parseSync(`;${text}`, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
  const start = tree.body[0].span.start + 1;
  const lineOf = span =>
    bytes
      .subarray(0, span.start - start)
      .toString()
      .split('\n').length;
  const walk = node => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    if (node.type === 'RegExpLiteral') found.push({ line: lineOf(node.span), source: node.pattern, flags: node.flags });
    else if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee?.value === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map(({ expression }) => expression);
      const isWritten = source?.type === 'StringLiteral' && (!flags || flags.type === 'StringLiteral');
      found.push({ line: lineOf(node.span), source: isWritten ? source.value : null, flags: flags?.value ?? '' });
    }
    Object.values(node).forEach(walk);
  };
  walk(tree);
  const lines = text.split('\n');
  return found.map(each => ({
    ...each,
    isBounded: lines.slice(Math.max(0, each.line - 3), each.line).some(line => line.includes('Bounded:')),
  }));
}

const missed = KNOWN_SLOW.filter(({ source, flags }) => slowness(source, flags) === null);
const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /(?<!\.d)\.(?:tsx?|cjs)$/.test(entry.name))
  .map(entry => path.join(entry.parentPath, entry.name))
  .sort();
const verdicts = new Map();
const faults = missed.map(({ source }) => `self-test: /${source}/ is not found to be slow`);
let count = 0;
for (const file of files) {
  for (const { line, source, flags, isBounded } of expressionsOf(file)) {
    count++;
    if (isBounded) continue;
    const key = `${source}/${flags}`;
    if (!verdicts.has(key)) verdicts.set(key, source === null ? 'dynamic pattern' : slowness(source, flags));
    const verdict = verdicts.get(key);
    if (verdict)
      faults.push(`${path.relative(root, file)}:${line} ${source === null ? 'new RegExp' : `/${source}/${flags}`}: ${verdict}`);
  }
}
for (const fault of faults) console.error(fault);
console.log(`${count} regular expressions, ${faults.length} that are not linear`);
process.exitCode = faults.length > 0 ? 1 : 0;
