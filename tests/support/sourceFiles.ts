import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** One import of a file, static or dynamic, of values or of types only. */
export interface SourceImport {
  /** The unchanged text. */
  from: string;
  /** Repository path of the file it leads to; null for a package. */
  file: string | null;
  typeOnly: boolean;
  lazy: boolean;
}

/** The parts of a file that the architecture tests need. */
export interface SourceFile {
  /** From the repository's root, with '/': 'src/lib/store.ts'. */
  name: string;
  imports: SourceImport[];
  /** Names it exports; 'default' among them. */
  exports: string[];
  /** Sources it exports from (`export … from`). */
  reExports: string[];
  /** Names of top-level variables that can change: `let`, `var`, and collections that the file itself writes to. */
  mutableState: string[];
  /** Names it uses without declaring them anywhere. */
  freeNames: Set<string>;
}

/** A node of swc's tree, as loosely as a walk needs it. */
type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
/** The values of a node, without its position in the text: half of all objects in a tree are positions. */
const childrenOf = ({ span: _, ...node }: Node): unknown[] => Object.values(node).flat();

/** Calls `visit` for the node and its descendants. If `visit` returns false, the descendants of that node are skipped. */
function walk(node: unknown, visit: (node: Node, parent: Node | null) => unknown, parent: Node | null = null): void {
  if (typeof node !== 'object' || node === null) return;
  if (!isNode(node)) {
    // swc wraps some nodes, arguments for example, in an object without a type.
    for (const child of Object.values(node).flat()) walk(child, visit, parent);
    return;
  }
  if (visit(node, parent) === false) return;
  for (const child of childrenOf(node)) walk(child, visit, node);
}

/** The paths of all .ts and .tsx files under `folder`; declaration files (.d.ts) hold no code and are left out. */
export function sourceNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map(entry => path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name))
    .sort();
}

/** Every source file under `folder`, parsed. */
export function readSources(folder: string): SourceFile[] {
  const names = sourceNames(folder);
  const known = new Set(names);
  return names.map(name => readSource(name, readFileSync(name, 'utf8'), known));
}

/** Parses one file; `known` are the files that a relative import can lead to. */
export function readSource(name: string, text: string, known: ReadonlySet<string>): SourceFile {
  const { body } = parseSync(text, { syntax: 'typescript', tsx: name.endsWith('.tsx'), target: 'es2022' }) as unknown as {
    body: Node[];
  };
  const resolve = (from: string): string | null => {
    if (!from.startsWith('.')) return null;
    const base = path.posix.join(path.posix.dirname(name), from);
    return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find(file => known.has(file)) ?? base;
  };
  const imports: SourceImport[] = [];
  const add = (source: unknown, typeOnly: boolean, lazy: boolean): void => {
    const from = String((source as Node).value);
    imports.push({ from, file: resolve(from), typeOnly, lazy });
  };
  walk({ type: 'Module', body } as Node, node => {
    switch (node.type) {
      case 'ImportDeclaration': {
        const specifiers = node.specifiers as Node[];
        const allTypes = specifiers.length > 0 && specifiers.every(specifier => specifier.isTypeOnly === true);
        add(node.source, node.typeOnly === true || allTypes, false);
        break;
      }
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (isNode(node.source)) add(node.source, node.typeOnly === true, false);
        break;
      case 'TsImportType':
        add(node.argument, true, false);
        break;
      case 'CallExpression': {
        const argument = (node.arguments as { expression: Node }[])[0]?.expression;
        if (isNode(node.callee) && node.callee.type === 'Import' && argument?.type === 'StringLiteral')
          add(argument, false, true);
        break;
      }
    }
  });
  return {
    name,
    imports,
    exports: body.flatMap(exportedNames),
    reExports: body.flatMap(item => (item.type.startsWith('Export') && isNode(item.source) ? [String(item.source.value)] : [])),
    mutableState: mutableState(body),
    freeNames: freeNames(body),
  };
}

function exportedNames(item: Node): string[] {
  if (item.type === 'ExportDefaultDeclaration' || item.type === 'ExportDefaultExpression') return ['default'];
  if (item.type === 'ExportNamedDeclaration') {
    return (item.specifiers as Node[]).map(specifier =>
      String(((specifier.exported ?? specifier.orig ?? specifier.name) as Node).value),
    );
  }
  return item.type === 'ExportDeclaration' ? declaredNames(item.declaration as Node) : [];
}

/** The names that a top-level declaration declares. */
function declaredNames(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return (declaration.declarations as Node[]).flatMap(each => bindingNames(each.id));
  }
  const name = declaration.identifier ?? declaration.id;
  return isNode(name) ? [String(name.value)] : [];
}

/** The names in a pattern: `a`, `{ a, b: c, ...d }`, `[a]`. */
function bindingNames(pattern: unknown): string[] {
  const names: string[] = [];
  walk(pattern, (node, parent) => {
    if (node.type === 'TsTypeAnnotation') return false;
    const isKey = parent?.type === 'KeyValuePatternProperty' && parent.key === node;
    if (node.type === 'Identifier' && !isKey) names.push(String(node.value));
    return undefined;
  });
  return names;
}

const WRITING = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
]);

function mutableState(body: Node[]): string[] {
  const found: string[] = [];
  const collections = new Set<string>();
  for (const item of body) {
    const declaration = (item.type === 'ExportDeclaration' ? item.declaration : item) as Node;
    // `declare let` describes a variable that is defined elsewhere.
    if (declaration.type !== 'VariableDeclaration' || declaration.declare === true) continue;
    if (declaration.kind !== 'const') found.push(...declaredNames(declaration));
    else
      for (const each of declaration.declarations as Node[])
        if (isCollection(each.init)) for (const name of bindingNames(each.id)) collections.add(name);
  }
  const isOurs = (node: unknown): node is Node =>
    isNode(node) && node.type === 'Identifier' && collections.has(String(node.value));
  walk({ type: 'Module', body } as Node, node => {
    if (
      node.type === 'CallExpression' &&
      isNode(node.callee) &&
      node.callee.type === 'MemberExpression' &&
      isOurs(node.callee.object)
    ) {
      if (WRITING.has(String((node.callee.property as Node).value))) found.push(String(node.callee.object.value));
    }
    const target =
      node.type === 'AssignmentExpression'
        ? node.left
        : node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')
          ? node.argument
          : null;
    if (isNode(target) && target.type === 'MemberExpression' && isOurs(target.object)) found.push(String(target.object.value));
  });
  return [...new Set(found)];
}

const isCollection = (init: unknown): boolean =>
  isNode(init) && (init.type === 'NewExpression' || init.type === 'ArrayExpression' || init.type === 'ObjectExpression');

/** Identifiers that are read as values and not declared in the file; those that are not imported are globals. */
function freeNames(body: Node[]): Set<string> {
  const used = new Set<string>();
  const declared = new Set<string>();
  walk({ type: 'Module', body } as Node, (node, parent) => {
    // Types name globals without touching them.
    if (
      node.type.startsWith('Ts') &&
      !['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression', 'TsConstAssertion'].includes(node.type)
    )
      return false;
    if (node.type === 'VariableDeclarator') for (const name of bindingNames(node.id)) declared.add(name);
    if (node.type === 'Parameter') for (const name of bindingNames(node.pat)) declared.add(name);
    if (node.type === 'ArrowFunctionExpression')
      for (const param of node.params as unknown[]) for (const name of bindingNames(param)) declared.add(name);
    if (node.type === 'CatchClause') for (const name of bindingNames(node.param)) declared.add(name);
    if (/^(?:Function|Class)(?:Declaration|Expression)$/.test(node.type) && isNode(node.identifier))
      declared.add(String(node.identifier.value));
    if (/^Import(?:Default|Namespace)?Specifier$/.test(node.type)) declared.add(String((node.local as Node).value));
    if (node.type !== 'Identifier') return undefined;
    const isProperty =
      parent !== null &&
      ((parent.type === 'MemberExpression' && parent.property === node) || ('key' in parent && parent.key === node));
    if (!isProperty) used.add(String(node.value));
    return undefined;
  });
  return new Set([...used].filter(name => !declared.has(name)));
}
